/** Scenarios of the included model (models/starter) that use all of its technologies. */
import { join } from "node:path";
import type { Model } from "@etesian/model";
import { sampled } from "@etesian/testing/sample";
import type { InputFacts } from "@etesian/sliders";
import { expect } from "vitest";
import type { Solution } from "./solution.ts";
import { answers, type SliderValues, StarterModel } from "./starter-model.fixture.ts";

const DIRECTORY = join(import.meta.dirname, "../../../../models/starter");
/** Areas of the model whose sliders `npm test` moves. */
export const AREAS = ["nl"];
/** The model's other areas, in `npm run test:whole`. */
export const OTHER_AREAS = ["DE_germany", "GM0014_groningen", "GM0344_utrecht"];

/** Inputs that are not sliders. */
const NO_SLIDERS = new Set(["initial_updates_interconnector_curves"]);

export const starterOf = (area: string): Promise<StarterModel> => StarterModel.open(DIRECTORY, area);

export const slidersOf = (starter: StarterModel): readonly InputFacts[] =>
  [...starter.inputs.values()].filter(({ key, disabled }) => !disabled && !NO_SLIDERS.has(key));

/** A scenario that builds some of everything: a tenth of its range for sliders that start at zero. */
export function everythingBuilt(sliders: readonly InputFacts[]): SliderValues {
  const built = sliders.filter(
    ({ shareGroup, permittedValues, unit, default: start, min, max }) =>
      shareGroup === null && permittedValues === null && unit !== "bool" && start === 0 && min === 0 && max! > 0,
  );
  return Object.fromEntries(built.map(({ key, max }) => [key, max! / 10]));
}

/** Industrial demand response above a price, EUR/MWh. */
const waitingFrom = (price: number): SliderValues =>
  Object.fromEntries(
    ["chemical", "metal", "other", "other_ict"].flatMap((branch) => {
      const key = `industry_${branch}_flexibility_load_shifting_electricity`;
      return [
        [`capacity_of_${key}`, 20],
        [`wta_of_${key}`, price],
      ];
    }),
  );

/**
 * Technologies that other scenarios leave idle: low temperature heat networks and captured CO2 with users, storage with
 * maximum sun, an offshore park that loses electricity because its electrolysis is small, and demand response at
 * realistic prices.
 */
export function idleOtherwise(sliders: readonly InputFacts[]): SliderValues {
  const sun = "capacity_of_energy_power_solar_pv_solar_radiation";
  const values: SliderValues = {
    buildings_space_heater_district_heating_lt_steam_hot_water_share: 50,
    share_of_molecules_other_utilisation_co2: 100,
    relative_capacity_of_electrolyser: 10,
    [sun]: sliders.find(({ key }) => key === sun)!.max!,
    ...waitingFrom(40),
  };
  return Object.fromEntries(Object.entries(values).filter(([key]) => sliders.some((slider) => slider.key === key)));
}

/**
 * Enough electrolysis and use to fill and empty the store; domestic aviation, which is too small in other scenarios.
 */
export const HYDROGEN_ECONOMY: SliderValues = {
  transport_plane_using_electricity_share: 30,
  transport_plane_using_hydrogen_share: 50,
  capacity_of_energy_power_wind_turbine_offshore: 40_000,
  capacity_of_energy_hydrogen_flexibility_p2g_electricity: 6_000,
  capacity_of_energy_hydrogen_storage_salt_cavern: 2_000,
  industry_chemicals_fertilizers_central_hydrogen_share: 100,
  capacity_of_energy_heat_network_storage_ht_steam_hot_water: 500,
  capacity_of_energy_heat_production_ht_residual_heat: 100,
};

/** Too few plants and no import. */
export const TOO_LITTLE: SliderValues = {
  volume_of_baseload_import_electricity: 0,
  capacity_of_energy_power_combined_cycle_network_gas_dispatchable: 0,
  capacity_of_energy_power_ultra_supercritical_coal: 0,
  ...Object.fromEntries([1, 2, 3, 4, 5].map((number) => [`electricity_interconnector_${number}_capacity`, 0])),
};

/** Another position in its range. */
export const elsewhere = ({ permittedValues, min, max }: InputFacts, now: number | string): number | string =>
  permittedValues?.find((value) => value !== now) ?? (now === max ? min! : max!);

/** Both results of a query, as text that can be compared. */
const resultsOf = (solution: Solution, key: string): string => JSON.stringify(answers(solution, key));

/** Keys of all queries, numbers before curves, which take longer. */
const queryKeys = ({ definition }: Model): readonly string[] => {
  const isCurve = ({ unit }: { readonly unit: string | null }): boolean => unit === "curve";
  const all = definition.gqueries;
  return [...all.filter((query) => !isCurve(query)), ...all.filter(isCurve)].map(({ key }) => key);
};

/** Keys of an area's sliders that change no query. Energy is conserved with every technology in use. */
export async function slidersWithoutEffect(area: string): Promise<readonly string[]> {
  const starter = await starterOf(area);
  const sliders = slidersOf(starter);
  const built = everythingBuilt(sliders);
  // Peak plants may be idle in all hours, and so may interconnectors where other import suffices or is cheaper.
  const keys = queryKeys(starter.model);
  const scenarios = [
    built,
    { ...built, settings_enable_merit_order: 0 },
    {
      volume_of_baseload_import_electricity: 0,
      electricity_interconnector_6_capacity: 100,
      electricity_interconnector_6_marginal_costs: 20,
      ...waitingFrom(90),
    },
    { ...built, ...idleOtherwise(sliders) },
  ].map((values) => {
    const solution = starter.solve(values);
    expect(starter.defects(solution)).toEqual([]);
    return { values, results: new Map(keys.map((key) => [key, resultsOf(solution, key)])) };
  });
  const dead = sliders
    .filter((_, index) => index % sampled(area === "nl" ? 16 : 80, 1) === 0)
    .filter((slider) => {
      const now = built[slider.key] ?? slider.default ?? 0;
      return !scenarios.some(({ values, results }) => {
        const moved = starter.solve({ ...values, [slider.key]: elsewhere(slider, now) });
        return keys.some((key) => resultsOf(moved, key) !== results.get(key));
      });
    });
  return dead.map(({ key }) => key);
}
