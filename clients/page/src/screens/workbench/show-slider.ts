/** Brings a slider of the slide that is shown into view, with the focus on its control. */
export function showSlider(key: string): void {
  requestAnimationFrame(() => {
    const row = document.querySelector<HTMLElement>(`[data-input="${CSS.escape(key)}"]`);
    row?.scrollIntoView({ block: "center" });
    controlOf(row)?.focus();
  });
}

/** The control of a row: the thumb, where further keys move the slider, rather than the field for a value. */
function controlOf(row: HTMLElement | null | undefined): HTMLElement | null {
  const edge = document.querySelector<HTMLElement>(`.slide [data-edge="${CSS.escape(row?.dataset["input"] ?? "")}"]`);
  return (
    row?.querySelector<HTMLElement>("input[type=range]") ??
    edge ??
    row?.querySelector<HTMLElement>("input, select, .segments button, .segments input") ??
    null
  );
}

/** Moves the focus to the slider after or before the one that has it; without one to the first. */
export function focusNeighbour(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(".slide .rows [data-input]")];
  const now = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[now === -1 ? 0 : now + by];
  next?.scrollIntoView({ block: "nearest" });
  controlOf(next)?.focus();
}

/** Moves the focus from a control of a slider to the field for its value. */
export function focusField(from: Element): void {
  const key = from.closest<HTMLElement>("[data-input]")?.dataset["input"] ?? from.getAttribute("data-edge") ?? "";
  document.querySelector<HTMLElement>(`.slide [data-input="${CSS.escape(key)}"] input.field`)?.focus();
}

/** Moves the focus to the edge of a share in the bar of its group. */
export function focusEdge(key: string): void {
  document.querySelector<HTMLElement>(`.slide [data-edge="${CSS.escape(key)}"]`)?.focus();
}
