import { inputValueCodec, recordOf } from "@etesian/contracts/codecs";
import type { Scaling } from "@etesian/contracts/compute";
import type { Scenario } from "@etesian/contracts/scenarios";

const { fromMessage: userValues } = recordOf(inputValueCodec);

/** A scenario in a response. `baseUrl`: scheme and host for links. */
export function scenarioJson(scenario: Scenario, baseUrl: string) {
  const { recipe, createdAt, updatedAt } = scenario;
  if (!recipe || !createdAt || !updatedAt) throw new Error(`scenario ${scenario.id} is incomplete`);
  const preset = scenario.featured ?? scenario.templateFeatured;
  const metadata = JSON.parse(scenario.metadataJson) as { readonly [key: string]: unknown };
  return {
    id: scenario.id,
    title: typeof metadata["title"] === "string" ? metadata["title"] : "API",
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    area_code: recipe.area,
    start_year: scenario.startYear,
    end_year: recipe.endYear,
    source: scenario.source ?? null,
    private: scenario.private,
    keep_compatible: scenario.keepCompatible,
    read_only: scenario.readOnly,
    user_values: userValues(recipe.userValues),
    balanced_values: recipe.balancedValues,
    metadata,
    active_couplings: recipe.activeCouplings,
    inactive_couplings: scenario.inactiveCouplings,
    scaling: recipe.scaling ? scalingJson(recipe.scaling) : null,
    template: scenario.template ?? null,
    // Alias of `template` for some clients.
    preset_scenario_id: scenario.template ?? null,
    esdl_exportable: scenario.esdlFile !== undefined,
    ordering: preset?.ordering ?? null,
    display_group: preset?.group ?? null,
    url: `${baseUrl}/api/v3/scenarios/${scenario.id}`,
  };
}

/** Like `scenarioJson`, for responses to changes, without fields that clients cannot send back. */
export function changedScenarioJson(scenario: Scenario, baseUrl: string) {
  const { preset_scenario_id: _, ...changedFields } = scenarioJson(scenario, baseUrl);
  return changedFields;
}

export const scalingJson = (scaling: Scaling) => ({
  area_attribute: scaling.areaAttribute,
  value: scaling.value,
  base_value: scaling.baseValue,
  has_agriculture: scaling.hasAgriculture,
  has_industry: scaling.hasIndustry,
  has_energy: scaling.hasEnergy,
});
