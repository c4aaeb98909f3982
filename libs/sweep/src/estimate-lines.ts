/** Prints estimates of a sweep in the terminal. */
import type { FigureEstimates, Influence, SweepEstimates } from "./estimates.ts";

/** Maximum number of printed figures; `estimates.json` has all. */
const PRINTED_FIGURES = 12;
const PRINTED_FACTORS = 5;

const formatFigure = (figure: number | null): string =>
  figure === null ? "none" : figure === 0 ? "0" : Number(figure.toPrecision(4)).toString();

/** A line for each figure, and below it the most influential factors. */
export function estimateLines({ figures }: SweepEstimates): readonly string[] {
  const lines = figures
    .slice(0, PRINTED_FIGURES)
    .flatMap((figure) => [
      spreadLine(figure),
      ...figure.influences
        .slice(0, PRINTED_FACTORS)
        .map((influence) => `  ${influence.factor}  ${influenceText(influence)}`),
    ]);
  const unprintedCount = figures.length - PRINTED_FIGURES;
  return unprintedCount > 0 ? [...lines, `and ${unprintedCount} more figures: estimates.json`] : lines;
}

function spreadLine({ name, unit, p5, p50, p95 }: FigureEstimates): string {
  const title = name.replace(/^query\./, "");
  return `${title}${unit === null ? "" : ` (${unit})`}: P5 ${formatFigure(p5)}, P50 ${formatFigure(p50)}, P95 ${formatFigure(p95)}`;
}

function influenceText(influence: Influence): string {
  if ("mu_star" in influence)
    return `effect ${formatFigure(influence.mu)}, absolute ${formatFigure(influence.mu_star)}, deviation ${formatFigure(influence.sigma)}`;
  if ("total" in influence) {
    const [low, high] = influence.total_interval;
    return `${formatPercent(influence.total)} of the variance (${formatPercent(low)} to ${formatPercent(high)}), ${formatPercent(influence.first)} alone`;
  }
  if ("correlation" in influence) return `rank correlation ${formatFigure(influence.correlation)}`;
  return `${formatFigure(influence.least)} to ${formatFigure(influence.greatest)}, base ${formatFigure(influence.base)}`;
}

const formatPercent = (part: number): string => `${Math.round(100 * part)} %`;
