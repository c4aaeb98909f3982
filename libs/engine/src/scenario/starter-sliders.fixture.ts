/** Scenarios of the included model (models/starter) that together use all of its technologies. */
import { join } from "node:path";
import type { Model } from "@etesian/model";
import { sampleSize } from "@etesian/testing/sample";
import type { InputFacts } from "@etesian/sliders";
import { expect } from "vitest";
import type { Solution } from "./solution.ts";
import { resultInBothYears, type SliderValues, StarterModel } from "./starter-model.fixture.ts";

const DIRECTORY = join(import.meta.dirname, "../../../../models/starter");
/** Areas of the model whose sliders `npm test` moves. */
export const AREAS = ["nl"];
/** The model's other areas, which `npm run test:whole` adds. */
export const OTHER_AREAS = ["DE_germany", "GM0014_groningen", "GM0344_utrecht"];

/** Inputs that are not sliders. */
const NOT_SLIDERS = new Set(["initial_updates_interconnector_curves"]);

export const starterOf = (area: string): Promise<StarterModel> => StarterModel.open(DIRECTORY, area);

export const slidersOf = (starter: StarterModel): readonly InputFacts[] =>
  [...starter.inputs.values()].filter(({ key, disabled }) => !disabled && !NOT_SLIDERS.has(key));

/** A scenario that builds every technology: sliders that start at zero move to a tenth of their range. */
export function buildEverything(sliders: readonly InputFacts[]): SliderValues {
  const builtSliders = sliders.filter(
    ({ shareGroup, permittedValues, unit, default: start, min, max }) =>
      shareGroup === null && permittedValues === null && unit !== "bool" && start === 0 && min === 0 && max! > 0,
  );
  return Object.fromEntries(builtSliders.map(({ key, max }) => [key, max! / 10]));
}

/** Industrial demand response above a price, EUR/MWh. */
const demandResponseAbove = (price: number): SliderValues =>
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
 * Technologies that other scenarios do not use: low-temperature heat networks and captured CO2 with users, storage with
 * maximum solar power, an offshore park that loses electricity because its electrolysis is small, and demand response
 * at realistic prices.
 */
export function rarelyUsedTechnologies(sliders: readonly InputFacts[]): SliderValues {
  const sun = "capacity_of_energy_power_solar_pv_solar_radiation";
  const values: SliderValues = {
    buildings_space_heater_district_heating_lt_steam_hot_water_share: 50,
    share_of_molecules_other_utilisation_co2: 100,
    relative_capacity_of_electrolyser: 10,
    [sun]: sliders.find(({ key }) => key === sun)!.max!,
    ...demandResponseAbove(40),
  };
  return Object.fromEntries(Object.entries(values).filter(([key]) => sliders.some((slider) => slider.key === key)));
}

/**
 * Enough electrolysis and hydrogen use to fill and empty the store, and domestic aviation, which is too small in other
 * scenarios.
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

/** Too few power plants, and no imports. */
export const UNDERSUPPLY: SliderValues = {
  volume_of_baseload_import_electricity: 0,
  capacity_of_energy_power_combined_cycle_network_gas_dispatchable: 0,
  capacity_of_energy_power_ultra_supercritical_coal: 0,
  ...Object.fromEntries([1, 2, 3, 4, 5].map((number) => [`electricity_interconnector_${number}_capacity`, 0])),
};

/** A different position in the slider's range. */
export const anotherPosition = (
  { permittedValues, min, max }: InputFacts,
  currentValue: number | string,
): number | string => permittedValues?.find((value) => value !== currentValue) ?? (currentValue === max ? min! : max!);

/** Both results of a query, as text that can be compared. */
const resultsOf = (solution: Solution, key: string): string => JSON.stringify(resultInBothYears(solution, key));

/** Keys of all queries, numbers before curves, because curves take longer. */
const queryKeys = ({ definition }: Model): readonly string[] => {
  const isCurve = ({ unit }: { readonly unit: string | null }): boolean => unit === "curve";
  const queries = definition.gqueries;
  return [...queries.filter((query) => !isCurve(query)), ...queries.filter(isCurve)].map(({ key }) => key);
};

/**
 * Keys of an area's sliders that change no query. Also checks that energy is conserved with every technology in use.
 */
export async function slidersWithoutEffect(area: string): Promise<readonly string[]> {
  const starter = await starterOf(area);
  const sliders = slidersOf(starter);
  const builtValues = buildEverything(sliders);
  // Peak plants may be idle in all hours, as may interconnectors where other imports suffice or are cheaper.
  const keys = queryKeys(starter.model);
  const scenarios = [
    builtValues,
    { ...builtValues, settings_enable_merit_order: 0 },
    {
      volume_of_baseload_import_electricity: 0,
      electricity_interconnector_6_capacity: 100,
      electricity_interconnector_6_marginal_costs: 20,
      ...demandResponseAbove(90),
    },
    { ...builtValues, ...rarelyUsedTechnologies(sliders) },
  ].map((values) => {
    const solution = starter.solve(values);
    expect(starter.defects(solution)).toEqual([]);
    return { values, results: new Map(keys.map((key) => [key, resultsOf(solution, key)])) };
  });
  const ineffectiveSliders = sliders
    .filter((_, index) => index % sampleSize(area === "nl" ? 16 : 80, 1) === 0)
    .filter((slider) => {
      const currentValue = builtValues[slider.key] ?? slider.default ?? 0;
      return !scenarios.some(({ values, results }) => {
        const movedSolution = starter.solve({ ...values, [slider.key]: anotherPosition(slider, currentValue) });
        return keys.some((key) => resultsOf(movedSolution, key) !== results.get(key));
      });
    });
  return ineffectiveSliders.map(({ key }) => key);
}
