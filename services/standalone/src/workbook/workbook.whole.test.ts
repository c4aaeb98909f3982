/** Tests workbooks on a running server: an exact round trip, the command, and rights. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { PROJECT } from "@etesian/service-kit";
import { newBook, type NewSheet, planOf, Workbook } from "@etesian/workbooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startForTest, type TestServer } from "../testing/test-server.ts";
import { RunRefusedError, runWorkbook } from "./run-workbook.ts";

const MODEL = join(PROJECT, "models/starter");
const WIND = "capacity_of_energy_power_wind_turbine_offshore";
const SHARE = "share_of_renewable_electricity";

let directory: string;
let [source, target]: TestServer[] = [];
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "etesian-workbook-"));
  [source, target] = await Promise.all(
    ["here", "elsewhere"].map((name) => startForTest({ model: MODEL, data: join(directory, name) })),
  );
}, 120_000);
afterAll(async () => {
  await Promise.all([source?.close(), target?.close()]);
  rmSync(directory, { recursive: true, force: true });
});

const sheet = (name: string, rows: NewSheet["rows"]): NewSheet => ({ name, headingRows: 1, fixedColumns: 0, rows });
const bookOf = (...sheets: readonly NewSheet[]) => ({
  name: "book.xlsx",
  content: Buffer.concat([...newBook(sheets)]),
});

async function send({ url }: TestServer, method: string, path: string, body?: object | FormData, token?: string) {
  const isForm = body instanceof FormData;
  const response = await fetch(`${url}/api/v3${path}`, {
    method,
    headers: {
      ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes, json: () => JSON.parse(bytes.toString()) };
}

const mainSheet = (...rows: NewSheet["rows"] extends Iterable<infer Row> ? Row[] : never): NewSheet =>
  sheet("MAIN", [["short_name", "area_code", "end_year", "custom_curves", "scenario_id", "session"], ...rows]);

/** Filled cells of a sheet, row by row. */
async function cellsOf(results: Buffer, name: string): Promise<readonly (readonly unknown[])[]> {
  const sheet = await (await Workbook.open(results)).sheet(name);
  return (sheet?.rows ?? []).map(({ cells }) => [...cells.values()]);
}

test("a scenario that is exported and run elsewhere is bit-identical", async () => {
  const values = {
    [WIND]: 15_000 / 7,
    share_of_households_space_heater_network_gas: 12.3,
    costs_oil: 1 / 3,
  };
  const knownKeys = new Set(
    Object.keys((await send(source!, "POST", "/scenarios", { scenario: { area_code: "nl", end_year: 2040 } })).json()),
  );
  expect(knownKeys.size).toBeGreaterThan(5);
  const inputs = (await send(source!, "GET", "/scenarios/1/inputs")).json() as {
    [key: string]: { share_group?: string };
  };
  const groupedKey = Object.entries(inputs).find(([, { share_group: group }]) => group !== undefined)![0];
  const user_values = Object.fromEntries(
    Object.entries({ ...values, [groupedKey]: 12.3 }).filter(([key]) => inputs[key] !== undefined),
  );
  const scenario = (
    await send(source!, "POST", "/scenarios", {
      scenario: { area_code: "nl", end_year: 2040, title: "Wind & <sun>", user_values, keep_compatible: true },
    })
  ).json() as { id: number };
  const path = `/scenarios/${scenario.id}`;
  const order = (await send(source!, "GET", `${path}/heat_network_order?subtype=mt`)).json().order as string[];
  await send(source!, "PUT", `${path}/heat_network_order`, { order: order.toReversed(), subtype: "mt" });
  for (const key of ["interconnector_1_price", "weather/wind_offshore_baseline"]) {
    const form = new FormData();
    const hours = Array.from({ length: 8760 }, (_, hour) => Math.abs(Math.sin(hour)) / 3);
    form.set("file", new Blob([hours.join("\n")]), "hours.csv");
    expect((await send(source!, "PUT", `${path}/custom_curves/${encodeURIComponent(key)}`, form)).status).toBe(200);
  }
  const exportResponse = await send(source!, "GET", `${path}/workbook.xlsx`);
  expect(exportResponse.status).toBe(200);
  const { scenarios, problems, results } = await runWorkbook(target!.url, null, {
    name: "a.xlsx",
    content: exportResponse.bytes,
  });
  expect(problems).toEqual([]);
  const otherPath = `/scenarios/${scenarios[0]!.id}`;
  const [originalDump, copiedDump] = await Promise.all([
    send(source!, "GET", `${path}/dump`),
    send(target!, "GET", `${otherPath}/dump`),
  ]);
  expect(copiedDump.json()).toEqual(originalDump.json());
  const recipe = async (server: TestServer, path: string) =>
    (await send(server, "GET", `${path}/energy_flow.csv`)).headers.get("x-etesian-recipe");
  expect(await recipe(target!, otherPath)).toBe(await recipe(source!, path));
  // The results of the run are bit-identical to the exported ones.
  expect((await cellsOf(results, "GQUERIES_RESULTS")).slice(2)).toEqual(
    (await cellsOf(exportResponse.bytes, "GQUERIES_RESULTS")).slice(2),
  );
  const charts = await cellsOf(exportResponse.bytes, "CHARTS");
  expect(charts.length).toBeGreaterThan(100);
  expect((await cellsOf(exportResponse.bytes, "SOURCES")).flat()).toContain("Included model, annual energy balance");
  const repeatedExport = await send(source!, "GET", `${path}/workbook.xlsx`);
  expect(repeatedExport.bytes.equals(exportResponse.bytes)).toBe(true);
}, 120_000);

