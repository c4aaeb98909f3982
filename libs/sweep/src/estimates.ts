/** Estimates from a sweep's table, by its design: effects, indices, correlations, swings, and each figure's spread. */
import { elementaryEffects, morris, quantilesOf, rankCorrelations, sobolIndices } from "@etesian/explore";
import type { DescribedSweep } from "./description.ts";
import type { SweepSpec } from "./spec.ts";
import type { SweepTable } from "./table.ts";

/** Distribution of a figure over the variants that have it; null if none has. */
export interface Distribution {
  readonly variants: number;
  readonly mean: number | null;
  readonly p5: number | null;
  readonly p50: number | null;
  readonly p95: number | null;
}

export type Influence =
  /** Elementary effects, scaled to a change over the factor's whole range. */
  | {
      readonly factor: string;
      readonly mu: number | null;
      readonly mu_star: number | null;
      readonly sigma: number | null;
      readonly least: number | null;
      readonly greatest: number | null;
      readonly effects: number;
    }
  /** Sobol' indices: shares of the variance, with 95 % intervals. */
  | {
      readonly factor: string;
      readonly first: number;
      readonly first_interval: readonly [low: number, high: number];
      readonly total: number;
      readonly total_interval: readonly [low: number, high: number];
    }
  /** Rank correlation with a slider's position; other kinds of factors have none. */
  | { readonly factor: string; readonly correlation: number }
  /** The least and the greatest figure while the factor alone moves, and the base scenario's. */
  | {
      readonly factor: string;
      readonly base: number | null;
      readonly least: number | null;
      readonly greatest: number | null;
    };

export interface FigureEstimates extends Distribution {
  readonly name: string;
  readonly unit: string | null;
  /** By factor, the most influential first; empty for designs without estimates, and for a figure that does not vary. */
  readonly influences: readonly Influence[];
}

export interface SweepEstimates {
  readonly method: SweepSpec["design"]["method"];
  readonly figures: readonly FigureEstimates[];
}

/** Estimates of all figures, by output and variant; a figure that is missing, or not calculated yet, is NaN. */
export function estimatesOf(
  spec: SweepSpec,
  sweep: DescribedSweep,
  { outputs, settings }: Pick<SweepTable, "outputs" | "settings">,
): SweepEstimates {
  const { method } = spec.design;
  const isSpread = method === "sobol" || method === "latin_hypercube";
  const influences = isSpread
    ? correlations(sweep.factors, settings, outputs)
    : outputs.map((figures) => influencesOf(spec, sweep, figures));
  return {
    method,
    figures: sweep.outputs.map(({ name, unit }, index) => ({
      name,
      unit,
      ...spreadOf(outputs[index]!),
      influences: influences[index]!,
    })),
  };
}

const finiteOrNull = (number: number): number | null => (Number.isFinite(number) ? number : null);

function spreadOf(figures: Float64Array): Distribution {
  const finite = figures.filter(Number.isFinite);
  const [p5 = NaN, p50 = NaN, p95 = NaN] = quantilesOf(finite, [0.05, 0.5, 0.95]);
  const mean = finite.reduce((sum, figure) => sum + figure, 0) / finite.length;
  return {
    variants: finite.length,
    mean: finiteOrNull(mean),
    p5: finiteOrNull(p5),
    p50: finiteOrNull(p50),
    p95: finiteOrNull(p95),
  };
}

/** Limit on random numbers drawn by the bootstrap of all figures, which takes a few seconds. */
const DRAWS = 1e9;
const ROUNDS = { min: 100, max: 1_000 };

function influencesOf(
  { design, seed }: SweepSpec,
  { factors, rows, outputs }: DescribedSweep,
  figures: Float64Array,
): readonly Influence[] {
  const names = factors.map(({ name }) => name);
  switch (design.method) {
    case "morris": {
      const sizes = factors.map(({ dimensions }) => dimensions);
      const effects = elementaryEffects(figures, morris(design.n, sizes, seed, design.levels), factors.length);
      return effects
        .map(({ mu, muStar, sigma, least, greatest, count }, factor) => ({
          factor: names[factor]!,
          mu: finiteOrNull(mu),
          mu_star: finiteOrNull(muStar),
          sigma: finiteOrNull(sigma),
          least: finiteOrNull(least),
          greatest: finiteOrNull(greatest),
          effects: count,
        }))
        .toSorted((a, b) => (b.mu_star ?? -1) - (a.mu_star ?? -1));
    }
    case "saltelli": {
      const rounds = Math.floor(DRAWS / rows / outputs.length);
      const indices = sobolIndices(figures, factors.length, {
        rounds: Math.min(ROUNDS.max, Math.max(ROUNDS.min, rounds)),
        seed,
      });
      return (indices ?? [])
        .map(({ first, firstInterval, total, totalInterval }, factor) => ({
          factor: names[factor]!,
          first,
          first_interval: [firstInterval.low, firstInterval.high] as const,
          total,
          total_interval: [totalInterval.low, totalInterval.high] as const,
        }))
        .toSorted((a, b) => b.total - a.total);
    }
    case "one_at_a_time":
      return swings(names, factors, design.levels, figures);
    default:
      return [];
  }
}

/** For each output, its correlations with the sliders' positions. */
function correlations(
  factors: DescribedSweep["factors"],
  settings: SweepTable["settings"],
  outputs: SweepTable["outputs"],
): readonly (readonly Influence[])[] {
  const names = factors.flatMap(({ kind, settings: settingNames }) =>
    settingNames.map((name) => (kind === "slider" ? name : null)),
  );
  const sliders = names.flatMap((name, column) => (name === null ? [] : [{ name, positions: settings[column]! }]));
  const coefficients = rankCorrelations(
    sliders.map(({ positions }) => positions),
    outputs,
  );
  return coefficients.map((coefficientsOfFigure) =>
    coefficientsOfFigure
      .flatMap((correlation, slider) =>
        Number.isNaN(correlation) ? [] : [{ factor: sliders[slider]!.name, correlation }],
      )
      .toSorted((a, b) => Math.abs(b.correlation) - Math.abs(a.correlation)),
  );
}

/** The figures while each factor alone moves; a group moves one coordinate after another. */
function swings(
  names: readonly string[],
  factors: DescribedSweep["factors"],
  levels: number,
  figures: Float64Array,
): readonly Influence[] {
  let offset = 1;
  const effects = factors.map(({ dimensions }, factor) => {
    const factorFigures = [...figures.subarray(offset, offset + dimensions * levels)].filter(Number.isFinite);
    offset += dimensions * levels;
    return {
      factor: names[factor]!,
      base: finiteOrNull(figures[0]!),
      least: factorFigures.length === 0 ? null : Math.min(...factorFigures),
      greatest: factorFigures.length === 0 ? null : Math.max(...factorFigures),
    };
  });
  const width = ({ least, greatest }: (typeof effects)[number]): number => (greatest ?? 0) - (least ?? 0);
  return effects.toSorted((a, b) => width(b) - width(a));
}
