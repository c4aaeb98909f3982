/** Factors: the parts of a scenario that vary in an exploration, each over a range and in a role. */

/** A planner chooses levers, such as wind farms, and is exposed to uncertainties, such as prices. */
export type Role = "lever" | "uncertainty";

/** Of a slider: a part of its present position in both directions, two positions in its unit, or its whole range. */
export type Range = { readonly partOfPresent: number } | { readonly from: number; readonly to: number } | "whole";

/** A change of a scenario by one option of a choice. */
export interface Change {
  readonly values?: { readonly [input: string]: number | string };
  /** Sliders that go back to their start values, such as a total that its parts replace. */
  readonly remove?: readonly string[];
  readonly orders?: { readonly [name: string]: readonly string[] };
  readonly curves?: { readonly [key: string]: Float64Array };
  readonly area?: string;
  readonly endYear?: number;
}

export type Factor = { readonly role: Role } & (
  | { readonly kind: "slider"; readonly input: string; readonly range: Range }
  /**
   * A share group: points are that part of the way (0 to 1) from its present shares to any shares, which are uniform
   * over all that add up to 100 %.
   */
  | { readonly kind: "group"; readonly group: string; readonly part: number }
  /** Alternatives: values of a switch, exclusive sliders, orders, attached curves, weather years, areas, end years. */
  | { readonly kind: "choice"; readonly name: string; readonly options: readonly Change[] }
);

/** The name of a factor in results. */
export function nameOf(factor: Factor): string {
  switch (factor.kind) {
    case "slider":
      return factor.input;
    case "group":
      return factor.group;
    case "choice":
      return factor.name;
  }
}

/** A factor cannot vary as requested; the message names it and says why. */
export class FactorError extends Error {
  override readonly name = "FactorError";
  readonly factor: string;

  constructor(factor: string, reason: string) {
    super(`factor ${factor}: ${reason}`);
    this.factor = factor;
  }
}
