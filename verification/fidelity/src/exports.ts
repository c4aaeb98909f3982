/**
 * `exports`: compares the exported tables of a calculated scenario, annual and hourly, cell by cell. Also compares the
 * merit configuration, the figures of nodes, and the map of the energy graph.
 */
import { ANNUAL_EXPORTS, HOURLY_EXPORTS } from "@etesian/contracts/exports";
import { energyMap, type Export, type Json, type Solution } from "@etesian/engine";
import { curveSource, openModel } from "@etesian/model";
import { csvLines } from "@etesian/tables";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { newEngine } from "@etesian/workbench/engine";
import { type ReferenceScenario, recipeOf, reportOf } from "./annual.ts";
import { listGolden, readGolden, type Reference } from "./reference.ts";
import { type Command, type Comparison, type Report, Tally } from "./report.ts";

/** Directories of scenarios' tables: `<area>/<scenario>.details`. */
export function detailFolders(reference: Reference): readonly string[] {
  const areas = listGolden(reference, "").filter((name) => !name.includes("."));
  return areas.flatMap((area) =>
    listGolden(reference, area)
      .filter((name) => name.endsWith(".details"))
      .map((name) => `${area}/${name}`),
  );
}

/** A float or an integer as the tables print it. */
const NUMBER = /^-?\d+(\.\d+)?(e[+-]\d+)?$/;

/** A cell: text, or a number, which is compared by its value and by its printed form, float or integer. */
function parseCell(text: string): Json {
  if (!NUMBER.test(text)) return text;
  return [Number(text), text.includes(".") ? "float" : "integer", Object.is(Number(text), -0) ? "negative zero" : ""];
}

