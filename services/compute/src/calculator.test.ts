import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger, createMetrics, type Metrics } from "@etesian/service-kit";
import { blankRecipe, type Recipe } from "@etesian/sliders";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { QueueFullError } from "./admission.ts";
import {
  CalculationCancelledError,
  NotComputableError,
  Calculator,
  type CalculatorOptions,
  AreaNotFoundError,
} from "./calculator.ts";
import { InvalidModelError } from "./model/model-description.ts";
import { writeVillage } from "./testing/village.ts";

let directory: string;
let location: Pick<CalculatorOptions, "modelDirectory" | "cacheDirectory">;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "etesian-compute-"));
  location = { modelDirectory: join(directory, "village"), cacheDirectory: join(directory, "cache") };
  writeVillage(location.modelDirectory);
});
let commonCalculator: Promise<Calculator> | null = null;
afterAll(async () => {
  await (await commonCalculator)?.close();
  rmSync(directory, { recursive: true, force: true });
});

/** A shared calculator with one thread, for tests that do not count calculations. */
const sharedCalculator = (): Promise<Calculator> => (commonCalculator ??= start({}, createMetrics()));

/** A separate calculator for one test. */
async function calculator(
  options: Partial<CalculatorOptions> = {},
): Promise<{ calculator: Calculator; metrics: Metrics }> {
  const metrics = createMetrics();
  const newCalculator = await start(options, metrics);
  onTestFinished(() => newCalculator.close());
  return { calculator: newCalculator, metrics };
}

async function start(options: Partial<CalculatorOptions>, metrics: Metrics): Promise<Calculator> {
  const log = createLogger({ program: "test", level: "silent" });
  const limits = { workers: 1, queueLength: 100, solutionBytes: 10_000_000, engineBytes: 50_000_000 };
  const otherOptions = { usedAreasFile: null, firstAreas: [], progress: () => {} };
  const newCalculator = new Calculator({ ...location, ...limits, ...otherOptions, log, metrics, ...options });
  await newCalculator.model;
  return newCalculator;
}

const recipe = (userValues: Recipe["userValues"] = {}, changes: Partial<Recipe> = {}): Recipe => ({
  ...blankRecipe("village", 2050),
  userValues,
  ...changes,
});

/** The usual file format of a table. */
const CSV = { format: "csv", layout: "wide" } as const;
const patientCaller = { client: "", signal: new AbortController().signal };

/** Number of solutions by source, without zeros: `{ solved: 1, kept: 2 }`. */
async function lookups(metrics: Metrics): Promise<Record<string, number>> {
  const { values } = await metrics.getSingleMetric("compute_solutions_total")!.get();
  return Object.fromEntries(values.flatMap(({ labels, value }) => (value === 0 ? [] : [[labels["from"], value]])));
}

describe("a model", () => {
  test("the description of a model has its areas, queries and default area", async () => {
    const village = await sharedCalculator();
    const model = await village.model;
    expect(model.defaultArea).toBe("village");
    expect(model.areas).toEqual([{ area: "village", problem: null }]);
    expect(model.gqueries).toContain("heat_demand");
    const [area] = await village.areas([]);
    expect(area).toMatchObject({ area: "village", startYear: 2020, problem: null });
    const [summary] = await village.areas(["analysis_year"]);
    expect(JSON.parse(summary!.attributesJson)).toEqual({ analysis_year: 2020 });
    expect(JSON.parse(area!.attributesJson)).toMatchObject(JSON.parse(summary!.attributesJson) as object);
    expect(await village.gqueries()).toContainEqual({
      key: "heat_demand",
      unit: "MJ",
      description: null,
      labels: ["general", "demand"],
    });
  });

  test("a directory without a model is refused with the reason", async () => {
    const missingModel = { modelDirectory: join(directory, "nowhere"), cacheDirectory: null };
    await expect(calculator(missingModel)).rejects.toThrow(InvalidModelError);
    await expect(calculator(missingModel)).rejects.toThrow(/expected a model directory.*nowhere/);
  });
});

