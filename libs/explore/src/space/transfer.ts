/** Transfers the slider moves of a scenario to another area, relative to the sizes of both. */
import { type InputFacts, type InputTable, moveSliders, type Recipe } from "@etesian/sliders";

export interface Transferred {
  readonly recipe: Recipe;
  /** Moved sliders that the other area lacks, or whose share group cannot have these shares there. */
  readonly leftOut: readonly string[];
  /** Sliders whose position would be outside the other area's range, and that are at its end. */
  readonly limited: readonly string[];
}

/** The moves are not accepted in the other area. */
export class TransferError extends Error {
  override readonly name = "TransferError";
}

/**
 * The scenario in another area. A slider for an amount, such as a capacity, moves by the same factor of its start value,
 * or to the same part of its range if it starts at 0. All others, such as prices and shares, move to the same position.
 * Positions end at the slider's range.
 * @param tables ranges and start values of the scenario's own area and of the other one
 * @throws TransferError
 */
export function transferTo(
  area: string,
  recipe: Recipe,
  { from, to }: { readonly from: InputTable; readonly to: InputTable },
): Transferred {
  const positions = { ...recipe.balancedValues, ...recipe.userValues };
  const values: Record<string, number | string> = {};
  const leftOut: string[] = [];
  const limited: string[] = [];
  const groups = new Set<string>();
  for (const [key, position] of Object.entries(positions)) {
    const [own, other] = [from.get(key), to.get(key)];
    const group = own?.shareGroup ?? null;
    if (group !== null) groups.add(group);
    else if (own === undefined || other === undefined || other.disabled) leftOut.push(key);
    else {
      const value = own.scalesWithArea && typeof position === "number" ? resized(position, own, other) : position;
      values[key] = typeof value === "number" ? within(value, other) : value;
      if (values[key] !== value) limited.push(key);
    }
  }
  for (const group of groups) {
    const members = [...from.values()].filter(({ shareGroup }) => shareGroup === group);
    const shareOf = ({ key, default: start }: InputFacts): number => Number(positions[key] ?? start ?? 0);
    const isPossible = members.every((member) => {
      const { disabled = true, min, max } = to.get(member.key) ?? {};
      const share = shareOf(member);
      return disabled ? share === 0 : share >= (min ?? 0) && share <= (max ?? share);
    });
    const moved = members.filter(({ key }) => to.get(key)?.disabled === false);
    if (isPossible) for (const member of moved) values[member.key] = shareOf(member);
    else leftOut.push(...members.flatMap(({ key }) => (key in positions ? [key] : [])));
  }
  const accepted = moveSliders(to, { ...recipe, userValues: {}, balancedValues: {} }, { values });
  if ("errors" in accepted) throw new TransferError(accepted.errors.join("; "));
  return { recipe: { ...recipe, ...accepted.state, area }, leftOut, limited };
}

const within = (value: number, { min, max }: InputFacts): number =>
  Math.min(max ?? value, Math.max(min ?? value, value));

function resized(position: number, own: InputFacts, other: InputFacts): number {
  const [start, otherStart] = [Number(own.default), Number(other.default)];
  if (start !== 0) return (position / start) * otherStart;
  const [low, high, otherLow, otherHigh] = [own.min ?? 0, own.max ?? 0, other.min ?? 0, other.max ?? 0];
  return high > low ? otherLow + ((position - low) / (high - low)) * (otherHigh - otherLow) : otherStart;
}
