/** The thread of `describeModel`: reads the model, says what is in it, and ends. */
import { parentPort, workerData } from "node:worker_threads";
import { AreaNotComputable, describeProblem, ModelDirectoryError, openModel } from "@etesian/model";
import type { DescriberMessage, ModelDescription, ModelLocation } from "./model-description.ts";

const say = (message: DescriberMessage): void => parentPort?.postMessage(message);

try {
  say({ kind: "described", description: await describe(workerData as ModelLocation) });
} catch (error) {
  if (!(error instanceof ModelDirectoryError)) throw error;
  say({ kind: "refused", reason: error.message });
}

async function describe({ modelDirectory, cacheDirectory }: ModelLocation): Promise<ModelDescription> {
  const model = await openModel(modelDirectory, {
    cacheDirectory,
    onProgress: (step) => say({ kind: "progress", step }),
  });
  const { hash, defaultArea, gqueries, inputs } = model.definition;
  const area = model.areas.find((summary) => summary.area === defaultArea);
  if (area?.problem === null) {
    say({ kind: "progress", step: `start year of ${defaultArea}` });
    // That it cannot be computed is told to those who ask for it.
    await model.dataset(defaultArea).catch((error: unknown) => {
      if (!(error instanceof AreaNotComputable)) throw error;
    });
  }
  return {
    hash,
    defaultArea,
    areas: model.areas.map(({ attributes, ...summary }) => ({
      ...summary,
      attributesJson: JSON.stringify(attributes),
    })),
    gqueries: gqueries.map(({ key, unit, description, labels }) => ({ key, unit, description, labels })),
    coupledInputs: inputs
      .filter(({ couplingGroups }) => couplingGroups.length > 0)
      .map(({ key, couplingGroups }) => ({ key, couplingGroups })),
    problems: model.problems.map(describeProblem),
  };
}