describe("queries", () => {
  test("queries are answered for both years", async () => {
    // 100 TJ of heat: 75 / 0.8 TJ of gas for the boilers, 25 / 0.5 for the plant that supplies the heaters.
    const village = await sharedCalculator();
    const sliders = { heat_demand_per_year: 40, share_of_gas_boiler: 100, share_of_electric_heater: 0 };
    expect(await village.query(recipe(sliders), ["gas_demand", "nope"], patientCaller)).toEqual([
      { key: "gas_demand", present: 143.75e6, future: 50e6, unit: "MJ" },
      { errors: ["Gquery nope does not exist"] },
    ]);
  });

  test("queries get the same results from every thread, independent of earlier callers", async () => {
    const { calculator: village } = await calculator({ workers: 2 });
    await village.ready();
    const demands = Array.from({ length: 8 }, (_, index) => 10 * (index % 4));
    const queryDemand = (demand: number) =>
      village.query(recipe({ heat_demand_per_year: demand }), ["heat_demand"], patientCaller);
    const answers = await Promise.all(demands.map(queryDemand));
    expect(answers.map(([answer]) => (answer && "future" in answer ? answer.future : null))).toEqual(
      demands.map((demand) => demand * 1e6),
    );
  });

  test("a recipe is solved once, for any number of clients and any order of its values", async () => {
    const { calculator: village, metrics } = await calculator({ workers: 2 });
    const values = { share_of_gas_boiler: 50, share_of_electric_heater: 50 };
    const reorderedValues = { share_of_electric_heater: 50, share_of_gas_boiler: 50 };
    await Promise.all(
      [values, reorderedValues, values, reorderedValues].map((sliders) =>
        village.query(recipe(sliders), ["gas_demand"], patientCaller),
      ),
    );
    expect(await lookups(metrics)).toEqual({ solved: 1, "under way": 3, kept: 3 });
  });

  test("queries on a cached solution go to the thread that has it, with two threads as with one", async () => {
    const { calculator: village, metrics } = await calculator({ workers: 2 });
    for (const demand of [1, 2, 1, 2, 1, 2]) {
      await village.query(recipe({ heat_demand_per_year: demand }), ["heat_demand"], patientCaller);
    }
    expect(await lookups(metrics)).toEqual({ solved: 2, kept: 4 });
  });

  test("queries reuse cached solutions, within the memory limit", async () => {
    const normal = await calculator();
    const queryDemand = (village: Calculator, demand: number) =>
      village.query(recipe({ heat_demand_per_year: demand }), ["heat_demand"], patientCaller);
    for (const demand of [1, 2, 1]) await queryDemand(normal.calculator, demand);
    expect(await lookups(normal.metrics)).toEqual({ solved: 2, kept: 1 });

    const small = await calculator({ solutionBytes: 1 });
    for (const demand of [1, 2, 1, 1]) await queryDemand(small.calculator, demand);
    // The last solution remains cached regardless of its size.
    expect(await lookups(small.metrics)).toEqual({ solved: 2, "solved again": 1, kept: 1 });
  });
});

describe("warm-up", () => {
  test("a warm-up caches no requested solution, and ends with the first request", async () => {
    const { calculator: village, metrics } = await calculator({ workers: 2 });
    await village.ready();
    await village.query(recipe(), ["heat_demand"], patientCaller);
    await village.warmUp();
    expect(await lookups(metrics)).toEqual({ solved: 1 });
  });

  test("a warm-up ends silently when the service is stopped", async () => {
    const { calculator: village } = await calculator();
    const warmingUp = village.warmUp();
    await village.close();
    await expect(warmingUp).resolves.toBeUndefined();
  });

  test("a warm-up area that the model lacks is refused at startup", async () => {
    await expect(calculator({ firstAreas: ["village", "town"] })).rejects.toThrow("the model has no area town");
  });

  test("a warm-up uses the area and end year that were used last", async () => {
    const usedAreasFile = join(directory, "used.json");
    const first = (await calculator({ usedAreasFile })).calculator;
    await first.query(recipe({}, { endYear: 2035 }), ["heat_demand"], patientCaller);
    await first.close();
    expect(JSON.parse(readFileSync(usedAreasFile, "utf8"))).toEqual([{ area: "village", endYear: 2035 }]);
    const second = (await calculator({ usedAreasFile })).calculator;
    await second.ready();
  });
});

describe("inputs", () => {
  test("an area's inputs are listed in document order", async () => {
    const inputs = await (await sharedCalculator()).inputs("village", 2050, null, patientCaller);
    const byKey = new Map(inputs.map((input) => [input.key, input]));
    expect(byKey.get("heat_demand_per_year")).toMatchObject({ min: 0, max: 200, default: 100, step: 0.1, unit: "TJ" });
    expect(byKey.get("settings_winter")).toMatchObject({ permittedValues: ["default", "cold"], default: "default" });
    expect(byKey.get("factory_output")).toMatchObject({ disabled: true });
  });
});

