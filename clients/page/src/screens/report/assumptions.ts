/** The assumptions of a report: every slider that differs from its start value, and all other changes. */
import type { InterfaceView } from "@etesian/interface";
import type { Input } from "@etesian/client";
import { ORDER_NAMES, type OrderName } from "@etesian/sliders/orders";
import type { StoredScenario, Value } from "../../calculation/calculator.ts";
import { sectionsWithSlides, sliderKeysOf } from "../workbench/slides.ts";

export interface Assumption {
  readonly key: string;
  /** The title of its section; empty if it is on no slide. */
  readonly section: string;
  /** In the model's unit; null if the area has none. */
  readonly from: Value | null;
  readonly to: Value;
  /** Whether it adjusted to other members of its share group. */
  readonly isBalanced: boolean;
}

/** In the order of the model's slides. */
export function assumptionsOf(
  { userValues, balancedValues }: Pick<StoredScenario, "userValues" | "balancedValues">,
  inputs: ReadonlyMap<string, Input>,
  { sections }: Pick<InterfaceView, "sections">,
): readonly Assumption[] {
  const sectionOf = new Map<string, string>();
  for (const { title, slides } of sectionsWithSlides(sections))
    for (const slide of slides)
      if (!slide.repeats) for (const key of sliderKeysOf(slide)) sectionOf.set(key, sectionOf.get(key) ?? title);
  const ranks = new Map([...sectionOf.keys()].map((key, index) => [key, index]));
  const rankOf = (key: string): number => ranks.get(key) ?? ranks.size;
  const assumption =
    (isBalanced: boolean) =>
    ([key, to]: readonly [string, Value]): Assumption => {
      const start = inputs.get(key)?.default ?? null;
      return {
        key,
        section: sectionOf.get(key) ?? "",
        from: typeof start === "boolean" ? Number(start) : start,
        to,
        isBalanced,
      };
    };
  return [
    ...Object.entries(userValues).map(assumption(false)),
    ...Object.entries(balancedValues)
      .filter(([key]) => !(key in userValues))
      .map(assumption(true)),
  ]
    .filter(({ from, to }) => from !== to)
    .toSorted((a, b) => rankOf(a.key) - rankOf(b.key) || (a.key < b.key ? -1 : 1));
}

/** Keys of all changes other than moved sliders. */
export function otherAssumptions({
  orders,
  curves,
  activeCouplings,
  scaling,
}: Pick<StoredScenario, "orders" | "curves" | "activeCouplings" | "scaling">): {
  readonly orders: readonly OrderName[];
  readonly curves: readonly string[];
  readonly couplings: readonly string[];
  readonly isScaled: boolean;
} {
  return {
    orders: ORDER_NAMES.filter((name) => orders[name] !== undefined),
    curves: Object.keys(curves).toSorted(),
    couplings: activeCouplings.toSorted(),
    isScaled: scaling !== null,
  };
}