/** Cells of a line; no cell of these tables contains a line break. */
function cellsOf(line: string): readonly string[] {
  if (!line.includes('"')) return line.split(",");
  return Array.from(line.matchAll(/(?:^|,)("(?:[^"]|"")*"|[^,]*)/g), ([, field]) => field!);
}

/** Whether a cell differs for a known reason, by its column and the third cell of its row (docs/fidelity.md). */
type DifferenceFilter = (key: string, column: string) => boolean;

/** Compares cell by cell, in order. If two lines are equal as text, all their cells agree. */
export function compareTables(
  title: string,
  expected: string,
  lines: Iterable<string>,
  isExplained: DifferenceFilter = () => false,
): Comparison {
  const referenceLines = expected.split("\n");
  const header = cellsOf(referenceLines[0]!);
  const tally = new Tally(title);
  let row = 0;
  for (const line of lines) {
    const reference = referenceLines[row] ?? "";
    const columns = cellsOf(reference);
    row++;
    if (line === `${reference}\n`) {
      tally.addEqual(columns.length);
      continue;
    }
    const actualCells = cellsOf(line.replace(/\n$/, ""));
    const key = columns[2] ?? "";
    tally.add(`line ${row} (number of cells)`, columns.length, actualCells.length);
    columns.forEach((text, index) => {
      const column = header[index] ?? "";
      if (isExplained(key, column)) return;
      tally.add(`line ${row} (${columns[0]}, ${key}) ${column}`, parseCell(text), parseCell(actualCells[index] ?? ""));
    });
  }
  // The text ends with a newline.
  tally.add("number of lines", referenceLines.length - 1, row);
  return tally.comparison;
}

/**
 * Rows of nl2023/s01 whose fuel costs the reference had already calculated with hourly electricity prices, for other
 * queries. Their total costs in the table lack the fuel costs at yearly prices.
 */
const PREVIOUSLY_CALCULATED = new Set([
  "households_flexibility_p2p_electricity",
  "industry_chemicals_other_heater_electricity",
  "industry_chemicals_other_heatpump_water_water_electricity",
  "industry_chemicals_other_steam_recompression_electricity",
  "industry_other_food_heater_electricity",
  "agriculture_geothermal",
  "agriculture_heatpump_water_water_ts_electricity",
  "energy_flexibility_hv_opac_electricity",
  "energy_flexibility_mv_batteries_electricity",
  "energy_flexibility_pumped_storage_electricity",
]);
const EXPLAINED_DIFFERENCES: { readonly [table: string]: DifferenceFilter } = {
  "nl2023/s01_electrification.details/costs_parameters": (key, column) =>
    column === "Total costs (eur)" && PREVIOUSLY_CALCULATED.has(key),
};

/** Storage fields that the API documents but the reference cannot read from its storage: they are null there. */
const NULL_IN_REFERENCE = ["volume_per_unit", "input_efficiency", "output_efficiency", "reserve_class", "decay"];

const toReferenceForm = (configuration: ReturnType<Solution["meritConfiguration"]>) =>
  configuration && {
    ...configuration,
    participants: configuration.participants.map((participant) =>
      participant.type === "storage"
        ? { ...participant, ...Object.fromEntries(NULL_IN_REFERENCE.map((field) => [field, null])) }
        : participant,
    ),
  };

/**
 * The reference's participants without duplicates: it lists storage that can produce among both producers and flexible
 * participants.
 */
function withoutDuplicates(expected: { readonly [key: string]: Json }): { readonly [key: string]: Json } {
  const participants = expected["participants"] as readonly { readonly [field: string]: Json }[];
  const lastIndices = new Map(participants.map((participant, index) => [participant["key"], index]));
  return { ...expected, participants: participants.filter(({ key }, index) => lastIndices.get(key ?? null) === index) };
}

/** A value as a client receives it in JSON. */
const toJson = (answer: unknown): Json =>
  JSON.parse(
    JSON.stringify(answer ?? null, (_, value: unknown) => (value instanceof Float64Array ? Array.from(value) : value)),
  ) as Json;

/** Compares entry by entry, and lists and maps within entries item by item. */
function compareEntries(
  title: string,
  expected: { readonly [key: string]: Json },
  actual: (key: string) => unknown,
): Comparison {
  const tally = new Tally(title);
  for (const [key, value] of Object.entries(expected)) {
    const actualValue = toJson(actual(key));
    if (typeof value !== "object" || value === null || typeof actualValue !== "object" || actualValue === null) {
      tally.add(key, value, actualValue);
      continue;
    }
    const [expectedItems, actualItems] = [new Map(Object.entries(value)), new Map(Object.entries(actualValue))];
    tally.add(`${key} (items)`, [...expectedItems.keys()], [...actualItems.keys()]);
    for (const [item, expectedItem] of expectedItems)
      tally.add(`${key} ${item}`, expectedItem, actualItems.get(item) ?? null);
  }
  return tally.comparison;
}

function readText({ golden }: Reference, file: string): string | null {
  const path = join(golden, file);
  return existsSync(path) ? gunzipSync(readFileSync(path)).toString("utf8") : null;
}

/** Compares all exports that a scenario's directory contains. */
export async function compareExports(reference: Reference, folders: readonly string[], report: Report): Promise<void> {
  const model = await openModel(reference.model);
  const curves = curveSource(model);
  const engine = newEngine(model);
  for (const folder of folders) {
    const file = `${folder.replace(/\.details$/, "")}.json.gz`;
    const recipe = recipeOf(readGolden(reference, file) as ReferenceScenario);
    const solution = engine.solve(await model.dataset(recipe.area), recipe);
    const compareTable = (name: string, actual: Export | null): void => {
      const expected = readText(reference, `${folder}/${name}.csv.gz`);
      if (expected === null) return;
      const title = `${folder}/${name}`;
      report(
        compareTables(title, expected, actual === null ? [] : csvLines(actual.table()), EXPLAINED_DIFFERENCES[title]),
      );
    };
    for (const name of Object.keys(ANNUAL_EXPORTS)) compareTable(name, solution.annualExport(name));
    for (const name of Object.keys(HOURLY_EXPORTS)) compareTable(`curves/${name}`, solution.hourlyExport(name));
    for (const [name, answer] of Object.entries(jsonResponses(solution))) {
      const path = `${folder}/${name}.json.gz`;
      if (readText(reference, path) === null) continue;
      const golden = readGolden(reference, path) as { readonly [key: string]: Json };
      const expected = name.startsWith("merit") ? withoutDuplicates(golden) : golden;
      report(compareEntries(path, expected, answer(expected)));
    }
  }

  /**
   * JSON responses by the name of the reference's file; each function returns our value for a key of the expected
   * response.
   */
  function jsonResponses(solution: Solution): {
    readonly [name: string]: (expected: { readonly [key: string]: Json }) => (key: string) => unknown;
  } {
    const fieldsOf = (answer: () => unknown) => () => {
      const actual = answer() as { readonly [key: string]: unknown };
      return (key: string) => actual[key];
    };
    return {
      "curves/electricity_price": fieldsOf(() => solution.priceCurve()),
      merit: fieldsOf(() => toReferenceForm(solution.meritConfiguration(curves, true))),
      merit_no_curves: fieldsOf(() => toReferenceForm(solution.meritConfiguration(curves, false))),
      api_nodes: () => (key) => reportOf(solution, key),
      nodes_stats_example: (expected) => {
        const nodes = expected["nodes"] as { readonly [node: string]: { readonly [figure: string]: Json } };
        const requestedFigures = Object.entries(nodes).map(([key, figures]) => [key, Object.keys(figures)]);
        return fieldsOf(() => ({ nodes: solution.nodeStatistics(Object.fromEntries(requestedFigures)) }))();
      },
      topology: fieldsOf(() => energyMap(engine.definition, engine.topology.energy)),
    };
  }
}

export const exportsCommand: Command = {
  description:
    "the exported tables, merit configurations and node figures of the reference's scenarios, hours included",
  files: async (reference) => detailFolders(reference),
  run: compareExports,
};
