/** Transfers the slider moves of a scenario to another area, relative to the sizes of both. */
import { type InputFacts, type InputTable, moveSliders, type Recipe } from "@etesian/sliders";

export interface TransferResult {
  readonly recipe: Recipe;
  /** Moved sliders that the other area lacks, or whose share group cannot have these shares there. */
  readonly omitted: readonly string[];
  /** Sliders whose position was limited to the other area's range. */
  readonly limited: readonly string[];
}

/** The moves are not accepted in the other area. */
export class TransferError extends Error {
  override readonly name = "TransferError";
}

/**
 * The scenario in another area. A slider for an amount, such as a capacity, moves to the same multiple of its start
 * value, or to the same fraction of its range if it starts at 0. All others, such as prices and shares, move to the
 * same position. Positions are limited to the slider's range.
 * @param tables ranges and start values: `from` for the scenario's area, `to` for the other area
 * @throws TransferError
 */
export function transferTo(
  area: string,
  recipe: Recipe,
  { from, to }: { readonly from: InputTable; readonly to: InputTable },
): TransferResult {
  const positions = { ...recipe.balancedValues, ...recipe.userValues };
  const values: Record<string, number | string> = {};
  const omitted: string[] = [];
  const limited: string[] = [];
  const groups = new Set<string>();
  for (const [key, position] of Object.entries(positions)) {
    const [sourceInput, targetInput] = [from.get(key), to.get(key)];
    const group = sourceInput?.shareGroup ?? null;
    if (group !== null) groups.add(group);
    else if (sourceInput === undefined || targetInput === undefined || targetInput.disabled) omitted.push(key);
    else {
      const value =
        sourceInput.scalesWithArea && typeof position === "number"
          ? resizePosition(position, sourceInput, targetInput)
          : position;
      values[key] = typeof value === "number" ? clampToRange(value, targetInput) : value;
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
    const movableMembers = members.filter(({ key }) => to.get(key)?.disabled === false);
    if (isPossible) for (const member of movableMembers) values[member.key] = shareOf(member);
    else omitted.push(...members.flatMap(({ key }) => (key in positions ? [key] : [])));
  }
  const sliderChange = moveSliders(to, { ...recipe, userValues: {}, balancedValues: {} }, { values });
  if ("errors" in sliderChange) throw new TransferError(sliderChange.errors.join("; "));
  return { recipe: { ...recipe, ...sliderChange.state, area }, omitted, limited };
}

const clampToRange = (value: number, { min, max }: InputFacts): number =>
  Math.min(max ?? value, Math.max(min ?? value, value));

function resizePosition(position: number, sourceInput: InputFacts, targetInput: InputFacts): number {
  const [start, otherStart] = [Number(sourceInput.default), Number(targetInput.default)];
  if (start !== 0) return (position / start) * otherStart;
  const [low, high, otherLow, otherHigh] = [
    sourceInput.min ?? 0,
    sourceInput.max ?? 0,
    targetInput.min ?? 0,
    targetInput.max ?? 0,
  ];
  return high > low ? otherLow + ((position - low) / (high - low)) * (otherHigh - otherLow) : otherStart;
}
