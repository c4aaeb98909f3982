/** Prints estimates of a sweep in the terminal. */
import type { FigureEstimates, Influence, SweepEstimates } from "./estimates.ts";

/** Maximum number of printed figures; `estimates.json` has all. */
const FIGURES = 12;
const FACTORS = 5;

const shown = (figure: number | null): string =>
  figure === null ? "none" : figure === 0 ? "0" : Number(figure.toPrecision(4)).toString();

/** A line for each figure, and below it the most influential factors. */
export function estimateLines({ figures }: SweepEstimates): readonly string[] {
  const lines = figures
    .slice(0, FIGURES)
    .flatMap((figure) => [
      spreadLine(figure),
      ...figure.influences.slice(0, FACTORS).map((influence) => `  ${influence.factor}  ${influenceText(influence)}`),
    ]);
  const rest = figures.length - FIGURES;
  return rest > 0 ? [...lines, `and ${rest} more figures: estimates.json`] : lines;
}

function spreadLine({ name, unit, p5, p50, p95 }: FigureEstimates): string {
  const title = name.replace(/^query\./, "");
  return `${title}${unit === null ? "" : ` (${unit})`}: P5 ${shown(p5)}, P50 ${shown(p50)}, P95 ${shown(p95)}`;
}

function influenceText(influence: Influence): string {
  if ("mu_star" in influence)
    return `effect ${shown(influence.mu)}, absolute ${shown(influence.mu_star)}, deviation ${shown(influence.sigma)}`;
  if ("total" in influence) {
    const [low, high] = influence.total_interval;
    return `${percent(influence.total)} of the variance (${percent(low)} to ${percent(high)}), ${percent(influence.first)} alone`;
  }
  if ("correlation" in influence) return `rank correlation ${shown(influence.correlation)}`;
  return `${shown(influence.least)} to ${shown(influence.greatest)}, base ${shown(influence.base)}`;
}

const percent = (part: number): string => `${Math.round(100 * part)} %`;
