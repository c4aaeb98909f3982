/**
 * The answers of the reference to 196 requests in order, asked again here. Skipped where the reference data is absent:
 * it is looked for in ETESIAN_REFERENCE_DIR, else beside the repository.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startForTest, type TestServer } from "./test-server.ts";

const reference = process.env["ETESIAN_REFERENCE_DIR"] ?? join(import.meta.dirname, "../../../../shared");
const available = existsSync(join(reference, "golden/api/wire.json.gz"));

interface Request {
  readonly method: string;
  readonly path: string;
  readonly request?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A scenario made over HTTP. */
interface Made {
  readonly create: object;
  readonly steps: readonly { readonly method: string; readonly path: string; readonly body: unknown }[];
  /** To the creation, then to each step. */
  readonly answers: readonly { readonly status: number; readonly json: unknown }[];
  readonly scenario: { readonly id: number };
  readonly inputs: unknown;
}

interface Exchange extends Request {
  readonly name: string;
  readonly status: number;
  readonly body: unknown;
}

const golden = (name: string): unknown =>
  JSON.parse(gunzipSync(readFileSync(join(reference, "golden/api", name))).toString());

/** Requests of parts that are not served. */
const NOT_SERVED =
  /custom_curves|_order$|user_sortables|couple$|interpolate|merge$|batch|version|esdl|users|templates|saved_/;

const NO_HOURS = "Merit order and time-resolved calculation are not enabled for this scenario";

/** Where the documented answer differs from what the reference does, and what is answered here instead. */
const DIFFERENT: Readonly<Record<string, { readonly why: string; readonly status: number; readonly body?: unknown }>> =
  {
    'POST /scenarios {"scenario":{"preset_scenario_id":24}}': {
      why: "the reference copies nothing; here it clones like scenario_id",
      status: 200,
    },
    'POST /scenarios {"scenario":{"area_code":"nl2023","end_year":2050,"scale":{"area_attribute":"present_number_of_residences","value":-5}}}':
      {
        why: "a region of negative size makes no sense",
        status: 422,
      },
    'POST /scenarios {"scenario":{"area_code":"nl2023","end_year":99999}}': {
      why: "a year has four digits",
      status: 422,
    },
    'PUT /scenarios/24 {"scenario":{"user_values":{"transport_car_using_electricity_share":null}}}': {
      why: "the reference fails",
      status: 422,
      body: { errors: ["Input transport_car_using_electricity_share must be numeric"] },
    },
    'PUT /scenarios/24 {"scenario":{"user_values":{"transport_car_using_electricity_share":true}}}': {
      why: "the reference fails; a boolean is 1 or 0",
      status: 200,
    },
    'PUT /scenarios/24 {"scenario":{"user_values":{"transport_car_using_electricity_share":[1]}}}': {
      why: "the reference fails",
      status: 422,
      body: { errors: ["Input transport_car_using_electricity_share must be numeric"] },
    },
    'PUT /scenarios/24 {"scenario":{"user_values":{"settings_enable_merit_order":true}}}': {
      why: "the reference fails; a boolean is 1 or 0",
      status: 200,
    },
    'PUT /scenarios/24 {"scenario":{"title":"x"}}': { why: "the title is kept in the metadata", status: 200 },
    "GET /scenarios/24/inputs/nope ": {
      why: "the reference shows the name of a class",
      status: 404,
      body: { errors: ["No such input: nope"] },
    },
    "GET /inputs ": { why: "there is no such route", status: 404 },
    "GET /inputs/transport_car_using_electricity_share ": { why: "there is no such route", status: 404 },
    "GET /inputs/list ": { why: "there is no such route", status: 404 },
    "GET /nope ": { why: "the reference fails", status: 404 },
    "GET /scenarios/24/nope.csv ": { why: "the reference fails", status: 404 },
    "GET /scenarios/24/curves/nope.csv ": { why: "the reference fails", status: 404 },
    "GET /scenarios/24/costs_parameters.csv ": { why: "the reference fails", status: 200 },
    "GET /scenarios/24/merit ": { why: "the reference fails without hours", status: 404, body: NO_HOURS },
    "GET /scenarios/24/merit?include_curves=false ": {
      why: "the reference fails without hours",
      status: 404,
      body: NO_HOURS,
    },
  };

/** Answers that show what requests of such parts did. */
const AFTERWARDS = new Set([
  "values after curve uploads",
  "bad token",
  "GET /scenarios/24/nodes/energy_power_wind_turbine_offshore",
  "GET /scenarios/24/sankey.csv",
]);

