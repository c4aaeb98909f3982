/** Factors: the parts of a scenario that vary in an exploration, each with a range and a role. */

/** A planner chooses levers, such as wind farms, and is exposed to uncertainties, such as prices. */
export type Role = "lever" | "uncertainty";

/**
 * Range of a slider: a fraction of its current position in both directions, two positions in its unit, or its whole
 * range. With a likely position, the probability rises linearly up to it and falls linearly after it; otherwise, all
 * positions are equally probable.
 */
export type Range =
  | { readonly fractionOfCurrent: number }
  | { readonly from: number; readonly to: number; readonly likely?: number | undefined }
  | "whole";

/** The changes that one option of a choice makes to a scenario. */
export interface Change {
  readonly values?: { readonly [input: string]: number | string };
  /** Sliders that are reset to their start values, such as a total that its parts replace. */
  readonly remove?: readonly string[];
  readonly orders?: { readonly [name: string]: readonly string[] };
  readonly curves?: { readonly [key: string]: Float64Array };
  readonly area?: string;
  readonly endYear?: number;
}

export type Factor = { readonly role: Role } & (
  | { readonly kind: "slider"; readonly input: string; readonly range: Range }
  /**
   * A share group: each point moves the current shares by this fraction (0 to 1) towards random shares, uniform over
   * all that add up to 100 %.
   */
  | { readonly kind: "group"; readonly group: string; readonly part: number }
  /** The scenario in each area: its slider moves are transferred there, relative to the sizes of both areas. */
  | { readonly kind: "areas"; readonly areas: readonly string[] }
  /** Alternatives: values of a switch, exclusive sliders, orders, attached curves, weather years, areas, end years. */
  | { readonly kind: "choice"; readonly name: string; readonly options: readonly Change[] }
);

/** In results, the name of the areas factor, and of the column with the number of slider moves that an area lacks. */
export const AREAS = { name: "area", omitted: "area_left_out" } as const;

/** The name of a factor in results. */
export function nameOf(factor: Factor): string {
  switch (factor.kind) {
    case "slider":
      return factor.input;
    case "group":
      return factor.group;
    case "areas":
      return AREAS.name;
    case "choice":
      return factor.name;
  }
}

/** A factor cannot vary as requested; the message names it and the reason. */
export class FactorError extends Error {
  override readonly name = "FactorError";
  readonly factor: string;

  constructor(factor: string, reason: string) {
    super(`factor ${factor}: ${reason}`);
    this.factor = factor;
  }
}
