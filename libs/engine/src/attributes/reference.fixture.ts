/** The reference results and the real model, where they are present. */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { openModel } from "@etesian/model";
import { calculateYear } from "../graph/lifecycle.ts";
import { modelTopology } from "../graph/topology.ts";
import { YearState } from "../graph/year.ts";
import { YearObjects } from "./objects.ts";
import { ModelVocabulary } from "./vocabulary.ts";

const repository = resolve(import.meta.dirname, "../../../..");
const directory = process.env["ETESIAN_REFERENCE_DIR"] ?? resolve(repository, "../shared");

export const hasReference: boolean =
  existsSync(join(directory, "etsource/graphs")) && existsSync(join(directory, "golden/nl2023"));

/** A reference result. */
export function reference<T>(path: string): T {
  return JSON.parse(gunzipSync(readFileSync(join(directory, "golden", path))).toString()) as T;
}

/** The start year of an area, calculated, ready for queries. */
export async function calculatedStartYear(
  area: string,
): Promise<{ readonly vocabulary: ModelVocabulary; readonly year: YearObjects }> {
  const model = await openModel(join(directory, "etsource"));
  const dataset = await model.dataset(area);
  const topology = modelTopology(model.definition);
  const vocabulary = new ModelVocabulary(topology);
  const { startYear } = dataset;
  const state = new YearState(topology, { calendarYear: startYear, startYear, numberOfYears: 0 });
  state.reset(YearState.fromDataset(topology, dataset));
  const year = new YearObjects(state);
  calculateYear(state, { read: vocabulary.nodeReader(year) });
  year.settle();
  return { vocabulary, year };
}