describe("the command", () => {
  const CLI = join(import.meta.dirname, "cli.ts");
  /** The server runs in this process, so the test must not block it. */
  async function runCli(...args: readonly string[]) {
    const options = { cwd: directory, env: { ...process.env, INIT_CWD: directory } };
    const child = spawn(process.execPath, [CLI, ...args], { ...options, stdio: ["ignore", "pipe", "pipe"] });
    const [stdout, stderr, [status]] = await Promise.all([
      readText(child.stdout),
      readText(child.stderr),
      once(child, "close") as Promise<[number]>,
    ]);
    return { status, stdout, stderr };
  }

  test("npm run run writes a copy with results, prints cells with errors, and keeps no scenario", async () => {
    const book = bookOf(
      mainSheet(["BASE", "nl", 2040], ["HIGH", "nl", 2040], ["WRONG", "nl", 2040]),
      sheet("SLIDER_SETTINGS", [
        ["input", "BASE", "HIGH", "WRONG"],
        [WIND, null, 15_000, 1e9],
      ]),
      sheet("GQUERIES", [[SHARE], ["nonsense"]]),
      sheet("EXPORT_CONFIG", [
        ["inputs", "defaults", "hourly_curves", "annual_exports"],
        [true, true, "electricity_price", "energy_flow, nope"],
      ]),
    );
    writeFileSync(join(directory, "book.xlsx"), book.content);
    const { status, stdout, stderr } = await runCli("book.xlsx", "--data", join(directory, "here"));
    expect(stderr.split("\n").filter((line) => line !== "")).toEqual([
      expect.stringMatching(/^SLIDER_SETTINGS!D2: WRONG: Input capacity_of_\w+ cannot be greater than/),
      expect.stringMatching(/^GQUERIES!A2: BASE: Gquery nonsense does not exist/),
      expect.stringMatching(/^GQUERIES!A2: HIGH: Gquery nonsense does not exist/),
      expect.stringMatching(/^EXPORT_CONFIG!D2: There is no table "nope"; available tables are/),
    ]);
    expect(stdout).toMatch(/^2 of 3 scenarios\nresults {3}.*book_results\.xlsx\n$/);
    expect(status).toBe(1);
    const results = readFileSync(join(directory, "book_results.xlsx"));
    expect((await planOf(await Workbook.open(results))).scenarios).toHaveLength(3);
    const [, , shares] = await cellsOf(results, "GQUERIES_RESULTS");
    expect(shares!.slice(0, 2)).toEqual([SHARE, "factor"]);
    const [, , present, , , high] = shares as [string, string, number, number, number, number];
    expect(high).toBeGreaterThan(present);
    const prices = await cellsOf(results, "ELECTRICITY_PRICE");
    expect([prices.length, prices[1]!.slice(0, 2), prices[8761]![0]]).toEqual([
      17_521,
      ["BASE", "2040-01-01 00:00"],
      "HIGH",
    ]);
    expect((await cellsOf(results, "ENERGY_FLOW"))[0]!.slice(0, 2)).toEqual(["scenario", "key"]);
    expect(await cellsOf(results, "ERRORS")).toHaveLength(5);
  }, 120_000);

  test("the commands in docs/workbooks.md work", async () => {
    const page = readFileSync(join(PROJECT, "docs/workbooks.md"), "utf8");
    const [command, request, ...otherSamples] = [...page.matchAll(/^```sh\n([^]*?)\n```$/gm)].map(
      ([, sample]) => sample!,
    );
    expect(otherSamples).toEqual([]);
    writeFileSync(join(directory, "book.xlsx"), bookOf(mainSheet(["A", "nl", 2040])).content);
    expect(await runCli(...command!.replace(/^npx etesian run /, "").split(" "))).toMatchObject({ status: 0 });
    rmSync(join(directory, "book_results.xlsx"));
    const curl = spawn("sh", ["-c", request!.replace("http://127.0.0.1:3000", source!.url)], { cwd: directory });
    expect(await once(curl, "close")).toEqual([0, null]);
    expect(await cellsOf(readFileSync(join(directory, "book_results.xlsx")), "SCENARIOS")).toHaveLength(2);
  }, 60_000);

  test("with --url, the scenarios are stored on the server, and a later workbook can update them", async () => {
    const book = bookOf(
      mainSheet(["A", "nl", 2040]),
      sheet("SLIDER_SETTINGS", [
        ["input", "A"],
        [WIND, 15_000],
      ]),
    );
    writeFileSync(join(directory, "kept.xlsx"), book.content);
    const { status, stdout } = await runCli("kept.xlsx", "--url", source!.url, "--out", "out.xlsx");
    expect(status).toBe(0);
    const id = Number(/A is (\d+)/.exec(stdout)?.[1]);
    expect((await send(source!, "GET", `/scenarios/${id}`)).json().user_values).toEqual({ [WIND]: 15_000 });
    const changedBook = bookOf(
      mainSheet([null, null, null, null, id, true]),
      sheet("SLIDER_SETTINGS", [
        ["input", String(id)],
        [WIND, "reset"],
      ]),
    );
    const { scenarios } = await runWorkbook(source!.url, null, changedBook);
    expect(scenarios).toEqual([{ short_name: String(id), id }]);
    expect((await send(source!, "GET", `/scenarios/${id}`)).json().user_values).toEqual({});
  }, 60_000);

  test.each([
    [["nothing.xlsx"], /^.*there is no file nothing\.xlsx/s],
    [["notes.xlsx"], /^The file is not a workbook \(\.xlsx\)\n$/],
    [["notes.xlsx", "--url", "http://127.0.0.1:1"], /^http:\/\/127\.0\.0\.1:1\/api\/v3\/workbooks: no response/],
  ])("the command refuses %s", async (args, message) => {
    writeFileSync(join(directory, "notes.xlsx"), "notes");
    const { status, stderr } = await runCli(...args);
    expect([status, stderr]).toEqual([2, expect.stringMatching(message)]);
  });
});

