/** `special`: scenarios that were made over HTTP (scaled, coupled, balanced), made so again: answers, inputs, all queries. */
import type { Json } from "@etesian/engine";
import { ServerProcess } from "@etesian/standalone/server-process";
import { MAPPED_IN_QUERIES } from "./hourly.ts";
import { listGolden, readGolden, type Reference } from "./reference.ts";
import { Replay } from "./replay.ts";
import { type Command, type Comparison, Tally } from "./report.ts";

interface Made {
  readonly create: object;
  readonly steps: readonly { readonly method: string; readonly path: string; readonly body: unknown }[];
  /** To the creation, then to each step. */
  readonly answers: readonly { readonly status: number; readonly json: unknown }[];
  readonly scenario: { readonly id: number };
  readonly inputs: unknown;
  /** Queries that have no result. */
  readonly errors: { readonly [key: string]: unknown };
  readonly gqueries: { readonly [key: string]: readonly [present: Json, future: Json, unit: Json] };
}

/** Queries of one request. */
const CHUNK = 1_000;

export const specialCommand: Command = {
  about: "scenarios made over HTTP, step by step: answers, inputs, every query",
  files: async (reference) => listGolden(reference, "special").map((name) => `special/${name}`),
  async run(reference, files, report) {
    const server = new ServerProcess({ model: reference.model });
    try {
      await server.ready();
      const token = await server.token();
      for (const file of files) report(await compareMade(reference, file, new Replay(server.url, token)));
    } finally {
      await server.stop();
    }
  },
};

async function compareMade(reference: Reference, file: string, replay: Replay): Promise<Comparison> {
  const made = readGolden(reference, file) as Made;
  if (made.steps.some((step) => "curve" in step)) {
    const title = `${file}: not compared, curves cannot be attached yet`;
    return { title, matched: 0, total: 0, mismatches: [], worst: 0 };
  }
  const tally = new Tally(file);
  const alike = (name: string, ours: unknown, theirs: unknown): void =>
    tally.add(name, [], [...replay.differences(ours, theirs, "body")]);
  const [created, ...answers] = made.answers;
  const creation = await replay.ask({ method: "POST", path: "/scenarios", request: { scenario: made.create } }, false);
  replay.remember(created?.json, creation.body);
  alike("creation", creation.body, created?.json);
  for (const [step, { method, path, body }] of made.steps.entries()) {
    const url = path.replace("{id}", String(made.scenario.id));
    const answer = await replay.ask({ method, path: url, request: body }, false);
    const { status = 0, json } = answers[step] ?? {};
    tally.add(`status of step ${step + 1}`, status, answer.status);
    alike(`step ${step + 1}`, answer.body, json);
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
    await compareQueries(chunk, made, path, replay, tally);
  }
  const without = Object.keys(made.errors);
  const refused = await replay.ask({ method: "PUT", path, request: { gqueries: without } }, false);
  tally.add("status of queries without result", 422, refused.status);
  return tally.comparison;
}

async function compareQueries(keys: readonly string[], made: Made, path: string, replay: Replay, tally: Tally) {
  // Of a query whose result the reference had written into, the one that did.
  const asked = keys.map((key) => MAPPED_IN_QUERIES.get(key) ?? key);
  const { body } = await replay.ask({ method: "PUT", path, request: { gqueries: asked } }, false);
  const { gqueries } = body as { readonly gqueries?: { readonly [key: string]: { readonly [year: string]: Json } } };
  for (const [index, key] of keys.entries()) {
    const [present, future, unit] = made.gqueries[key]!;
    const ours = gqueries?.[asked[index]!];
    tally.add(`${key} present`, present, ours?.["present"] ?? null);
    tally.add(`${key} future`, future, ours?.["future"] ?? null);
    tally.add(`${key} unit`, unit, ours?.["unit"] ?? null);
  }
}
