/** The handle of the sliders' sheet on a phone: it can be dragged, tapped, or moved with arrow keys. */
import { type PointerEvent, type RefObject, useRef } from "react";
import { useTexts } from "../../texts/language.tsx";
import { nearestSheetHeight, type SheetHeight, sheetAfterKey, sheetAfterTap } from "./sheet.ts";

/** Distance (px) after which a press becomes a drag. */
const DRAG_THRESHOLD = 4;

export function SheetHandle({
  panel,
  sheet,
  onSheet,
}: {
  readonly panel: RefObject<HTMLElement | null>;
  readonly sheet: SheetHeight;
  readonly onSheet: (sheet: SheetHeight) => void;
}) {
  const { texts } = useTexts();
  const grip = useRef<{ readonly from: number; readonly height: number; isDrag: boolean } | null>(null);
  const drag = ({ clientY }: PointerEvent): void => {
    const held = grip.current;
    const element = panel.current;
    if (held === null || element === null) return;
    held.isDrag ||= Math.abs(clientY - held.from) > DRAG_THRESHOLD;
    if (!held.isDrag) return;
    // Bypasses React, because only the height changes during the drag.
    element.dataset["sheet"] = "held";
    element.style.height = `${held.height + held.from - clientY}px`;
  };
  const release = (): void => {
    const held = grip.current;
    const element = panel.current;
    if (held === null || element === null) return;
    if (!held.isDrag) {
      grip.current = null;
      return;
    }
    const next = nearestSheetHeight(element.getBoundingClientRect().height, window.innerHeight);
    element.style.height = "";
    element.dataset["sheet"] = next;
    onSheet(next);
  };
  return (
    <button
      type="button"
      className="handle"
      aria-label={texts.sheet[sheet]}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        const height = panel.current?.getBoundingClientRect().height ?? 0;
        grip.current = { from: event.clientY, height, isDrag: false };
      }}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
      onClick={() => {
        // A drag also ends with a click.
        if (grip.current?.isDrag !== true) onSheet(sheetAfterTap(sheet));
        grip.current = null;
      }}
      onKeyDown={(event) => {
        const next = sheetAfterKey(event.key, sheet);
        if (next === null) return;
        event.preventDefault();
        onSheet(next);
      }}
    />
  );
}