const isServed = ({ name, path, request }: Exchange): boolean =>
  !AFTERWARDS.has(name) &&
  !NOT_SERVED.test(path.split("?")[0] ?? "") &&
  !NOT_SERVED.test(JSON.stringify(request) ?? "");

const nameOf = ({ method, path, request }: Request): string => `${method} ${path} ${JSON.stringify(request) ?? ""}`;

describe.skipIf(!available)("the reference's answers (needs the reference data)", () => {
  let server: TestServer;
  let data: string;
  /** Our ids of the reference's scenarios. */
  const ids = new Map<number, number>();
  const idOf = (id: number): number => ids.get(id) ?? id;

  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), "etesian-reference-"));
    server = await startForTest({ model: join(reference, "etsource"), data });
  });
  afterAll(async () => {
    await server.close();
    rmSync(data, { recursive: true, force: true });
  });

  const exchanges = available ? (golden("wire.json.gz") as Exchange[]).filter(isServed) : [];

  test("most requests are asked, and every difference is one of them", () => {
    expect(exchanges.length).toBeGreaterThan(100);
    expect(Object.keys(DIFFERENT).filter((name) => !exchanges.some((exchange) => nameOf(exchange) === name))).toEqual(
      [],
    );
  });

  test.each(exchanges.map((exchange) => [nameOf(exchange).slice(0, 140), exchange] as const))(
    "%s",
    async (_, exchange) => {
      const different = DIFFERENT[nameOf(exchange)];
      const answer = await ask(exchange, different !== undefined);
      if (exchange.method === "POST") remember(exchange.body, answer.body);
      const status = different?.status ?? exchange.status;
      const expected = different === undefined ? exchange.body : different.body;
      const differ = expected === undefined ? [] : differences(answer.body, expected, "body");
      expect([answer.status, ...differ]).toEqual([status]);
    },
  );

  test.each([
    ["/areas", "area", "areas.json.gz"],
    ["/areas?detailed=false", "area", "areas_sparse.json.gz"],
    ["/gqueries", "key", "gqueries.json.gz"],
  ])("%s, by %s, as in %s", async (path, key, file) => {
    const byKey = (items: unknown) => new Map((items as Item[]).map((item) => [item[key], item]));
    const [ours, theirs] = [byKey((await ask({ method: "GET", path }, false)).body), byKey(golden(file))];
    // The model data at hand may have fewer areas than the reference had.
    expect([...ours].flatMap(([name, item]) => differences(item, theirs.get(name), `${path} ${String(name)}`))).toEqual(
      [],
    );
    expect(ours.size).toBeGreaterThan(300);
  });

  test.each(["d01_scaled", "d03_couplings", "d04_balanced"])("the scenario %s, step by step", async (name) => {
    const made = golden(`../special/${name}.json.gz`) as Made;
    const [created, ...answers] = made.answers;
    const answer = await ask({ method: "POST", path: "/scenarios", request: { scenario: made.create } }, false);
    remember(created?.json, answer.body);
    expect(differences(answer.body, created?.json, "body")).toEqual([]);
    for (const [step, { method, path, body }] of made.steps.entries()) {
      const answer = await ask({ method, path: path.replace("{id}", String(made.scenario.id)), request: body }, false);
      const { status, json } = answers[step] ?? {};
      expect([answer.status, ...differences(answer.body, json, "body")]).toEqual([status]);
    }
    const path = `/scenarios/${made.scenario.id}`;
    expect(differences((await ask({ method: "GET", path }, false)).body, made.scenario, "body")).toEqual([]);
    const { body: inputs } = await ask({ method: "GET", path: `${path}/inputs` }, false);
    expect(differences(inputs, made.inputs, "inputs")).toEqual([]);
    expect(Object.keys(inputs as object)).toHaveLength(1430);
  });

  test("one area", async () => {
    const { body } = await ask({ method: "GET", path: "/areas/nl2023" }, false);
    expect(differences(body, golden("area_nl2023.json.gz"), "nl2023")).toEqual([]);
  });

  /** Asks our server; a request that leads elsewhere than the reference's is tried on a copy of the scenario. */
  async function ask(
    { method, path, request, headers }: Request,
    onCopy: boolean,
  ): Promise<{ status: number; body: unknown }> {
    const asked = new URL(path, "http://x");
    const [, theirs] = /^\/scenarios\/(\d+)/.exec(asked.pathname) ?? [];
    const ours =
      theirs === undefined
        ? null
        : onCopy && method === "PUT"
          ? await copyOf(idOf(Number(theirs)))
          : idOf(Number(theirs));
    const translated = ours === null ? path : path.replace(/\d+/, String(ours));
    const form = typeof request === "string" && !/^[{[]/.test(request);
    const body =
      typeof request === "string" ? request : request === undefined ? null : JSON.stringify(translate(request));
    const response = await fetch(`${server.url}/api/v3${translated}`, {
      method,
      headers: {
        ...headers,
        ...(body === null ? {} : { "content-type": form ? "application/x-www-form-urlencoded" : "application/json" }),
      },
      body,
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    return { status: response.status, body: isJson ? JSON.parse(text) : text };
  }

  async function copyOf(id: number): Promise<number> {
    const { body } = await ask(
      { method: "POST", path: "/scenarios", request: JSON.stringify({ scenario_id: id }) },
      false,
    );
    return (body as { id: number }).id;
  }

  /** A request with our ids for the reference's. */
  const translate = (request: unknown): unknown =>
    JSON.parse(JSON.stringify(request), (key, value: unknown) => {
      if (key !== "scenario_id" && key !== "preset_scenario_id") return value;
      const id = idOf(Number(value));
      return typeof value === "string" && !Number.isNaN(id) ? String(id) : Number.isNaN(id) ? value : id;
    });

  function remember(theirs: unknown, ours: unknown): void {
    const [a, b] = [theirs, ours] as { readonly id?: number }[];
    if (a?.id !== undefined && b?.id !== undefined) ids.set(a.id, b.id);
  }

  /** Where ours does not say what theirs says: every field of theirs, numbers within 1e-9, texts with numbers alike. */
  function differences(ours: unknown, theirs: unknown, place: string): readonly string[] {
    const differ = [`${place}: ${JSON.stringify(ours)?.slice(0, 200)} for ${JSON.stringify(theirs)?.slice(0, 200)}`];
    if (typeof theirs === "number") {
      return typeof ours === "number" && Math.abs(ours - theirs) <= 1e-9 * Math.abs(theirs) ? [] : differ;
    }
    if (typeof theirs === "string") {
      if (typeof ours !== "string") return differ;
      if (theirs.length === TEXT_SHOWN) {
        const whole = cellsOf(theirs).slice(0, -1);
        return differences(cellsOf(ours).slice(0, whole.length), whole, place);
      }
      const [a, b] = [ours, theirs].map((text) => text.match(DECIMALS)?.map(Number) ?? []);
      return ours.replaceAll(DECIMALS, "#") === theirs.replaceAll(DECIMALS, "#") ? differences(a, b, place) : differ;
    }
    if (Array.isArray(theirs)) {
      if (!Array.isArray(ours)) return differ;
      const items = theirs.filter((item) => !isShortened(item));
      if (items.length === theirs.length && ours.length !== theirs.length) return differ;
      return items.flatMap((item, index) => differences(ours[index], item, `${place}[${index}]`));
    }
    if (typeof theirs === "object" && theirs !== null) {
      if (typeof ours !== "object" || ours === null) return differ;
      const fields = ours as Readonly<Record<string, unknown>>;
      const missing = Object.keys(theirs).filter((key) => !isShortened(key) && !(key in fields));
      const added = place.endsWith("_values") ? Object.keys(fields).filter((key) => !(key in theirs)) : [];
      return [
        ...missing.map((key) => `${place}.${key} is missing`),
        ...added.map((key) => `${place}.${key} should not be there`),
        ...Object.entries(theirs)
          .filter(([key]) => !NOT_COMPARED.has(key) && !isShortened(key))
          .flatMap(([key, value]) =>
            differences(
              fields[key],
              IDS.has(key) && value !== null && place.startsWith("body") ? idOf(Number(value)) : value,
              `${place}.${key}`,
            ),
          ),
      ];
    }
    return ours === theirs ? [] : differ;
  }
});

type Item = Readonly<Record<string, unknown>>;

/** Characters that the reference's files show of a table. */
const TEXT_SHOWN = 500;
const cellsOf = (table: string): string[] => table.split(/(?<=[,\n])/);

const DECIMALS = /\d+\.\d+/g;
const NOT_COMPARED = new Set(["created_at", "updated_at", "url"]);
const IDS = new Set(["id", "template"]);
const isShortened = (text: unknown): boolean => typeof text === "string" && text.startsWith("…");
