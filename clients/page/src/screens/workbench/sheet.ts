/** The sheet of sliders on a phone. */

/** The heights at which the sheet rests, from the lowest. */
export const SHEET_HEIGHTS = ["folded", "usual", "full"] as const;
export type SheetHeight = (typeof SHEET_HEIGHTS)[number];

/** The height of the folded sheet in pixels: its handle and its title, as in `phone.css`. */
const FOLDED_HEIGHT = 58;
/** The default height as a fraction of the screen, as in `phone.css`. */
const DEFAULT_SHARE = 0.46;

/** The height to which a released sheet moves. `height` and `screen` are in pixels. */
export function nearestSheetHeight(height: number, screen: number): SheetHeight {
  const usual = DEFAULT_SHARE * screen;
  if (height < (FOLDED_HEIGHT + usual) / 2) return "folded";
  return height > (usual + screen) / 2 ? "full" : "usual";
}

/** The sheet's height after a key; null for other keys. */
export function sheetAfterKey(key: string, sheet: SheetHeight): SheetHeight | null {
  const index = SHEET_HEIGHTS.indexOf(sheet);
  if (key === "ArrowUp") return SHEET_HEIGHTS[Math.min(SHEET_HEIGHTS.length - 1, index + 1)]!;
  if (key === "ArrowDown") return SHEET_HEIGHTS[Math.max(0, index - 1)]!;
  return null;
}

/** A tap expands the sheet, or returns it to the default height. */
export const sheetAfterTap = (sheet: SheetHeight): SheetHeight => (sheet === "usual" ? "full" : "usual");
