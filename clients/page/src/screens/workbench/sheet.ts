/** The sheet of sliders on a phone. */

/** Its heights, from the lowest. */
export const SHEETS = ["folded", "usual", "full"] as const;
export type Sheet = (typeof SHEETS)[number];

/** The height of the folded sheet in pixels: its handle and its title, as in `phone.css`. */
const FOLDED = 58;
/** Share of the screen, as in `phone.css`. */
const DEFAULT_SHARE = 0.46;

/** The height to which a released sheet moves. Both are pixels. */
export function restingSheet(height: number, screen: number): Sheet {
  const usual = DEFAULT_SHARE * screen;
  if (height < (FOLDED + usual) / 2) return "folded";
  return height > (usual + screen) / 2 ? "full" : "usual";
}

/** The sheet's height after a key; null for other keys. */
export function sheetAfterKey(key: string, sheet: Sheet): Sheet | null {
  const index = SHEETS.indexOf(sheet);
  if (key === "ArrowUp") return SHEETS[Math.min(SHEETS.length - 1, index + 1)]!;
  if (key === "ArrowDown") return SHEETS[Math.max(0, index - 1)]!;
  return null;
}

/** A tap expands the sheet, or returns it to the default height. */
export const sheetAfterTap = (sheet: Sheet): Sheet => (sheet === "usual" ? "full" : "usual");
