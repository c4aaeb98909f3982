/** Rows of the ranking: the influence of each factor on a number, in the displayed unit. */
import type { HeadlineNumber, InterfaceView } from "@etesian/interface";
import type { SweepResult } from "../../calculation/calculator.ts";
import { type FactorTitle, titleOfFactor } from "./factor-titles.ts";

export interface InfluenceRow extends FactorTitle {
  readonly name: string;
  readonly isGroup: boolean;
  /** Its sliders. */
  readonly settings: readonly string[];
  /** Positions between which it moves, in the model's unit; null for a group. */
  readonly positions: { readonly from: number; readonly to: number } | null;
  /** Mean effect of a move across the range. A group has no direction: its effect is the mean of absolute values. */
  readonly effect: number;
  /** Mean of the effects' absolute values. */
  readonly size: number;
  /** Standard deviation of the effect across positions of the other factors; null if there is only one effect. */
  readonly spread: number | null;
  readonly least: number;
  readonly greatest: number;
}

export interface Influences {
  /** Factors with an effect, the largest first. */
  readonly rows: readonly InfluenceRow[];
  /** Factors whose effect is 0. */
  readonly withoutEffectCount: number;
}

export function influencesOf(
  { outline, estimates }: SweepResult,
  number: HeadlineNumber,
  model: InterfaceView,
): Influences {
  const figure = estimates.figures.find(({ name }) => name === `query.${number.query}`);
  const factors = new Map(outline.factors.map((factor) => [factor.name, factor]));
  let withoutEffectCount = 0;
  const rows = (figure?.influences ?? []).flatMap((influence): InfluenceRow[] => {
    if (!("mu_star" in influence) || influence.mu_star === null) return [];
    if (influence.mu_star === 0) {
      withoutEffectCount++;
      return [];
    }
    const factor = factors.get(influence.factor)!;
    const toUnit = (value: number | null): number => (value ?? 0) * number.factor;
    const isGroup = factor.kind === "group";
    return [
      {
        ...titleOfFactor(factor, model),
        name: factor.name,
        isGroup,
        settings: factor.settings,
        positions: factor.positions,
        effect: toUnit(isGroup ? influence.mu_star : influence.mu),
        size: toUnit(influence.mu_star),
        spread: influence.sigma === null ? null : toUnit(influence.sigma),
        least: toUnit(influence.least),
        greatest: toUnit(influence.greatest),
      },
    ];
  });
  return { rows, withoutEffectCount };
}
