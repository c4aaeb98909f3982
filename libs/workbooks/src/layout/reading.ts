/** Reads scenarios from the sheets of a workbook, in the layout of the Python client pyetm. */
import { type Place, WorkbookError } from "../problems.ts";
import { type CellValue, placeOf, type Sheet, type SheetRow } from "../sheet.ts";
import type { Workbook } from "../workbook.ts";
import { flagIn, type Grid, gridOf, isHelper, Problems, textIn, wholeIn } from "./grid.ts";
import {
  type BookPlan,
  HOURS,
  OTHER_VALUES,
  type Placed,
  type PlannedScenario,
  type Reference,
  SHEETS,
  type WantedResults,
} from "./plan.ts";

/** Scenarios of a workbook. */
const MAX_SCENARIOS = 100;
const MAX_QUERIES = 10_000;

/** A row of `MAIN` before the other sheets are read. */
interface MainRow {
  readonly scenario: Omit<PlannedScenario, "values" | "orders" | "curves">;
  /** Labels by which other sheets may name it. */
  readonly labels: ReadonlySet<string>;
  /** Names of its sheets. */
  readonly sortables: Placed<string> | null;
  readonly customCurves: Placed<string> | null;
}

/** The scenarios and the wanted results. Rejects with `WorkbookError`, which lists all problems with their cells. */
export async function planOf(book: Workbook): Promise<BookPlan> {
  const problems = new Problems();
  const warnings: { readonly place: Place; readonly message: string }[] = [];
  const main = await book.sheet(SHEETS.main);
  if (main === null)
    throw new WorkbookError([
      {
        place: null,
        message: `The workbook has no sheet ${SHEETS.main}; its sheets are ${book.sheetNames.join(", ")}`,
      },
    ]);
  const rows = mainRows(main, problems);
  const scenarioOf = (label: string): MainRow | null => rows.find(({ labels }) => labels.has(label)) ?? null;

  const valuesSheet = (await book.sheet(SHEETS.values)) ?? (await book.sheet(OTHER_VALUES));
  const values = valuesSheet === null ? new Map<MainRow, Values>() : valuesIn(valuesSheet, scenarioOf, problems);
  const sheets = new Sheets(book, (label) => scenarioOf(label) !== null);
  const scenarios: PlannedScenario[] = [];
  for (const row of rows) {
    const orders = ordersIn(await sheets.of(row.sortables, SHEETS.sortables, problems), row, problems);
    const curves = curvesIn(await sheets.of(row.customCurves, SHEETS.curves, problems), row, problems);
    scenarios.push({ ...row.scenario, values: values.get(row) ?? new Map(), orders, curves });
  }
  for (const name of [SHEETS.sortables, SHEETS.curves]) {
    const grid = await sheets.named(name);
    if (grid !== null && grid.columns.some(({ name: label }) => !isHelper(label)) && !sheets.isUsed(grid))
      warnings.push({
        place: { sheet: grid.sheet.name, cell: null },
        message: `is not used: no scenario in ${SHEETS.main} names it in the column ${name.toLowerCase()}`,
      });
  }
  const queries = queriesIn(await book.sheet(SHEETS.queries), problems);
  const wanted = wantedIn(await book.sheet(SHEETS.config), queries.length > 0, problems);
  const users = await book.sheet(SHEETS.users);
  if (
    users !== null &&
    users.rows.some(({ number, cells }) => number > 1 && [...cells.keys()].some((column) => column > 0))
  )
    warnings.push({
      place: { sheet: users.name, cell: null },
      message: "is not used: a workbook does not share scenarios",
    });
  if (problems.list.length > 0) throw new WorkbookError(problems.list);
  return { scenarios, queries, wanted, warnings };
}

// ---- MAIN

