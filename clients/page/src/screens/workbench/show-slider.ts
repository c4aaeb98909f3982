/** Brings a slider of the slide that is shown into view, with the focus on its control. */
export function showSlider(key: string): void {
  requestAnimationFrame(() => {
    const row = document.querySelector<HTMLElement>(`[data-input="${CSS.escape(key)}"]`);
    row?.scrollIntoView({ block: "center" });
    row?.querySelector<HTMLElement>("input, select, .segments button")?.focus();
  });
}
