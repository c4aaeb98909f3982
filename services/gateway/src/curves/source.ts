/** Fields of an upload that identify the scenario that calculated the curve. */
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

/** Blank for a scenario that has not been saved. */
const OPTIONAL_FIELD = "source_saved_scenario_id";

/** All of the fields, or none; throws 422 if some are missing or an ID is invalid. */
export function sourceOf(fields: { readonly [name: string]: string }): SourceScenario | undefined {
  const values = FIELDS.map((name) => fields[`metadata[${name}]`] ?? "");
  if (values.every((value) => value === "")) return undefined;
  const missingFields = FIELDS.filter((name, index) => values[index] === "" && name !== OPTIONAL_FIELD);
  const [scenario, scenarioTitle = "", savedId, datasetKey = "", year] = values;
  const [scenarioId, savedScenarioId, endYear] = [toId(scenario), savedId === "" ? 0 : toId(savedId), toId(year)];
  if (missingFields.length > 0 || scenarioId === null || savedScenarioId === null || endYear === null) {
    const reason =
      missingFields.length > 0 ? `${missingFields.join(", ")} missing` : "IDs and the end year must be numbers";
    throw customError("bad_curve_source", [
      `metadata: all of ${FIELDS.join(", ")} or none (${OPTIONAL_FIELD} may be blank); ${reason}`,
    ]);
  }
  return { scenarioId, scenarioTitle, savedScenarioId, datasetKey, endYear };
}
