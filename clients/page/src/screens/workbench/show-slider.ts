/** Number of frames to wait for a slide's sliders: a model without interface documents has hundreds on a slide. */
const FRAMES_TO_WAIT = 60;

/** Scrolls to a slider of the current slide and focuses its control, or the link that explains why it is disabled. */
export function showSlider(key: string, frames = FRAMES_TO_WAIT): void {
  requestAnimationFrame(() => {
    const row = document.querySelector<HTMLElement>(`[data-input="${CSS.escape(key)}"]`);
    if (row === null) {
      if (frames > 0) showSlider(key, frames - 1);
      return;
    }
    row.scrollIntoView({ block: "center" });
    (controlOf(row) ?? row.querySelector<HTMLElement>("button"))?.focus();
  });
}

/** The control of a row: the thumb rather than the value field, so that further keys move the slider. */
function controlOf(row: HTMLElement | null | undefined): HTMLElement | null {
  const edge = document.querySelector<HTMLElement>(`.slide [data-edge="${CSS.escape(row?.dataset["input"] ?? "")}"]`);
  return (
    row?.querySelector<HTMLElement>("input[type=range]") ??
    edge ??
    row?.querySelector<HTMLElement>("input, select, .segments button, .segments input") ??
    null
  );
}

/** Moves the focus to the next or previous slider, or to the first if none has the focus. */
export function focusNeighbour(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(".slide .rows [data-input]")];
  const focusedIndex = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[focusedIndex === -1 ? 0 : focusedIndex + by];
  next?.scrollIntoView({ block: "nearest" });
  controlOf(next)?.focus();
}

/** Moves the focus from a slider's control to its value field. */
export function focusField(from: Element): void {
  const key = from.closest<HTMLElement>("[data-input]")?.dataset["input"] ?? from.getAttribute("data-edge") ?? "";
  document.querySelector<HTMLElement>(`.slide [data-input="${CSS.escape(key)}"] input.field`)?.focus();
}

/** Moves the focus to the edge of a share in its group's bar. */
export function focusEdge(key: string): void {
  document.querySelector<HTMLElement>(`.slide [data-edge="${CSS.escape(key)}"]`)?.focus();
}

/** Moves the focus to the lock of a member of a share group. */
export function focusLock(key: string): void {
  document.querySelector<HTMLElement>(`.slide [data-input="${CSS.escape(key)}"] .lock`)?.focus();
}