function mainRows(sheet: Sheet, problems: Problems): readonly MainRow[] {
  const grid = gridOf(sheet, null);
  const names = new Map<string, number>();
  for (const { name, column, place } of grid.columns) {
    const known = name.toLowerCase();
    if (names.has(known)) problems.add(place, `is a second column ${name}`);
    else names.set(known, column);
  }
  if (!names.has("area_code") && !names.has("scenario_id") && !names.has("copy_from"))
    problems.add(placeOf(sheet, Math.max(grid.headingEnd, 1), 0), "expected the columns area_code and end_year");
  const rows: MainRow[] = [];
  const taken = new Set<string>();
  for (const row of grid.rows) {
    const found = mainRow(sheet, row, names, problems);
    if (found === null) continue;
    const { name, place } = found.scenario;
    if (taken.has(name))
      problems.add(place, `is a second scenario named ${JSON.stringify(name)}; short_name must differ`);
    taken.add(name);
    rows.push(found);
  }
  if (rows.length === 0 && problems.list.length === 0)
    problems.add({ sheet: sheet.name, cell: null }, "has no scenario");
  if (rows.length > MAX_SCENARIOS)
    problems.add({ sheet: sheet.name, cell: null }, `has ${rows.length} scenarios, expected at most ${MAX_SCENARIOS}`);
  return rows;
}

function mainRow(sheet: Sheet, row: SheetRow, names: ReadonlyMap<string, number>, problems: Problems): MainRow | null {
  const cell = (field: string): Placed<CellValue> | null => {
    const column = names.get(field);
    const value = column === undefined ? undefined : row.cells.get(column);
    return value === undefined ? null : { value, place: placeOf(sheet, row.number, column!) };
  };
  const textOf = (field: string): Placed<string> | null => {
    const found = cell(field);
    return found === null ? null : { value: textIn(found.value), place: found.place };
  };
  const read = <T>(field: string, convert: (value: CellValue) => T | null, expectation: string): Placed<T> | null => {
    const found = cell(field);
    if (found === null) return null;
    const value = convert(found.value);
    return value === null ? problems.expected(found.place, found.value, expectation) : { value, place: found.place };
  };
  const flag = (field: string) => read(field, flagIn, "TRUE or FALSE")?.value ?? null;
  const place = placeOf(sheet, row.number, names.get("short_name") ?? 0);
  const isSession = flag("session") ?? false;
  const reference = (field: string): Placed<Reference> | null => {
    const id = read(field, (value) => idIn(value), "the number of a scenario");
    return id === null ? null : { value: { kind: isSession ? "scenario" : "saved", id: id.value }, place: id.place };
  };
  const [existing, copyFrom] = [reference("scenario_id"), reference("copy_from")];
  const area = textOf("area_code");
  const endYear = read("end_year", wholeIn, "a year");
  const title = textOf("title")?.value ?? null;
  const [isPrivate, keepCompatible] = [flag("private"), flag("keep_compatible")];
  // Exports of pyetm have the name in a first column without a heading.
  const unnamed = [...names.values()].includes(0) ? "" : textIn(row.cells.get(0));
  const shortName = textOf("short_name")?.value ?? "";
  const name = shortName || unnamed || title || (existing === null ? "" : String(existing.value.id));
  if (existing === null && copyFrom === null && (area === null || endYear === null)) {
    // Rows of templates have formulas or formats only.
    if (shortName === "" && title === null && area === null && endYear === null) return null;
    problems.add(place, "expected area_code and end_year, or scenario_id, or copy_from");
    return null;
  }
  if (name === "") {
    problems.add(place, "expected a short_name or a title");
    return null;
  }
  const attribute = textOf("scale_attribute");
  const value = read("scale_value", (written) => (typeof written === "number" ? written : null), "a number");
  if ((attribute === null) !== (value === null))
    problems.add(attribute?.place ?? value?.place ?? place, "expected both scale_attribute and scale_value");
  return {
    scenario: {
      name,
      place,
      existing,
      copyFrom,
      area,
      endYear,
      title,
      source: textOf("source")?.value ?? null,
      private: isPrivate,
      keepCompatible,
      scale:
        attribute === null || value === null
          ? null
          : {
              place: attribute.place,
              value: {
                attribute: attribute.value,
                value: value.value,
                hasAgriculture: flag("has_agriculture"),
                hasIndustry: flag("has_industry"),
                hasEnergy: flag("has_energy"),
              },
            },
    },
    labels: new Set(
      [name, shortName, unnamed, title ?? "", existing === null ? "" : String(existing.value.id)].filter(
        (label) => label !== "",
      ),
    ),
    sortables: textOf("sortables"),
    customCurves: textOf("custom_curves"),
  };
}

const MAX_ID = 0x7fff_ffff;
function idIn(value: CellValue): number | null {
  const id = wholeIn(value);
  return id !== null && id >= 1 && id <= MAX_ID ? id : null;
}

