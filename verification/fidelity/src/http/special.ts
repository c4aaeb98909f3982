/**
 * `special`: recreates scenarios that were created over HTTP (scaled, coupled, balanced), and compares responses,
 * inputs and all queries.
 */
import type { Json } from "@etesian/engine";
import { openModel } from "@etesian/model";
import { sum } from "@etesian/numeric";
import { toStoredCurve } from "@etesian/sliders";
import { newEngine } from "@etesian/workbench/engine";
import { datasetOfReference } from "../annual.ts";
import { hourlyRecipe, MAPPED_IN_QUERIES } from "../hourly.ts";
import { listGolden, readGolden, type Reference } from "../reference.ts";
import { Replay } from "./replay.ts";
import { type Command, type Comparison, Tally } from "../report.ts";
import { type RunningServers, withServer } from "./running.ts";
import type { SpecialScenario } from "../sliders.ts";
import { uploadForm } from "./uploads.ts";

interface RecordedScenario {
  readonly create: object;
  readonly steps: readonly (SentRequest | AttachedCurve)[];
  /** Responses to the creation, then to each step. */
  readonly answers: readonly { readonly status: number; readonly json: unknown }[];
  readonly scenario: { readonly id: number };
  readonly inputs: unknown;
  /** Keys of queries without a result. */
  readonly errors: { readonly [key: string]: unknown };
  readonly gqueries: { readonly [key: string]: Result };
}
type Result = readonly [present: Json, future: Json, unit: Json];

interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

interface AttachedCurve {
  readonly curve: string;
  readonly values: readonly number[];
}

/** The request for a step; a curve is uploaded. */
const requestOf = (step: SentRequest | AttachedCurve): SentRequest =>
  "curve" in step
    ? { method: "PUT", path: `/scenarios/{id}/custom_curves/${step.curve}`, body: uploadForm(step.values) }
    : step;

/** Queries per request. */
const CHUNK = 1_000;

export const specialCommand = (runningServers: RunningServers | null): Command => ({
  description: "scenarios created over HTTP, step by step: responses, inputs, every query",
  files: async (reference) => listGolden(reference, "special").map((name) => `special/${name}`),
  run: (reference, files, report) =>
    withServer(runningServers, reference, async ({ urls: [url = ""], token }) => {
      for (const file of files) report(await compareCreated(reference, file, new Replay(url, token)));
    }),
});

async function compareCreated(reference: Reference, file: string, replay: Replay): Promise<Comparison> {
  const recordedScenario = readGolden(reference, file) as RecordedScenario;
  const tally = new Tally(file);
  const compare = (name: string, actual: unknown, expected: unknown): void =>
    tally.add(name, [], [...replay.differences(actual, expected, "body")]);
  const [creationResponse, ...stepResponses] = recordedScenario.answers;
  const creation = await replay.send(
    { method: "POST", path: "/scenarios", request: { scenario: recordedScenario.create } },
    false,
  );
  replay.recordIds(creationResponse?.json, creation.body);
  compare("creation", creation.body, creationResponse?.json);
  const roundedResults = await calculateRounded(reference, recordedScenario);
  for (const [step, { method, path, body }] of recordedScenario.steps.map(requestOf).entries()) {
    const url = path.replace("{id}", String(recordedScenario.scenario.id));
    const response = await replay.send({ method, path: url, request: body }, false);
    const { status = 0, json } = stepResponses[step] ?? {};
    tally.add(`status of step ${step + 1}`, status, response.status);
    compare(`step ${step + 1}`, response.body, roundedResults?.answers[step] ?? json);
  }
  const path = `/scenarios/${recordedScenario.scenario.id}`;
  compare("the scenario", (await replay.send({ method: "GET", path }, false)).body, recordedScenario.scenario);
  const { body: inputs } = await replay.send({ method: "GET", path: `${path}/inputs` }, false);
  for (const [key, input] of Object.entries(recordedScenario.inputs as object)) {
    compare(`input ${key}`, (inputs as { readonly [key: string]: unknown })[key], input);
  }
  const keys = Object.keys(recordedScenario.gqueries).filter((key) => !Object.hasOwn(recordedScenario.errors, key));
  for (let first = 0; first < keys.length; first += CHUNK) {
    const chunk = keys.slice(first, first + CHUNK);
    await compareQueries(chunk, recordedScenario, roundedResults?.result ?? (() => null), path, replay, tally);
  }
  const failingKeys = Object.keys(recordedScenario.errors);
  const refusal = await replay.send({ method: "PUT", path, request: { gqueries: failingKeys } }, false);
  tally.add("status of queries without a result", 422, refusal.status);
  return tally.comparison;
}

