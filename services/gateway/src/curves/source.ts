/** What the fields of an upload say of where a curve was calculated. */
import type { SourceScenario } from "@etesian/contracts/curves";
import { errorInWords } from "../http/errors.ts";
import { toId } from "../http/parameters.ts";

const FIELDS = [
  "source_scenario_id",
  "source_scenario_title",
  "source_saved_scenario_id",
  "source_dataset_key",
  "source_end_year",
] as const;

/** All five fields, or none; raises 422 for some of them, and for ids that are none. */
export function sourceOf(fields: { readonly [name: string]: string }): SourceScenario | undefined {
  const given = FIELDS.map((name) => fields[`metadata[${name}]`] ?? "");
  const missing = FIELDS.filter((_, index) => given[index] === "");
  if (missing.length === FIELDS.length) return undefined;
  const [scenario, scenarioTitle = "", saved, datasetKey = "", year] = given;
  const [scenarioId, savedScenarioId, endYear] = [toId(scenario), toId(saved), toId(year)];
  if (missing.length > 0 || scenarioId === null || savedScenarioId === null || endYear === null) {
    const words = missing.length > 0 ? `${missing.join(", ")} missing` : "ids and end year must be numbers";
    throw errorInWords("bad_curve_source", [`metadata: all of ${FIELDS.join(", ")} or none; ${words}`]);
  }
  return { scenarioId, scenarioTitle, savedScenarioId, datasetKey, endYear };
}