// ---- SLIDER_SETTINGS

type Values = Map<string, Placed<number | string>>;

/** Columns of a block that have values of users; other ones have defaults and ranges. */
const VALUE_FIELDS = new Set(["", "user", "value"]);

function valuesIn(
  sheet: Sheet,
  scenarioOf: (label: string) => MainRow | null,
  problems: Problems,
): ReadonlyMap<MainRow, Values> {
  const grid = gridOf(sheet, null);
  const found = new Map<MainRow, Values>();
  for (const { name, block, column, place } of grid.columns) {
    if (column === 0 || (block !== null && !VALUE_FIELDS.has(name.toLowerCase()))) continue;
    const label = block ?? name;
    if (block === null && isHelper(label)) continue;
    const row = scenarioOf(label);
    if (row === null) {
      problems.add(place, `is ${JSON.stringify(label)}, expected the short_name of a scenario in ${SHEETS.main}`);
      continue;
    }
    const values: Values = found.get(row) ?? new Map();
    found.set(row, values);
    for (const { number, cells } of grid.rows) {
      const value = cells.get(column);
      const key = textIn(cells.get(0));
      if (value === undefined) continue;
      const at = placeOf(sheet, number, column);
      if (key === "") problems.add(placeOf(sheet, number, 0), "expected the key of an input");
      else if (typeof value === "object") problems.expected(at, value, "a number or a text");
      else if (values.has(key)) problems.add(at, `is a second value of ${key}`);
      else values.set(key, { value: typeof value === "boolean" ? Number(value) : value, place: at });
    }
  }
  return found;
}

// ---- SORTABLES and CUSTOM_CURVES

/** Sheets that several scenarios may use, each read once. */
class Sheets {
  readonly #book: Workbook;
  readonly #isScenario: (label: string) => boolean;
  readonly #grids = new Map<string, Grid | null>();
  readonly #used = new Set<Grid>();

  constructor(book: Workbook, isScenario: (label: string) => boolean) {
    this.#book = book;
    this.#isScenario = isScenario;
  }

  async named(name: string): Promise<Grid | null> {
    const key = name.toLowerCase();
    if (!this.#grids.has(key)) {
      const sheet = await this.#book.sheet(name);
      this.#grids.set(key, sheet === null ? null : gridOf(sheet, this.#isScenario));
    }
    return this.#grids.get(key) ?? null;
  }

  /** The sheet that `MAIN` names, or the usual one if it has blocks for scenarios. */
  async of(named: Placed<string> | null, usual: string, problems: Problems): Promise<Grid | null> {
    const grid = await this.named(named?.value ?? usual);
    if (grid === null && named !== null)
      problems.add(named.place, `is ${JSON.stringify(named.value)}, expected a sheet of the workbook`);
    const isUsed = grid !== null && (named !== null || grid.columns.some(({ block }) => block !== null));
    if (isUsed) this.#used.add(grid);
    return isUsed ? grid : null;
  }

  isUsed(grid: Grid): boolean {
    return this.#used.has(grid);
  }
}

const columnsOf = (grid: Grid | null, { labels }: MainRow) =>
  (grid?.columns ?? []).filter(({ name, block }) => !isHelper(name) && (block === null || labels.has(block)));

function ordersIn(grid: Grid | null, row: MainRow, problems: Problems): PlannedScenario["orders"] {
  const orders = columnsOf(grid, row).map(({ name, column, place }) => ({
    name,
    place,
    value: grid!.rows.flatMap(({ cells }) => {
      const key = textIn(cells.get(column));
      return key === "" ? [] : [key];
    }),
  }));
  refuseRepeated(
    orders.map(({ name, place }) => [name, place] as const),
    problems,
  );
  return orders;
}

function curvesIn(grid: Grid | null, row: MainRow, problems: Problems): PlannedScenario["curves"] {
  const columns = columnsOf(grid, row);
  refuseRepeated(
    columns.map(({ name, place }) => [name, place] as const),
    problems,
  );
  return columns.flatMap(({ name, column, place }) => {
    const value = hoursIn(grid!, column, problems);
    if (value === null) return [];
    if (value.length === 0) return [];
    if (value.length === HOURS) return [{ key: name, place, value }];
    problems.add(place, `${name} has ${value.length} values, expected ${HOURS}, one per hour`);
    return [];
  });
}

