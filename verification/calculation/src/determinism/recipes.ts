/**
 * Random neighbouring recipes: most differ from an earlier one in one or two sliders, so that many cached results could
 * be reused, correctly or not.
 */
import {
  toCalculationCurve,
  type AttachedCurveType,
  type InputFacts,
  moveSliders,
  type Recipe,
} from "@etesian/sliders";
import type { Random } from "@etesian/workbench/random";
import type { Workbench } from "@etesian/workbench/scenarios";

const END_YEARS = [2030, 2040, 2050];
/** Config entries whose members users may reorder. */
const ORDER = /^(heat_network|hydrogen_supply|hydrogen_demand|forecast_storage)_order/;
const FORECAST = /^settings_enable_storage_optimisation_/;
const HOURS_OFF = { settings_enable_merit_order: 0 };

/** `bases` are the initial scenarios; they are moved to the workbench's area. */
export function randomRecipes(
  workbench: Workbench,
  bases: readonly Recipe[],
  count: number,
  random: Random,
): readonly Recipe[] {
  const { area } = workbench.dataset;
  const recipes: Recipe[] = [];
  while (recipes.length < count) {
    const startsFresh = recipes.length === 0 || random.chance(0.15);
    const origin = startsFresh
      ? random.pick(bases)
      : (recipes.at(-1 - random.index(Math.min(3, recipes.length))) ?? null);
    const recipe = changeRandomly({ ...origin!, area }, workbench, random);
    if (recipe !== null) recipes.push(recipe);
  }
  return recipes;
}

/** The recipe after one random change; null if the slider rules refuse it. */
function changeRandomly(recipe: Recipe, { engine, dataset }: Workbench, random: Random): Recipe | null {
  const { config } = engine.definition;
  const kind = random.number();
  if (kind < 0.06) return { ...recipe, endYear: random.pick(END_YEARS) };
  if (kind < 0.12) return { ...recipe, orders: { ...recipe.orders, ...shuffledOrder(config, recipe, random) } };
  if (kind < 0.16) return { ...recipe, curves: random.chance(0.4) ? {} : randomCurve(config, random) };
  if (kind < 0.18) return { ...recipe, scaling: recipe.scaling === null ? scaleToTenth(dataset.attributes) : null };
  if (kind < 0.2) return { ...recipe, userValues: { ...recipe.userValues, ...HOURS_OFF } };

  const table = engine.inputs(dataset, recipe.endYear, recipe.scaling);
  const inputs = [...table.values()].filter(({ disabled }) => !disabled);
  const forecast = inputs.filter(({ key }) => FORECAST.test(key));
  const movedInputs = random.chance(0.15) && forecast.length > 0 ? [random.pick(forecast)] : pickInputs(inputs, random);
  const values = Object.fromEntries(movedInputs.map((input) => [input.key, pickPosition(input, random)]));
  const change = moveSliders(table, recipe, { values });
  return "errors" in change ? null : { ...recipe, ...change.state };
}

const pickInputs = (inputs: readonly InputFacts[], random: Random): readonly InputFacts[] =>
  Array.from({ length: random.chance(0.8) ? 1 : 4 }, () => random.pick(inputs));

/** A random position in the slider's range, sometimes an end of it, or a reset to the start. */
function pickPosition(
  { min, max, default: start, unit, permittedValues }: InputFacts,
  random: Random,
): number | string {
  if (permittedValues !== null) return random.pick(permittedValues);
  if (min === null || max === null) return "reset";
  if (unit === "bool") return random.pick([0, 1]);
  const draw = random.number();
  if (draw < 0.1) return min;
  if (draw < 0.2) return max;
  return draw < 0.3 && typeof start === "number" ? start : min + (max - min) * random.number();
}

function shuffledOrder(config: { readonly [name: string]: unknown }, recipe: Recipe, random: Random): Recipe["orders"] {
  const names = [...Object.keys(config).filter((name) => ORDER.test(name)), ...Object.keys(recipe.orders)];
  if (names.length === 0) return {};
  const name = random.pick(names);
  return { [name]: random.shuffle(recipe.orders[name] ?? (config[name] as readonly string[])) };
}

function randomCurve(config: { readonly [name: string]: unknown }, random: Random): Recipe["curves"] {
  const types = Object.entries((config["user_curves"] ?? {}) as { [curve: string]: { type: AttachedCurveType } });
  if (types.length === 0) return {};
  const [key, { type }] = random.pick(types);
  const [height, days] = [random.number() * 10, 1 + random.index(30)];
  const values = Float64Array.from({ length: 8760 }, (_, hour) => height * (1 + Math.sin(hour / (24 * days))));
  return { [key]: toCalculationCurve(type, values) };
}

function scaleToTenth(attributes: Workbench["dataset"]["attributes"]): Recipe["scaling"] {
  const baseValue = Number(attributes["number_of_inhabitants"]);
  return {
    areaAttribute: "number_of_inhabitants",
    value: baseValue / 10,
    baseValue,
    hasAgriculture: true,
    hasIndustry: false,
    hasEnergy: true,
  };
}
