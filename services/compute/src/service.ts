/** Definition of the compute service: settings, dependencies and start. */
import { mkdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { commandOf } from "@etesian/service-kit/commands";
import { CurvesServiceDefinition } from "@etesian/contracts/curves";
import { addDetails, DATA_DIRECTORY, defineService, MODEL_DIRECTORY, setting } from "@etesian/service-kit";
import { Calculator, AreaNotFoundError } from "./calculator.ts";
import { computeService } from "./compute-service.ts";
import { FetchError, servedModel } from "./model/fetch-model.ts";
import { type ModelDescription, InvalidModelError } from "./model/model-description.ts";

/** One processor remains for requests, events and JSON. */
const DEFAULT_WORKERS = Math.max(1, availableParallelism() - 1);

/** The engine's own default, which is not loaded with the settings (service.test.ts). */
const DEFAULT_ENGINE_MB = 200;

export const compute = defineService({
  name: "compute",
  settings: {
    model: MODEL_DIRECTORY,
    data: DATA_DIRECTORY,
    workers: addDetails(
      setting.integer("calculation threads", { min: 1, max: 256 }, DEFAULT_WORKERS),
      "Each takes about 150 MB with a large model",
      "processors − 1",
    ),
    firstAreas: addDetails(
      setting.text(
        "areas to warm up at the first start, separated by commas; by default the model's default area",
        "AREAS",
        null,
      ),
      "Later starts warm up the most recently used areas. Name the areas that users open first, such as `nl2023` of ETSource",
      "the model's default area",
    ),
    noWarmUp: addDetails(
      setting.toggle("start without warm-up: the first responses take longer"),
      "By default, threads calculate some scenarios before the server is ready, and until the first request. Useful for servers that " +
        "restart often and serve few requests",
    ),
    queueLength: addDetails(
      setting.integer("maximum number of calculations in the queue", { min: 1, max: 100_000 }, 256),
      "Further requests get 503 with `Retry-After`",
    ),
    solutionMemory: addDetails(
      setting.integer("MB per thread for cached solutions", { min: 1, max: 1_000_000 }, 32),
      "Annual solutions, which the threads share, use the same amount again. A thread's last solution is kept regardless of its size. " +
        "With a large model, an hourly solution takes 3 to 6 MB in addition to the engine's cache",
    ),
    engineMemory: addDetails(
      setting.integer(
        "MB per thread for results that a recalculation can reuse",
        { min: 0, max: 1_000_000 },
        DEFAULT_ENGINE_MB,
      ),
      "A fifth of it is for curves, a quarter for the most recent areas. With 0, every request is calculated from scratch",
    ),
    noModelParts: addDetails(
      setting.toggle("do not share the model: clients get results, but cannot calculate locally"),
      "`/api/v3/model/areas` and `/api/v3/model/parts` then respond with 404, and the page requests every result from the server " +
        "([model-parts.md](../model-parts.md))",
    ),
  },
  needs: { curves: CurvesServiceDefinition },
  opensFirst: true,

  explain(error, { model, firstAreas }) {
    if (error instanceof FetchError) return `--model ${model}: ${error.message}`;
    if (error instanceof InvalidModelError) return `--model ${model}: ${error.message}`;
    return error instanceof AreaNotFoundError ? `--first-areas ${firstAreas}: ${error.message}` : null;
  },

  async open({ values, clients, log, metrics, readiness, progress, onStop }) {
    const data = resolve(values.data);
    mkdirSync(data, { recursive: true });
    const calculator = new Calculator({
      modelDirectory: await servedModel(values.model, data, progress),
      cacheDirectory: join(data, "cache"),
      usedAreasFile: join(data, "used-areas.json"),
      firstAreas: values.firstAreas?.split(",") ?? [],
      workers: values.workers,
      queueLength: values.queueLength,
      solutionBytes: values.solutionMemory * 1_000_000,
      engineBytes: values.engineMemory * 1_000_000,
      log,
      metrics,
      progress,
    });
    onStop("calculation", () => calculator.close());
    readiness.add("calculation", () => calculator.check());
    const ready = async (): Promise<void> => {
      await calculator.model;
      if (values.noWarmUp) return;
      progress("warming up");
      await calculator.ready();
    };
    return {
      rpc: computeService(calculator, clients.curves, !values.noModelParts),
      // Other services start while the model is loaded.
      ready: ready(),
      notes: async () => [
        ...notesOf(values.model, await calculator.model),
        ["threads", `${values.workers} for calculations`],
      ],
      onStarted: () => {
        if (values.noWarmUp) return;
        calculator.warmUp().catch((error: unknown) => log.warn({ err: error }, "warming up the threads failed"));
      },
    };
  },
});

/** Lines about the model for the start message. */
function notesOf(
  directory: string,
  { areas, gqueries, defaultArea, problems }: ModelDescription,
): (readonly [label: string, sentence: string])[] {
  const computable = areas.filter(({ problem }) => problem === null).length;
  const uncomputable = areas.length - computable;
  const areaSummary = `${countOf(computable, "area")}${uncomputable === 0 ? "" : ` (${uncomputable} more cannot be calculated)`}`;
  const queries = countOf(gqueries.length, "query", "queries");
  const model = ["model", `${directory}: ${areaSummary}, ${queries}; default area ${defaultArea}`] as const;
  if (problems === 0) return [model];
  const summary = countOf(problems, "problem");
  return [model, ["note", `${summary} in the model's documents: ${commandOf("model")} check ${directory}`]];
}

/** "1 area", "2 areas". */
const countOf = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;
