/** The difference of a figure between two scenarios, as a sum of contributions of the changes between them. */
import {
  canBeExact,
  type Contribution,
  exactContributions,
  type GroupContribution,
  type Groups,
  sampledContributions,
} from "@etesian/explore";
import type { InputTable, Recipe } from "@etesian/sliders";

/** An indivisible part of the difference between two scenarios. */
export interface Change {
  /** The slider, the share group, an order, a curve, `area` or `end_year`. */
  readonly name: string;
  /** Applies this part of the other scenario to a recipe. */
  readonly apply: (recipe: Recipe) => Recipe;
}

/**
 * The changes from one scenario to another: sliders with another position, whole share groups, orders, curves, area and
 * end year. `table` has the inputs of the first scenario.
 */
export function changesBetween(from: Recipe, to: Recipe, table: InputTable): readonly Change[] {
  const changes: Change[] = [];
  const groups = new Map<string, string[]>();
  for (const key of keysOf(from.userValues, from.balancedValues, to.userValues, to.balancedValues)) {
    if (from.userValues[key] === to.userValues[key] && from.balancedValues[key] === to.balancedValues[key]) continue;
    const name = table.get(key)?.shareGroup ?? key;
    groups.set(name, [...(groups.get(name) ?? []), key]);
  }
  for (const [name, keys] of groups) changes.push({ name, apply: (recipe) => withInputs(recipe, to, keys) });
  for (const name of keysOf(from.orders, to.orders)) {
    if (JSON.stringify(from.orders[name]) === JSON.stringify(to.orders[name])) continue;
    changes.push({ name, apply: (recipe) => ({ ...recipe, orders: withEntry(recipe.orders, name, to.orders[name]) }) });
  }
  for (const name of keysOf(from.curves, to.curves)) {
    if (areEqual(from.curves[name], to.curves[name])) continue;
    changes.push({ name, apply: (recipe) => ({ ...recipe, curves: withEntry(recipe.curves, name, to.curves[name]) }) });
  }
  const { area, endYear } = to;
  if (from.area !== area) changes.push({ name: "area", apply: (recipe) => ({ ...recipe, area }) });
  if (from.endYear !== endYear) changes.push({ name: "end_year", apply: (recipe) => ({ ...recipe, endYear }) });
  return changes;
}

const keysOf = (...maps: readonly object[]): ReadonlySet<string> => new Set(maps.flatMap((map) => Object.keys(map)));

function withInputs(recipe: Recipe, to: Recipe, keys: readonly string[]): Recipe {
  let { userValues, balancedValues } = recipe;
  for (const key of keys) {
    userValues = withEntry(userValues, key, to.userValues[key]);
    balancedValues = withEntry(balancedValues, key, to.balancedValues[key]);
  }
  return { ...recipe, userValues, balancedValues };
}

/** A copy of the map with a key set, or without the key if the value is undefined. */
function withEntry<T>(
  map: Readonly<Record<string, T>>,
  key: string,
  value: T | undefined,
): Readonly<Record<string, T>> {
  const { [key]: _, ...otherEntries } = map;
  return value === undefined ? otherEntries : { ...otherEntries, [key]: value };
}

const areEqual = (one: ArrayLike<number> | undefined, other: ArrayLike<number> | undefined): boolean =>
  one === undefined || other === undefined
    ? one === other
    : one.length === other.length && Array.from(one).every((value, index) => Object.is(value, other[index]));

export interface Attribution {
  /** The figure in both scenarios. */
  readonly from: number;
  readonly to: number;
  /** In the order of the changes; they add up to the difference. */
  readonly contributions: readonly Contribution[];
  /** In the order of the groups; the changes of a group add up to it. */
  readonly groups: readonly GroupContribution[];
}

/**
 * Attributes the differences of some figures to changes (Shapley values): exact if there are few combinations,
 * otherwise estimated from `pairs` of random orderings, with 95 % intervals. `figuresOf` calculates all figures of a
 * scenario; it is called once for each combination of changes.
 * @param options.groups changes that are applied together; by default each is a group
 */
export function attributions(
  from: Recipe,
  changes: readonly Change[],
  figuresOf: (recipe: Recipe) => readonly number[],
  {
    pairs,
    seed,
    groups = changes.map((_, change) => [change]),
  }: { readonly pairs: number; readonly seed: number; readonly groups?: Groups },
): readonly Attribution[] {
  const figuresByChanges = new Map<bigint, readonly number[]>();
  const figuresWith = (applied: bigint): readonly number[] => {
    let figures = figuresByChanges.get(applied);
    if (figures === undefined) {
      const recipe = changes.reduce(
        (result, { apply }, index) => ((applied >> BigInt(index)) & 1n ? apply(result) : result),
        from,
      );
      figuresByChanges.set(applied, (figures = figuresOf(recipe)));
    }
    return figures;
  };
  const all = (1n << BigInt(changes.length)) - 1n;
  const positions = groups.flat();
  return figuresWith(0n).map((baseFigure, figure) => {
    const resultWith = (applied: bigint): number => figuresWith(applied)[figure]!;
    const contributions = canBeExact(groups)
      ? exactContributions(groups, resultWith)
      : sampledContributions(groups, resultWith, { pairs, seed });
    const members = contributions.flatMap((group) => group.members);
    return {
      from: baseFigure,
      to: resultWith(all),
      contributions: changes.map((_, change) => members[positions.indexOf(change)]!),
      groups: contributions,
    };
  });
}
