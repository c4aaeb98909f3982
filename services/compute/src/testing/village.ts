/**
 * A model of one village, small enough to calculate by hand. Of 100 TJ of heat, gas boilers (efficiency 0.8) supply
 * three quarters and electric heaters (1.0) one quarter. Their electricity comes from a gas plant (0.5).
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const FILES: Readonly<Record<string, string>> = {
  "config/default_dataset.yml": "--- village\n",
  "carriers/gas.ad": "- infinite = false\n",
  "carriers/electricity.ad": "- infinite = false\n",
  "carriers/heat.ad": "- infinite = false\n",
  "carriers/loss.ad": "- infinite = false\n",

  "graphs/energy/nodes/energy/gas_well.ad":
    "- use = energetic\n- groups = [primary_energy_demand]\n- output.gas = 1.0\n",
  "graphs/energy/nodes/energy/gas_plant.ad":
    "- use = energetic\n- presentation_group = electricity_production\n- input.gas = 1.0\n- output.electricity = 0.5\n- output.loss = elastic\n",
  "graphs/energy/nodes/households/gas_boiler.ad":
    "- use = energetic\n- input.gas = 1.0\n- output.heat = 0.8\n- output.loss = elastic\n",
  "graphs/energy/nodes/households/electric_heater.ad":
    "- use = energetic\n- input.electricity = 1.0\n- output.heat = 1.0\n",
  "graphs/energy/nodes/households/heat_demand.demand.ad":
    "- use = energetic\n- groups = [preset_demand, useful_demand]\n- input.heat = 1.0\n\n~ demand = EB(households, heat)\n",
  "graphs/energy/edges/energy/gas_well-gas_plant@gas.ad": "- type = share\n",
  "graphs/energy/edges/households/gas_well-gas_boiler@gas.ad": "- type = share\n",
  "graphs/energy/edges/households/gas_plant-electric_heater@electricity.ad": "- type = share\n",
  "graphs/energy/edges/households/gas_boiler-heat_demand@heat.ad": "- type = share\n\n~ child_share = 0.75\n",
  "graphs/energy/edges/households/electric_heater-heat_demand@heat.ad": "- type = share\n\n~ child_share = 0.25\n",

  "inputs/demand/heat_demand_per_year.ad": `- query = UPDATE(V(heat_demand), preset_demand, USER_INPUT() * MILLIONS)
- priority = 10
- max_value = 200.0
- min_value = 0.0
- start_value_gql = present:DIVIDE(V(heat_demand, demand), MILLIONS)
- step_value = 0.1
- unit = TJ
- update_period = future
`,
  ...share("gas_boiler"),
  ...share("electric_heater"),
  "inputs/settings/settings_holiday.ad": slider("bool", 1),
  "inputs/industry/factory_output.ad": slider("MJ", 10, "dependent_on = has_industry"),

  "inputs/settings/settings_winter.ad": `- query =
- min_value = [default, cold]
- start_value = default
- unit = enum
- update_period = future
`,
  "inputs/coupling/mill_output.ad": slider("MJ", 10, "coupling_groups = [mill]"),
  "inputs/coupling/bakery_output.ad": slider("MJ", 10, "disabled_by_couplings = [mill]"),

  "gqueries/general/demand/heat_demand.gql": "- unit = MJ\n- query = V(heat_demand, demand)\n",
  "gqueries/general/demand/gas_demand.gql": "# Energy from the well.\n\n- unit = MJ\n- query = V(gas_well, demand)\n",
  "inputs/settings/hours_of_sun.ad": slider("hours", 100),
  "inputs/settings/price_of_power.ad": slider("euro", 100),
  "config/user_curves.yml": `---
power_price:
  type: price
  display_group: prices
  disables:
    - price_of_power
sun:
  type: capacity_profile
  display_group: weather
  reduce:
    as: full_load_hours
    sets:
      - hours_of_sun
bakery:
  type: profile
  internal: true
`,
  "gqueries/general/price_of_first_hour.gql": "- unit = euro\n- query = FIRST(ATTACHED_CURVE(power_price_curve))\n",
  "gqueries/general/sun_of_first_hour.gql": "- unit = factor\n- query = FIRST(ATTACHED_CURVE(sun_curve))\n",
  "gqueries/general/broken.gql": "- unit = MJ\n- query = V(heat_demand, no_such_attribute)\n",
  "gqueries/general/all_nodes.gql": "- unit = nodes\n- query = ALL()\n",

  "datasets/village/village.full.ad":
    "- area = village\n- group = neighbourhood\n- analysis_year = 2020\n- number_of_inhabitants = 100\n- has_industry = false\n",
  "datasets/village/energy_balance.csv": "FLOW,Heat\nHouseholds,100.0\n",
  "datasets/village/emissions.csv": "etm_sector,etm_subsector,use,ghg,year,unit,value\n",
};

/** A slider that does not change the graph. */
function slider(unit: string, max: number, ...attributes: readonly string[]): string {
  const range = [`max_value = ${max}.0`, "min_value = 0.0", "start_value = 0.0", "step_value = 1.0", `unit = ${unit}`];
  return ["query =", ...range, "update_period = future", ...attributes].map((line) => `- ${line}\n`).join("");
}

/** The slider of a heater's share in the heat demand. */
function share(node: string): Readonly<Record<string, string>> {
  return {
    [`inputs/heating/share_of_${node}.ad`]: `- query = UPDATE(EDGE(${node}, heat_demand), share, DIVIDE(USER_INPUT(), 100))
- priority = 0
- max_value = 100.0
- min_value = 0.0
- start_value_gql = present:V(EDGE(${node}, heat_demand), share) * 100
- step_value = 0.1
- unit = %
- update_period = future
- share_group = heating
`,
  };
}

/** Writes the model to a directory. */
export function writeVillage(directory: string): void {
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), content);
  }
}
