/**
 * `special`: recreates scenarios that were made over HTTP (scaled, coupled, balanced), and compares answers, inputs and
 * all queries.
 */
import type { Json } from "@etesian/engine";
import { openModel } from "@etesian/model";
import { sum } from "@etesian/numeric";
import { storedCurve } from "@etesian/sliders";
import { newEngine } from "@etesian/workbench/engine";
import { datasetOfReference } from "../annual.ts";
import { hourlyRecipe, MAPPED_IN_QUERIES } from "../hourly.ts";
import { listGolden, readGolden, type Reference } from "../reference.ts";
import { Replay } from "./replay.ts";
import { type Command, type Comparison, Tally } from "../report.ts";
import { type Running, withServer } from "./running.ts";
import type { SpecialScenario } from "../sliders.ts";
import { uploadOf } from "./uploads.ts";

interface Made {
  readonly create: object;
  readonly steps: readonly (Sent | Attached)[];
  /** Answers to the creation, then to each step. */
  readonly answers: readonly { readonly status: number; readonly json: unknown }[];
  readonly scenario: { readonly id: number };
  readonly inputs: unknown;
  /** Queries without a result. */
  readonly errors: { readonly [key: string]: unknown };
  readonly gqueries: { readonly [key: string]: Result };
}
type Result = readonly [present: Json, future: Json, unit: Json];

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

interface Attached {
  readonly curve: string;
  readonly values: readonly number[];
}

/** The request of a step; a curve is uploaded. */
const requestOf = (step: Sent | Attached): Sent =>
  "curve" in step
    ? { method: "PUT", path: `/scenarios/{id}/custom_curves/${step.curve}`, body: uploadOf(step.values) }
    : step;

/** Queries per request. */
const CHUNK = 1_000;

export const specialCommand = (running: Running | null): Command => ({
  about: "scenarios made over HTTP, step by step: answers, inputs, every query",
  files: async (reference) => listGolden(reference, "special").map((name) => `special/${name}`),
  run: (reference, files, report) =>
    withServer(running, reference, async ({ urls: [url = ""], token }) => {
      for (const file of files) report(await compareCreated(reference, file, new Replay(url, token)));
    }),
});

async function compareCreated(reference: Reference, file: string, replay: Replay): Promise<Comparison> {
  const made = readGolden(reference, file) as Made;
  const tally = new Tally(file);
  const alike = (name: string, ours: unknown, theirs: unknown): void =>
    tally.add(name, [], [...replay.differences(ours, theirs, "body")]);
  const [created, ...answers] = made.answers;
  const creation = await replay.ask({ method: "POST", path: "/scenarios", request: { scenario: made.create } }, false);
  replay.recordIds(created?.json, creation.body);
  alike("creation", creation.body, created?.json);
  const rounded = await calculateRounded(reference, made);
  for (const [step, { method, path, body }] of made.steps.map(requestOf).entries()) {
    const url = path.replace("{id}", String(made.scenario.id));
    const answer = await replay.ask({ method, path: url, request: body }, false);
    const { status = 0, json } = answers[step] ?? {};
    tally.add(`status of step ${step + 1}`, status, answer.status);
    alike(`step ${step + 1}`, answer.body, rounded?.answers[step] ?? json);
  }
  const path = `/scenarios/${made.scenario.id}`;
  alike("the scenario", (await replay.ask({ method: "GET", path }, false)).body, made.scenario);
  const { body: inputs } = await replay.ask({ method: "GET", path: `${path}/inputs` }, false);
  for (const [key, input] of Object.entries(made.inputs as object)) {
    alike(`input ${key}`, (inputs as { readonly [key: string]: unknown })[key], input);
  }
  const keys = Object.keys(made.gqueries).filter((key) => !Object.hasOwn(made.errors, key));
  for (let first = 0; first < keys.length; first += CHUNK) {
    const chunk = keys.slice(first, first + CHUNK);
    await compareQueries(chunk, made, rounded?.result ?? (() => null), path, replay, tally);
  }
  const without = Object.keys(made.errors);
  const refused = await replay.ask({ method: "PUT", path, request: { gqueries: without } }, false);
  tally.add("status of queries without result", 422, refused.status);
  return tally.comparison;
}

/** `expected`: the result of a query where it differs from the reference's. */
async function compareQueries(
  keys: readonly string[],
  made: Made,
  expected: (key: string) => Result | null,
  path: string,
  replay: Replay,
  tally: Tally,
) {
  // The query that wrote into this query's result in the reference, if any.
  const queries = keys.map((key) => MAPPED_IN_QUERIES.get(key) ?? key);
  const { body } = await replay.ask({ method: "PUT", path, request: { gqueries: queries } }, false);
  const { gqueries } = body as { readonly gqueries?: { readonly [key: string]: { readonly [year: string]: Json } } };
  for (const [index, key] of keys.entries()) {
    const [present, future, unit] = expected(queries[index]!) ?? made.gqueries[key]!;
    const ours = gqueries?.[queries[index]!];
    tally.add(`${key} present`, present, ours?.["present"] ?? null);
    tally.add(`${key} future`, future, ours?.["future"] ?? null);
    tally.add(`${key} unit`, unit, ours?.["unit"] ?? null);
  }
}

/** Results of a scenario with prices in fractions of a cent, which are rounded here; null if it has none. */
interface Rounded {
  /** Known differences from the reference's answer, by step. */
  readonly answers: readonly (object | undefined)[];
  result(this: void, key: string): Result | null;
}

/**
 * The reference calculates with unrounded prices, and `hourly` shows that the engine then agrees to the last bit. Here
 * the engine gets the prices in cents, and the answers over HTTP have to equal its results.
 */
async function calculateRounded(reference: Reference, made: Made): Promise<Rounded | null> {
  const inCents = (values: readonly number[]): readonly number[] => [
    ...storedCurve("price", Float64Array.from(values)),
  ];
  const isRounded = (step: Sent | Attached): step is Attached =>
    "curve" in step &&
    step.curve.endsWith("_price") &&
    inCents(step.values).some((cents, hour) => cents !== step.values[hour]);
  if (!made.steps.some(isRounded)) return null;
  const model = await openModel(reference.model);
  const engine = newEngine(model);
  const steps = made.steps.map((step) => (isRounded(step) ? { ...step, values: inCents(step.values) } : step));
  const golden = { ...made, steps } as unknown as SpecialScenario;
  const recipe = hourlyRecipe(golden, model.definition);
  const solution = engine.solve(await datasetOfReference(model, recipe.area), recipe);
  return {
    answers: made.steps.map((step, index) => {
      if (!isRounded(step)) return undefined;
      const values = inCents(step.values);
      const [min, max] = [Math.min(...values), Math.max(...values)];
      const answer = made.answers[index + 1]?.json as { readonly stats: object };
      const mean = sum(values) / values.length;
      return {
        ...answer,
        stats: { ...answer.stats, min, max, mean, min_at: values.indexOf(min), max_at: values.indexOf(max) },
      };
    }),
    result(key) {
      const answer = solution.query(key);
      if ("errors" in answer) return null;
      const text = JSON.stringify([answer.present, answer.future, answer.unit]);
      // Objects of the graph have no prices.
      return text.includes('"unserialisable"') ? null : (JSON.parse(text) as Result);
    },
  };
}
