/** Brings a slider of the slide that is shown into view, with the focus on its control. */
export function showSlider(key: string): void {
  requestAnimationFrame(() => {
    const row = document.querySelector<HTMLElement>(`[data-input="${CSS.escape(key)}"]`);
    row?.scrollIntoView({ block: "center" });
    row?.querySelector<HTMLElement>("input, select, .segments button")?.focus();
  });
}

/** Moves the focus to the slider after or before the one that has it; without one to the first. */
export function focusNeighbour(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(".slide .rows [data-input]")];
  const now = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[now === -1 ? 0 : now + by];
  next?.scrollIntoView({ block: "nearest" });
  // The thumb, where further keys move the slider, rather than the field for a value.
  (
    next?.querySelector<HTMLElement>("input[type=range]") ?? next?.querySelector<HTMLElement>("input, select, button")
  )?.focus();
}
