/** Maps points of the unit cube to recipes that the slider rules accept. */
import type { InputFacts, InputTable, Recipe } from "@etesian/sliders";
import { coordinatesOf } from "../designs/coordinates.ts";
import { AREAS, type Change, type Factor, FactorError, nameOf, type Range, type Role } from "./factors.ts";
import { numbersOf, sharesAt } from "./shares.ts";

/** Sum of a group's shares, %. */
const TOTAL_SHARE = 100;

export interface ResolvedFactor {
  readonly name: string;
  readonly role: Role;
  readonly kind: Factor["kind"];
  /** Number of its coordinates: 1, or one fewer than its members for a group. */
  readonly dimensions: number;
  /** Positions at 0, at 1, and in the scenario, in the slider's unit; null for other factors. */
  readonly positions: { readonly from: number; readonly to: number; readonly present: number } | null;
  /** Names of its settings in results: the slider, the members of the group that move, or the choice. */
  readonly settings: readonly string[];
  /** Options of a choice; 0 for other factors. */
  readonly options: number;
  /** Coordinates of the scenario itself, in which a choice has its first option. */
  readonly base: readonly number[];
}

/** All points of the unit cube as scenarios. Ranges are fixed: later changes to the scenario do not move them. */
export interface Space {
  readonly factors: readonly ResolvedFactor[];
  readonly dimensions: number;
  /** The recipe of a point: the scenario with the settings of all factors. */
  readonly recipeAt: (point: Float64Array) => Recipe;
  /**
   * The settings of all factors at a point, in their order: the position of a slider in its unit, the shares of a group
   * in %, the number of a choice's option from 0.
   */
  readonly settingsAt: (point: Float64Array) => readonly number[];
}

interface MappedFactor extends ResolvedFactor {
  /** The settings at these coordinates, which are a view of the point and must not be retained. */
  readonly settingsOf: (coordinates: Float64Array) => readonly number[];
  readonly changeOf: (settings: readonly number[]) => Change;
}

/**
 * The space of some factors around a scenario. `table` has the ranges of its area and end year. Throws `FactorError`
 * for a factor that is unknown, named twice, or cannot vary.
 */
export function spaceOf(factors: readonly Factor[], table: InputTable, recipe: Recipe): Space {
  const names = new Set<string>();
  const mappedFactors = factors.map((factor) => {
    const name = nameOf(factor);
    if (names.has(name)) throw new FactorError(name, "it is named twice");
    names.add(name);
    return mapFactor(factor, table, recipe);
  });
  const { starts, dimensions } = coordinatesOf(mappedFactors.map((factor) => factor.dimensions));
  const settingsOf = (point: Float64Array): readonly (readonly number[])[] =>
    mappedFactors.map((factor, index) =>
      factor.settingsOf(point.subarray(starts[index], starts[index]! + factor.dimensions)),
    );
  return {
    factors: mappedFactors,
    dimensions,
    recipeAt: (point) =>
      applyChanges(
        recipe,
        settingsOf(point).map((settings, index) => mappedFactors[index]!.changeOf(settings)),
      ),
    settingsAt: (point) => settingsOf(point).flat(),
  };
}

function mapFactor(factor: Factor, table: InputTable, recipe: Recipe): MappedFactor {
  switch (factor.kind) {
    case "slider":
      return sliderOf(factor.input, factor.range, factor.role, table, recipe);
    case "group":
      return groupOf(factor.group, factor.part, factor.role, table, recipe);
    case "areas": {
      const { areas, role } = factor;
      if (new Set(areas).size < areas.length) throw new FactorError(AREAS.name, "an area is named twice");
      const { settingsOf, ...choice } = choiceOf(
        AREAS.name,
        areas.map((area) => ({ area })),
        role,
      );
      const settings = [AREAS.name, AREAS.omitted];
      return { ...choice, settings, settingsOf: (coordinates) => [...settingsOf(coordinates), 0] };
    }
    case "choice":
      return choiceOf(factor.name, factor.options, factor.role);
  }
}

function choiceOf(name: string, options: readonly Change[], role: Role): MappedFactor {
  if (options.length < 2) throw new FactorError(name, `it has ${options.length} options; expected 2 or more`);
  return {
    name,
    role,
    kind: "choice",
    dimensions: 1,
    positions: null,
    settings: [name],
    options: options.length,
    base: [0],
    // A coordinate may be exactly 1.
    settingsOf: ([u]) => [Math.min(options.length - 1, Math.floor(u! * options.length))],
    changeOf: ([option]) => options[option!]!,
  };
}

/** The current position of an input in a recipe. */
const presentPosition = (
  { userValues, balancedValues }: Recipe,
  { key, default: start }: InputFacts,
): number | string | null => userValues[key] ?? balancedValues[key] ?? start;