/** `expected`: the result of a query where it differs from the reference's. */
async function compareQueries(
  keys: readonly string[],
  recordedScenario: RecordedScenario,
  expected: (key: string) => Result | null,
  path: string,
  replay: Replay,
  tally: Tally,
) {
  // The query that overwrote this query's result in the reference, if any.
  const queries = keys.map((key) => MAPPED_IN_QUERIES.get(key) ?? key);
  const { body } = await replay.send({ method: "PUT", path, request: { gqueries: queries } }, false);
  const { gqueries } = body as { readonly gqueries?: { readonly [key: string]: { readonly [year: string]: Json } } };
  for (const [index, key] of keys.entries()) {
    const [present, future, unit] = expected(queries[index]!) ?? recordedScenario.gqueries[key]!;
    const actual = gqueries?.[queries[index]!];
    tally.add(`${key} present`, present, actual?.["present"] ?? null);
    tally.add(`${key} future`, future, actual?.["future"] ?? null);
    tally.add(`${key} unit`, unit, actual?.["unit"] ?? null);
  }
}

/** Results of a scenario whose prices have fractions of a cent, which Etesian rounds. */
interface RoundedResults {
  /** Known differences from the reference's response, by step. */
  readonly answers: readonly (object | undefined)[];
  result(this: void, key: string): Result | null;
}

/**
 * The reference calculates with unrounded prices, and `hourly` shows that the engine then agrees bit for bit. Here
 * the engine gets the prices in cents, and the responses over HTTP have to equal its results.
 */
async function calculateRounded(
  reference: Reference,
  recordedScenario: RecordedScenario,
): Promise<RoundedResults | null> {
  const inCents = (values: readonly number[]): readonly number[] => [
    ...toStoredCurve("price", Float64Array.from(values)),
  ];
  const isRounded = (step: SentRequest | AttachedCurve): step is AttachedCurve =>
    "curve" in step &&
    step.curve.endsWith("_price") &&
    inCents(step.values).some((cents, hour) => cents !== step.values[hour]);
  if (!recordedScenario.steps.some(isRounded)) return null;
  const model = await openModel(reference.model);
  const engine = newEngine(model);
  const steps = recordedScenario.steps.map((step) =>
    isRounded(step) ? { ...step, values: inCents(step.values) } : step,
  );
  const golden = { ...recordedScenario, steps } as unknown as SpecialScenario;
  const recipe = hourlyRecipe(golden, model.definition);
  const solution = engine.solve(await datasetOfReference(model, recipe.area), recipe);
  return {
    answers: recordedScenario.steps.map((step, index) => {
      if (!isRounded(step)) return undefined;
      const values = inCents(step.values);
      const [min, max] = [Math.min(...values), Math.max(...values)];
      const body = recordedScenario.answers[index + 1]?.json as { readonly stats: object };
      const mean = sum(values) / values.length;
      return {
        ...body,
        stats: { ...body.stats, min, max, mean, min_at: values.indexOf(min), max_at: values.indexOf(max) },
      };
    }),
    result(key) {
      const queryResult = solution.query(key);
      if ("errors" in queryResult) return null;
      const text = JSON.stringify([queryResult.present, queryResult.future, queryResult.unit]);
      // Queries that return objects of the graph do not depend on prices.
      return text.includes('"unserialisable"') ? null : (JSON.parse(text) as Result);
    },
  };
}
