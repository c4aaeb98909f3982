import type { Scenario } from "@etesian/contracts/scenarios";

/** A preset in a response: the scenario itself, without a saved scenario. */
export function featuredJson({ id, recipe, featured }: Scenario) {
  if (!recipe || !featured) throw new Error(`scenario ${id} is listed as a preset but is not featured`);
  return {
    id,
    scenario_id: id,
    saved_scenario_id: null,
    owner_id: null,
    group: featured.group,
    title: featured.titleEn,
    title_en: featured.titleEn,
    title_nl: featured.titleNl,
    description_en: featured.descriptionEn ?? null,
    description_nl: featured.descriptionNl ?? null,
    version: VERSION,
    end_year: recipe.endYear,
    area_code: recipe.area,
    author: featured.author ?? null,
    study_en: null,
    study_nl: null,
  };
}

/** The only served version of the model. */
export const VERSION = "latest";