function sliderOf(key: string, range: Range, role: Role, table: InputTable, recipe: Recipe): MappedFactor {
  const input = table.get(key);
  if (input === undefined) throw new FactorError(key, "there is no such slider");
  if (input.disabled) throw new FactorError(key, "the slider is disabled in this area");
  if (input.couplingGroups.length > 0) throw new FactorError(key, "the slider belongs to a coupling");
  if (input.shareGroup !== null)
    throw new FactorError(key, `the slider is a share of ${input.shareGroup}; expected the whole group`);
  const { min, max } = input;
  const present = presentPosition(recipe, input);
  if (
    input.unit === "bool" ||
    input.permittedValues !== null ||
    min === null ||
    max === null ||
    typeof present !== "number"
  )
    throw new FactorError(key, "the slider has no range of numbers; expected a choice of its values");
  const [low, high] = boundsOf(key, range, present, min, max);
  const likely = typeof range === "object" && "from" in range ? range.likely : undefined;
  if (likely !== undefined && !(likely >= low && likely <= high))
    throw new FactorError(key, `the likely position is ${likely}; expected a position within ${low} to ${high}`);
  const shape = likely === undefined ? EVEN : triangle((likely - low) / (high - low));
  return {
    name: key,
    role,
    kind: "slider",
    dimensions: 1,
    positions: { from: low, to: high, present },
    settings: [key],
    options: 0,
    base: [shape.probabilityOf(Math.min(1, Math.max(0, (present - low) / (high - low))))],
    settingsOf: ([u]) => [Math.min(high, low + shape.fractionAt(u!) * (high - low))],
    changeOf: ([position]) => ({ values: { [key]: position! } }),
  };
}

/** A distribution over a range: its quantile function, in fractions of the range, and the inverse. */
interface Shape {
  readonly fractionAt: (probability: number) => number;
  readonly probabilityOf: (fraction: number) => number;
}

const EVEN: Shape = { fractionAt: (probability) => probability, probabilityOf: (fraction) => fraction };

/** @param peak the most probable fraction, 0 to 1 */
const triangle = (peak: number): Shape => ({
  fractionAt: (probability) =>
    probability < peak ? Math.sqrt(probability * peak) : 1 - Math.sqrt((1 - probability) * (1 - peak)),
  probabilityOf: (fraction) => (fraction < peak ? fraction ** 2 / peak : 1 - (1 - fraction) ** 2 / (1 - peak || 1)),
});

/** The ends of a range, within the slider's own range. */
function boundsOf(key: string, range: Range, present: number, min: number, max: number): readonly [number, number] {
  if (range === "whole") {
    if (!(max > min)) throw new FactorError(key, `its range is ${min} to ${max}`);
    return [min, max];
  }
  if ("from" in range) {
    const { from, to } = range;
    if (!(from < to) || from < min || to > max)
      throw new FactorError(key, `the range is ${from} to ${to}; expected two positions within ${min} to ${max}`);
    return [from, to];
  }
  const { fractionOfCurrent: fraction } = range;
  if (!(fraction > 0))
    throw new FactorError(key, `the fraction of its current position is ${fraction}; expected more than 0`);
  if (present === 0)
    throw new FactorError(
      key,
      "its current position is 0, so a fraction of it is 0; specify the range as two positions",
    );
  const distance = fraction * Math.abs(present);
  const [low, high] = [Math.max(min, present - distance), Math.min(max, present + distance)];
  if (!(low < high))
    throw new FactorError(key, `its current position is ${present}, outside its range ${min} to ${max}`);
  return [low, high];
}

function groupOf(group: string, part: number, role: Role, table: InputTable, recipe: Recipe): MappedFactor {
  const members = [...table.values()].filter(({ shareGroup }) => shareGroup === group);
  if (members.length === 0) throw new FactorError(group, "there is no such share group");
  if (!(part > 0 && part <= 1)) throw new FactorError(group, `part is ${part}; expected more than 0, at most 1`);
  if (members.some(({ couplingGroups }) => couplingGroups.length > 0))
    throw new FactorError(group, "the group belongs to a coupling");
  const isFree = ({ min, max, disabled }: InputFacts): boolean => !disabled && max! > min!;
  const freeMembers = members.filter(isFree);
  const fixedMembers = members.filter((member) => !isFree(member));
  if (freeMembers.length < 2)
    throw new FactorError(group, `${freeMembers.length} of its members can move; expected 2 or more`);
  const shareOf = (member: InputFacts): number => Number(presentPosition(recipe, member) ?? 0);
  const total = TOTAL_SHARE - fixedMembers.reduce((sum, member) => sum + shareOf(member), 0);
  const present = freeMembers.map(shareOf);
  const bounds = freeMembers.map(({ min, max }) => ({ min: min!, max: max! }));
  return {
    name: group,
    role,
    kind: "group",
    dimensions: freeMembers.length - 1,
    positions: null,
    settings: freeMembers.map(({ key }) => key),
    options: 0,
    base: numbersOf(present),
    settingsOf: (coordinates) => sharesAt(coordinates, present, bounds, { part, total }),
    changeOf: (shares) => ({
      values: Object.fromEntries(freeMembers.map(({ key }, member) => [key, shares[member]!])),
    }),
  };
}