/** Values of a column without gaps; null if one is not a number. */
function hoursIn({ sheet, rows, headingEnd }: Grid, column: number, problems: Problems): readonly number[] | null {
  const values: number[] = [];
  for (const { number, cells } of rows) {
    const value = cells.get(column);
    if (value === undefined) continue;
    if (typeof value !== "number") return problems.expected(placeOf(sheet, number, column), value, "a number");
    const gap = headingEnd + 1 + values.length;
    if (number !== gap) return problems.add(placeOf(sheet, gap, column), "is empty, expected a number for each hour");
    values.push(value);
  }
  return values;
}

function refuseRepeated(names: readonly (readonly [name: string, place: Place])[], problems: Problems): void {
  const known = new Set<string>();
  for (const [name, place] of names) {
    if (known.has(name)) problems.add(place, `is a second column ${name}`);
    known.add(name);
  }
}

// ---- GQUERIES and EXPORT_CONFIG

const QUERY_HEADINGS = new Set(["gquery", "gqueries", "query", "queries", "key", "scenario", "field"]);

function queriesIn(sheet: Sheet | null, problems: Problems): readonly Placed<string>[] {
  const keys = new Map<string, Placed<string>>();
  for (const { number, cells } of sheet?.rows ?? []) {
    const value = textIn(cells.get(0));
    if (value === "" || (keys.size === 0 && QUERY_HEADINGS.has(value.toLowerCase())) || keys.has(value)) continue;
    keys.set(value, { value, place: placeOf(sheet!, number, 0) });
  }
  if (keys.size > MAX_QUERIES)
    problems.add({ sheet: sheet!.name, cell: null }, `has ${keys.size} queries, expected at most ${MAX_QUERIES}`);
  return [...keys.values()];
}

/** Fields of `EXPORT_CONFIG`, by their names. */
const FLAGS = {
  inputs: ["include_inputs", "inputs"],
  sortables: ["include_sortables", "sortables"],
  customCurves: ["include_custom_curves", "custom_curves"],
  queries: ["include_gqueries", "gquery_results", "gqueries"],
  defaults: ["include_input_defaults", "defaults"],
  ranges: ["include_input_min_max", "min_max"],
} as const satisfies { readonly [field in keyof WantedResults]?: readonly string[] };

/** Carriers that stand for a table of hours. */
const CARRIERS: { readonly [carrier: string]: string } = {
  electricity: "electricity_profiles",
  hydrogen: "hydrogen_profiles",
  heat: "district_heating_profiles",
  methane: "network_gas_profiles",
};

function wantedIn(sheet: Sheet | null, hasQueries: boolean, problems: Problems): WantedResults {
  const grid = sheet === null ? null : gridOf(sheet, null);
  const [first] = grid?.rows ?? [];
  const cell = (names: readonly string[]): Placed<CellValue> | null => {
    for (const { name, column } of grid?.columns ?? []) {
      const value = names.includes(name.toLowerCase()) ? first?.cells.get(column) : undefined;
      if (value !== undefined) return { value, place: placeOf(sheet!, first!.number, column) };
    }
    return null;
  };
  const flag = (names: readonly string[], fallback: boolean): boolean => {
    const found = cell(names);
    if (found === null) return fallback;
    return flagIn(found.value) ?? problems.expected(found.place, found.value, "TRUE or FALSE") ?? fallback;
  };
  const tables = (names: readonly string[]): readonly Placed<string>[] | "all" => {
    const found = cell(names);
    if (found === null) return [];
    const isAll = flagIn(found.value);
    if (isAll !== null) return isAll ? "all" : [];
    return textIn(found.value)
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "")
      .map((name) => ({ value: CARRIERS[name.toLowerCase()] ?? name, place: found.place }));
  };
  const hourly = tables(["hourly_curves"]);
  return {
    inputs: flag(FLAGS.inputs, false),
    sortables: flag(FLAGS.sortables, false),
    customCurves: flag(FLAGS.customCurves, false),
    queries: flag(FLAGS.queries, hasQueries),
    defaults: flag(FLAGS.defaults, false),
    ranges: flag(FLAGS.ranges, false),
    hourly: hourly === "all" || hourly.length > 0 ? hourly : tables(["output_carriers"]),
    annual: tables(["annual_exports"]),
  };
}