test("other people's scenarios are read and changed with the caller's rights, and each has its own error", async () => {
  const owner = await source!.token("owner@example.org");
  const otherToken = await source!.token("other@example.org");
  const createScenario = async (isPrivate: boolean) =>
    (
      await send(
        source!,
        "POST",
        "/scenarios",
        { scenario: { area_code: "nl", end_year: 2040, private: isPrivate } },
        owner,
      )
    ).json().id as number;
  const [privateId, publicId] = [await createScenario(true), await createScenario(false)];
  const book = bookOf(
    mainSheet(
      ["HIDDEN", null, null, null, privateId, true],
      ["SHOWN", null, null, null, publicId, true],
      ["NEW", "nl", 2040],
    ),
    sheet("SLIDER_SETTINGS", [
      ["input", "HIDDEN", "SHOWN", "NEW"],
      [WIND, 1, 2, 3],
    ]),
  );
  const { scenarios, problems } = await runWorkbook(source!.url, otherToken, book);
  expect(scenarios.map(({ id }) => id === null)).toEqual([true, true, false]);
  expect(problems.map(({ cell, code }) => [cell, code])).toEqual([
    ["MAIN!A2", "not_found"],
    ["MAIN!A3", "not_yours"],
  ]);
  expect((await runWorkbook(source!.url, owner, book)).problems).toEqual([]);
  // Downloads of several scenarios list the unreadable ones.
  expect((await send(source!, "GET", `/scenarios/${privateId}/workbook.xlsx`, undefined, otherToken)).status).toBe(404);
  const responseForBoth = await send(
    source!,
    "GET",
    `/scenarios/${privateId},${publicId}/workbook.xlsx`,
    undefined,
    otherToken,
  );
  expect(await cellsOf(responseForBoth.bytes, "ERRORS")).toEqual([
    ["cell", "scenario", "code", "message"],
    [`Scenario ${privateId}`, String(privateId), "not_found", "Not found"],
  ]);
  const pricesResponse = await send(
    source!,
    "GET",
    `/scenarios/${privateId},${publicId}/curves/electricity_price.csv`,
    undefined,
    otherToken,
  );
  const lines = pricesResponse.bytes.toString().split("\n");
  expect([lines.length, lines[0], lines[1]]).toEqual([
    8763,
    "scenario,Time,Price (Euros),code,error",
    `${privateId},,,not_found,Not found`,
  ]);
}, 60_000);

test("a workbook that cannot be read is refused completely, before a scenario is created", async () => {
  const createScenario = async () =>
    (await send(source!, "POST", "/scenarios", { scenario: { area_code: "nl" } })).json().id as number;
  const firstId = await createScenario();
  const book = bookOf(mainSheet(["A", "nl", 2040], ["B", "nl", "soon"]));
  await expect(runWorkbook(source!.url, null, book)).rejects.toThrow(RunRefusedError);
  await expect(runWorkbook(source!.url, null, book)).rejects.toThrow('MAIN!C3: expected a year, found "soon"');
  expect(await createScenario()).toBe(firstId + 1);
});
