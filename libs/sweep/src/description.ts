/** The description of a sweep: a JSON file next to its results, from which estimates can be recalculated. */
import type { ResolvedFactor } from "@etesian/explore";
import type { Column, SweepOutline } from "./plan.ts";

/** Columns of every table, before and after the sweep's columns. */
export const VARIANT = "variant";
/** Variants with the same unit belong together: a trajectory, or a Saltelli group. */
export const UNIT = "unit";
export const ERROR = "error";

/** A sweep without the coordinates and parts that its calculation needs. */
export type DescribedSweep = Pick<SweepOutline, "rows" | "dimensions" | "omitted" | "settings"> & {
  readonly factors: readonly Omit<ResolvedFactor, "base">[];
  readonly outputs: readonly Column[];
};

type DescribedFactor = Pick<ResolvedFactor, "name" | "kind" | "role" | "dimensions"> & {
  readonly columns: readonly string[];
  readonly options?: number;
} & Partial<NonNullable<ResolvedFactor["positions"]>>;

export interface SweepDescription {
  readonly factors: readonly DescribedFactor[];
  readonly left_out: SweepOutline["omitted"];
  readonly columns: readonly (Column & { readonly type: string })[];
  readonly design: { readonly rows: number; readonly dimensions: number; readonly parts: number };
}

/** Names of factors and outputs have a prefix, so that they never collide. */
const FACTOR = "factor.";

/** A table's columns in order. */
export const columnsOf = ({
  settings,
  outputs,
}: Pick<DescribedSweep, "settings" | "outputs">): SweepDescription["columns"] => [
  { name: VARIANT, unit: null, type: "int32" },
  { name: UNIT, unit: null, type: "int32" },
  ...[...settings, ...outputs].map(({ name, unit }) => ({ name, unit, type: "double" })),
  { name: ERROR, unit: null, type: "string" },
];

export const descriptionOf = (plan: SweepOutline): SweepDescription => ({
  factors: plan.factors.map(({ name, kind, role, dimensions, positions, settings, options }) => ({
    name,
    kind,
    role,
    dimensions,
    ...positions,
    columns: settings.map((setting) => FACTOR + setting),
    ...(kind === "choice" && { options }),
  })),
  left_out: plan.omitted,
  columns: columnsOf(plan),
  design: { rows: plan.rows, dimensions: plan.dimensions, parts: plan.parts.length },
});

/** The inverse of `descriptionOf`, for readers of results. */
export function readDescription({ factors, left_out: omitted, columns, design }: SweepDescription): DescribedSweep {
  const figures = columns.filter(({ type }) => type === "double").map(({ name, unit }) => ({ name, unit }));
  return {
    rows: design.rows,
    dimensions: design.dimensions,
    omitted,
    factors: factors.map(
      ({ name, kind, role, dimensions, from, to, present, columns: factorColumns, options = 0 }) => ({
        name,
        kind,
        role,
        dimensions,
        positions: from === undefined || to === undefined || present === undefined ? null : { from, to, present },
        settings: factorColumns.map((column) => column.slice(FACTOR.length)),
        options,
      }),
    ),
    settings: figures.filter(({ name }) => name.startsWith(FACTOR)),
    outputs: figures.filter(({ name }) => !name.startsWith(FACTOR)),
  };
}