describe("refusals of the calculation", () => {
  test("an unknown area, an impossible recipe and an unknown node have different errors", async () => {
    const village = await sharedCalculator();
    await expect(village.query(recipe({}, { area: "x" }), ["a"], patientCaller)).rejects.toThrow(AreaNotFoundError);
    await expect(village.query(recipe({}, { endYear: 2000 }), ["a"], patientCaller)).rejects.toThrow(
      NotComputableError,
    );
    expect(await village.node(recipe(), "nope", patientCaller)).toBeNull();
  });

  test("a failed request does not affect the next", async () => {
    const village = await sharedCalculator();
    await expect(village.query(recipe({}, { endYear: 2000 }), ["a"], patientCaller)).rejects.toThrow("2000");
    await expect(village.query(recipe({}, { endYear: 2000 }), ["a"], patientCaller)).rejects.toThrow("2000");
    expect(await village.query(recipe(), ["heat_demand"], patientCaller)).toHaveLength(1);
  });
});

describe("under load", () => {
  test("requests beyond the queue limit are refused immediately; all others get a response", async () => {
    const { calculator: village } = await calculator({ queueLength: 2 });
    await village.ready();
    const pending = Array.from({ length: 5 }, (_, demand) =>
      village.query(recipe({ heat_demand_per_year: demand }), ["heat_demand"], patientCaller),
    );
    const outcomes = await Promise.allSettled(pending);
    expect(outcomes.map(({ status }) => status)).toEqual([
      "fulfilled",
      "fulfilled",
      "fulfilled",
      "rejected",
      "rejected",
    ]);
    expect(outcomes[4]).toMatchObject({ reason: expect.any(QueueFullError) });
    expect(await village.query(recipe(), ["heat_demand"], patientCaller)).toHaveLength(1);
  });

  test("a request with many queries alternates with other requests", async () => {
    const village = await sharedCalculator();
    await village.ready();
    const keys = Array.from({ length: 200_000 }, () => "heat_demand");
    const finished: string[] = [];
    const sendQuery = async (client: string, demand: number, keys: readonly string[]) => {
      const answers = await village.query(recipe({ heat_demand_per_year: demand }), keys, { ...patientCaller, client });
      finished.push(client);
      return answers;
    };
    const expensive = sendQuery("expensive", 1, keys);
    const cheap = sendQuery("cheap", 2, ["heat_demand"]);
    expect(await cheap).toHaveLength(1);
    expect(await expensive).toHaveLength(keys.length);
    expect(finished).toEqual(["cheap", "expensive"]);
  });

  test("every client gets its turn", async () => {
    const village = await sharedCalculator();
    await village.ready();
    // One client sends twenty requests simultaneously, each taking a few milliseconds; then three others send one each.
    const keys = Array.from({ length: 20_000 }, () => "heat_demand");
    const finished: string[] = [];
    const sendQuery = async (client: string, demand: number) => {
      await village.query(recipe({ heat_demand_per_year: demand }), keys, { ...patientCaller, client });
      finished.push(client);
    };
    const floodQueries = Array.from({ length: 20 }, (_, round) => sendQuery("flood", round));
    const singleQueries = ["one", "two", "three"].map((client, n) => sendQuery(client, 100 + n));
    await Promise.all([...floodQueries, ...singleQueries]);
    expect(Math.max(...["one", "two", "three"].map((client) => finished.indexOf(client)))).toBeLessThan(12);
  });

  test("abandoned requests are not calculated, and waiting requests get their result", async () => {
    const { calculator: village, metrics } = await calculator();
    await village.ready();
    const disconnection = new AbortController();
    disconnection.abort();
    const query = village.query(recipe(), ["heat_demand"], { client: "", signal: disconnection.signal });
    const pendingQuery = village.query(recipe(), ["heat_demand"], patientCaller);
    await expect(query).rejects.toThrow(CalculationCancelledError);
    expect(await pendingQuery).toHaveLength(1);
    expect(await lookups(metrics)).toEqual({ solved: 1, "under way": 1 });
  });
});

/** Niceness of the threads of this process. */
function niceness(): readonly number[] {
  return readdirSync("/proc/self/task").map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, "utf8");
    // After the name, which may contain spaces.
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16]);
  });
}

describe.runIf(process.platform === "linux")("calculating threads", () => {
  test("calculating threads yield to serving threads", async () => {
    const countYieldingThreads = (): number => {
      const levels = niceness();
      return levels.filter((nice) => nice > Math.min(...levels)).length;
    };
    await (await sharedCalculator()).ready();
    const initialCount = countYieldingThreads();
    const { calculator: village } = await calculator({ workers: 2 });
    await village.ready();
    expect(countYieldingThreads() - initialCount).toBe(2);
  });
});

