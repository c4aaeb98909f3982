/** Sketched years for tests of code that reads nodes: stored attributes only, curves by name. */
import { HOURS_PER_YEAR, MJ_PER_MWH } from "@etesian/numeric";
import type { NodeAttributeReader } from "../graph/lifecycle.ts";
import type { YearState } from "../graph/state/year.ts";
import type { CurveSource } from "./curves/curve-source.ts";
import type { CurveContext } from "./hourly-curves.ts";

/** Stored attributes only; derived ones are missing. */
export function storedAttributes({ energy }: YearState): NodeAttributeReader {
  return (_graph, name, node) => {
    const column = energy.topology.columnByName.get(name);
    return column === undefined ? Number.NaN : energy.columns[column]!.read(node);
  };
}

export function curveOf(value: (hour: number) => number): Float64Array {
  return new Float64Array(HOURS_PER_YEAR).map((_, hour) => value(hour));
}

/** A profile that adds up to 1/3600, flat unless a shape is given. */
export function profile(shape: (hour: number) => number = () => 1): Float64Array {
  const values = curveOf(shape);
  const total = values.reduce((sum, value) => sum + value, 0);
  return values.map((value) => value / (MJ_PER_MWH * total));
}

/** Curves by `name`, or `set/name variant`. */
export function curves(
  curvesByName: { readonly [name: string]: Float64Array },
  overrides: Partial<CurveContext> = {},
): CurveContext {
  const source: CurveSource = {
    curve: (_area, key, variant) =>
      curvesByName[`${key} ${variant}`] ?? (variant === "default" ? (curvesByName[key] ?? null) : null),
    variants: () => ["default"],
    weatherProperties: () => null,
  };
  return { area: "somewhere", source, attached: {}, dynamic: {}, ...overrides };
}
