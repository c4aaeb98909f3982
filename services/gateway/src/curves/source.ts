/** Fields of an upload that identify the scenario in which the curve was calculated. */
import type { SourceScenario } from "@etesian/contracts/curves";
import { customError } from "../http/errors.ts";
import { toId } from "../http/parameters.ts";

const FIELDS = [
  "source_scenario_id",
  "source_scenario_title",
  "source_saved_scenario_id",
  "source_dataset_key",
  "source_end_year",
] as const;

/** Blank if the scenario has not been saved. */
const OPTIONAL = "source_saved_scenario_id";

/** All of the fields, or none; throws 422 if some are missing or ids are invalid. */
export function sourceOf(fields: { readonly [name: string]: string }): SourceScenario | undefined {
  const given = FIELDS.map((name) => fields[`metadata[${name}]`] ?? "");
  if (given.every((value) => value === "")) return undefined;
  const missing = FIELDS.filter((name, index) => given[index] === "" && name !== OPTIONAL);
  const [scenario, scenarioTitle = "", saved, datasetKey = "", year] = given;
  const [scenarioId, savedScenarioId, endYear] = [toId(scenario), saved === "" ? 0 : toId(saved), toId(year)];
  if (missing.length > 0 || scenarioId === null || savedScenarioId === null || endYear === null) {
    const words = missing.length > 0 ? `${missing.join(", ")} missing` : "ids and end year must be numbers";
    throw customError("bad_curve_source", [
      `metadata: all of ${FIELDS.join(", ")} or none (${OPTIONAL} may be blank); ${words}`,
    ]);
  }
  return { scenarioId, scenarioTitle, savedScenarioId, datasetKey, endYear };
}