describe("documents", () => {
  const textOf = async (download: Awaited<ReturnType<Calculator["document"]>>): Promise<string> => {
    if (download.kind !== "download") throw new Error(`refused: ${JSON.stringify(download)}`);
    const chunks: Uint8Array[] = [];
    for await (const chunk of download.chunks) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };

  test("documents are tables of the solution, generated once it is solved", async () => {
    const village = await sharedCalculator();
    const flows = await village.document(
      recipe(),
      { kind: "annual_table", name: "energy_flow", ...CSV },
      patientCaller,
    );
    expect(flows).toMatchObject({ kind: "download", fileName: "energy_flow" });
    const [header, ...rows] = (await textOf(flows)).split("\n");
    expect(header).toMatch(/^key,input_of_gas \(MJ\),/);
    expect(rows.map((row) => row.split(",")[0])).toEqual([
      "electric_heater",
      "gas_boiler",
      "gas_plant",
      "gas_well",
      "heat_demand",
      "",
    ]);
    // 75 TJ of heat at an efficiency of 0.8.
    expect(rows[1]).toMatch(/^gas_boiler,93750000\.0,/);
  });

  test("an hourly document has a row per hour", async () => {
    const village = await sharedCalculator();
    const table = await village.document(
      recipe(),
      { kind: "hourly_table", name: "hydrogen_profiles", ...CSV },
      patientCaller,
    );
    expect(table).toMatchObject({ fileName: "hydrogen_profiles" });
    const lines = (await textOf(table)).split("\n");
    expect([lines.length, lines[0], lines[8760]]).toEqual([8762, "Time", "2050-12-31 23:00"]);
  });

  test("some documents are JSON", async () => {
    const village = await sharedCalculator();
    const figures = { heat_demand: ["demand"] };
    const statistics = await village.document(recipe(), { kind: "node_statistics", figures }, patientCaller);
    expect(JSON.parse(await textOf(statistics))).toEqual({
      nodes: { heat_demand: { demand: { present: 100e6, future: 100e6 } } },
    });
    const map = await village.document(recipe(), { kind: "energy_map" }, patientCaller);
    expect(JSON.parse(await textOf(map))).toMatchObject({ nodes: { length: 5 }, edges: { length: 5 } });
  });

  test("many clients read a document concurrently, each at its own pace, from start to end", async () => {
    const { calculator: village } = await calculator({ workers: 2 });
    const table = { kind: "hourly_table", name: "hydrogen_profiles", ...CSV } as const;
    const open = (reader: number) =>
      village.document(recipe({ heat_demand_per_year: reader % 8 }), table, patientCaller);
    const texts = await Promise.all(Array.from({ length: 24 }, async (_, reader) => textOf(await open(reader))));
    const expected = await textOf(await open(0));
    expect(expected.split("\n")).toHaveLength(8762);
    for (const text of texts) expect(text === expected).toBe(true);
  });

  test("when all download slots are in use, the client with the most downloads loses its latest one", async () => {
    const { calculator: village } = await calculator();
    const table = { kind: "hourly_table", name: "hydrogen_profiles", ...CSV } as const;
    const open = (client: string) => village.document(recipe(), table, { ...patientCaller, client });
    const slow = [];
    for (let reader = 0; reader < 256; reader++) slow.push(await open("slow"));
    await expect(open("slow")).rejects.toThrow(QueueFullError);
    expect(await textOf(await open("quick"))).toMatch(/^Time\n/);
    await expect(textOf(slow.at(-1)!)).rejects.toThrow(QueueFullError);
    // A document that was read completely, or closed, frees its slot.
    expect(await textOf(slow[0]!)).toMatch(/^Time\n/);
    const [, second] = slow;
    if (second?.kind === "download") second.close();
    for (const client of ["slow", "slow", "slow"]) expect(await open(client)).toMatchObject({ kind: "download" });
  });

  test("documents are refused with the reason", async () => {
    const { calculator: village } = await calculator();
    const requestDocument = (document: Parameters<Calculator["document"]>[1]) =>
      village.document(recipe(), document, patientCaller);
    expect(await requestDocument({ kind: "annual_table", name: "constructor", ...CSV })).toEqual({
      kind: "unknown",
    });
    expect(await requestDocument({ kind: "annual_table", name: "sankey", ...CSV })).toEqual({
      kind: "unknown",
    });
    expect(await requestDocument({ kind: "hourly_table", name: "energy_flow", ...CSV })).toEqual({ kind: "unknown" });
    expect(await requestDocument({ kind: "node_statistics", figures: { mill: null } })).toEqual({
      kind: "invalid",
      reason: "There is no energy node mill",
    });
  });

  test("documents are rejected with the same errors as queries", async () => {
    const { calculator: village } = await calculator();
    const table = { kind: "annual_table", name: "energy_flow", ...CSV } as const;
    await expect(village.document(recipe({}, { area: "nowhere" }), table, patientCaller)).rejects.toThrow(
      AreaNotFoundError,
    );
    await expect(village.document(recipe(), table, { client: "", signal: AbortSignal.abort() })).rejects.toThrow(
      CalculationCancelledError,
    );
  });
});