/** A recipe with changes, applied in order; the values that they set are no longer balanced. */
function applyChanges(recipe: Recipe, changes: readonly Change[]): Recipe {
  const userValues = { ...recipe.userValues };
  const balancedValues = { ...recipe.balancedValues };
  let { orders, curves, area, endYear } = recipe;
  for (const change of changes) {
    for (const [key, value] of Object.entries(change.values ?? {})) {
      userValues[key] = value;
      delete balancedValues[key];
    }
    for (const key of change.remove ?? []) {
      delete userValues[key];
      delete balancedValues[key];
    }
    orders = { ...orders, ...change.orders };
    curves = { ...curves, ...change.curves };
    area = change.area ?? area;
    endYear = change.endYear ?? endYear;
  }
  return { ...recipe, userValues, balancedValues, orders, curves, area, endYear };
}

/** A slider or group that cannot be a factor, and the reason. */
export interface OmittedSlider {
  readonly name: string;
  readonly reason: string;
}

/** Prefix of sliders of the calculation itself, such as the switch of the hourly calculation. */
const SETTINGS = "settings_";

/**
 * All sliders and share groups as factors: each slider varies by a fraction of its current position, each group by that
 * fraction towards other shares. Sliders that cannot vary this way, or that another slider can disable, are omitted and
 * listed with a reason.
 * @param options.includedKeys only these sliders, and all members of their share groups; null for all
 */
export function allFactors(
  table: InputTable,
  recipe: Recipe,
  {
    part,
    role,
    includedKeys = null,
  }: {
    readonly part: number;
    readonly role: (input: InputFacts) => Role;
    readonly includedKeys?: ReadonlySet<string> | null;
  },
): { readonly factors: readonly Factor[]; readonly omitted: readonly OmittedSlider[] } {
  const factors: Factor[] = [];
  const omitted: OmittedSlider[] = [];
  const groups = new Set<string>();
  for (const input of table.values()) {
    const { key, shareGroup, disabledBy } = input;
    if (includedKeys !== null && !includedKeys.has(key)) continue;
    if (shareGroup !== null && groups.has(shareGroup)) continue;
    if (shareGroup !== null) groups.add(shareGroup);
    const factor: Factor =
      shareGroup === null
        ? { kind: "slider", input: key, range: { fractionOfCurrent: part }, role: role(input) }
        : { kind: "group", group: shareGroup, part, role: role(input) };
    const reason = key.startsWith(SETTINGS)
      ? "it is a setting of the calculation"
      : disabledBy.length > 0
        ? `it is disabled by ${disabledBy.join(", ")}`
        : reasonOf(factor, table, recipe);
    if (reason === null) factors.push(factor);
    else omitted.push({ name: nameOf(factor), reason });
  }
  return { factors, omitted };
}

/**
 * Inputs with a documented range as uncertainties, in the order of the document; ranges are clipped to the slider's
 * own. Inputs that cannot vary in this scenario are listed with a reason.
 */
export function documentedFactors(
  ranges: { readonly [input: string]: Extract<Range, { readonly from: number }> },
  table: InputTable,
  recipe: Recipe,
): { readonly factors: readonly Factor[]; readonly omitted: readonly OmittedSlider[] } {
  const factors: Factor[] = [];
  const omitted: OmittedSlider[] = [];
  for (const [input, documentedRange] of Object.entries(ranges)) {
    const { min, max } = table.get(input) ?? { min: null, max: null };
    const [from, to] = [
      Math.max(documentedRange.from, min ?? -Infinity),
      Math.min(documentedRange.to, max ?? Infinity),
    ];
    const { likely } = documentedRange;
    const range = { from, to, ...(likely !== undefined && { likely: Math.min(to, Math.max(from, likely)) }) };
    const factor: Factor = { kind: "slider", input, range, role: "uncertainty" };
    const reason = reasonOf(factor, table, recipe);
    if (reason === null) factors.push(factor);
    else omitted.push({ name: input, reason });
  }
  return { factors, omitted };
}

/** Why a factor cannot vary; null if it can. */
function reasonOf(factor: Factor, table: InputTable, recipe: Recipe): string | null {
  try {
    mapFactor(factor, table, recipe);
    return null;
  } catch (error) {
    if (!(error instanceof FactorError)) throw error;
    return error.message.slice(`factor ${error.factor}: `.length);
  }
}
