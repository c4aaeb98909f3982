import type { Curve, CurveStatistics, SourceScenario } from "@etesian/contracts/curves";
import type { ScenarioCurve } from "@etesian/contracts/scenarios";

/** A curve in a response. */
export function curveJson({ curve, file, sets, overrides }: ScenarioCurve) {
  if (curve === undefined) throw new Error("a curve has no description");
  const { key, type, displayGroup, internal } = curve;
  const facts = {
    key,
    type,
    display_group: displayGroup ?? null,
    attached: file !== undefined,
    overrides,
    ...(internal && { internal }),
  };
  return file === undefined ? facts : { ...facts, ...fileJson(file, sets[curve.sets.at(-1) ?? ""] ?? null) };
}

/** `hours`: full load hours that the scenario sets. */
function fileJson({ type, fileName, size, keptAt, statistics, source }: Curve, hours: number | null) {
  if (keptAt === undefined || statistics === undefined) throw new Error("a file is incomplete");
  const hasAbsoluteValues = type === "price" || type === "temperature";
  return {
    name: fileName,
    size,
    date: keptAt.toISOString(),
    stats: statisticsJson(type, statistics, hours),
    ...(hasAbsoluteValues && { source_scenario: source === undefined ? {} : sourceJson(source) }),
  };
}

/** Values of a profile are relative, so only the hours of its extremes are meaningful. */
function statisticsJson(type: string, { length, minAt, maxAt, min, max, mean }: CurveStatistics, hours: number | null) {
  const extremes = { length, min_at: minAt, max_at: maxAt };
  switch (type) {
    case "capacity_profile":
      return { ...extremes, full_load_hours: hours };
    case "profile":
    case "availability":
      return extremes;
    default:
      return { ...extremes, max, min, mean };
  }
}

const sourceJson = ({ scenarioId, scenarioTitle, savedScenarioId, datasetKey, endYear }: SourceScenario) => ({
  source_scenario_id: scenarioId,
  source_scenario_title: scenarioTitle,
  source_saved_scenario_id: savedScenarioId === 0 ? null : savedScenarioId,
  source_dataset_key: datasetKey,
  source_end_year: endYear,
});
