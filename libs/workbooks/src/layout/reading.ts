/** Reads scenarios from the sheets of a workbook, in the layout of the Python client pyetm. */
import { type CellPosition, WorkbookError } from "../problems.ts";
import { type CellValue, positionOf, type Sheet, type SheetRow } from "../sheet.ts";
import type { Workbook } from "../workbook.ts";
import { parseFlag, type Grid, gridOf, isHelper, Problems, textOfCell, parseWholeNumber } from "./grid.ts";
import {
  type BookPlan,
  HOURS,
  OTHER_VALUES,
  type Located,
  type PlannedScenario,
  type Reference,
  SHEETS,
  type RequestedResults,
} from "./plan.ts";

/** Maximum numbers of scenarios and queries in a workbook. */
const MAX_SCENARIOS = 100;
const MAX_QUERIES = 10_000;

/** A row of `MAIN` before the other sheets are read. */
interface MainRow {
  readonly scenario: Omit<PlannedScenario, "values" | "orders" | "curves">;
  /** Labels by which other sheets may name it. */
  readonly labels: ReadonlySet<string>;
  /** Names of the sheets that it refers to. */
  readonly sortables: Located<string> | null;
  readonly customCurves: Located<string> | null;
}

/** The scenarios and the requested results. Rejects with `WorkbookError`, which lists all problems with their cells. */
export async function planOf(book: Workbook): Promise<BookPlan> {
  const problems = new Problems();
  const warnings: { readonly position: CellPosition; readonly message: string }[] = [];
  const main = await book.sheet(SHEETS.main);
  if (main === null)
    throw new WorkbookError([
      {
        position: null,
        message: `The workbook has no sheet ${SHEETS.main}; its sheets are ${book.sheetNames.join(", ")}`,
      },
    ]);
  const rows = mainRows(main, problems);
  const findRow = (label: string): MainRow | null => rows.find(({ labels }) => labels.has(label)) ?? null;

  const valuesSheet = (await book.sheet(SHEETS.values)) ?? (await book.sheet(OTHER_VALUES));
  const values = valuesSheet === null ? new Map<MainRow, Values>() : readValues(valuesSheet, findRow, problems);
  const sheets = new Sheets(book, (label) => findRow(label) !== null);
  const scenarios: PlannedScenario[] = [];
  for (const row of rows) {
    const orders = readOrders(await sheets.gridFor(row.sortables, SHEETS.sortables, problems), row, problems);
    const curves = readCurves(await sheets.gridFor(row.customCurves, SHEETS.curves, problems), row, problems);
    scenarios.push({ ...row.scenario, values: values.get(row) ?? new Map(), orders, curves });
  }
  for (const name of [SHEETS.sortables, SHEETS.curves]) {
    const grid = await sheets.openSheet(name);
    if (grid !== null && grid.columns.some(({ name: label }) => !isHelper(label)) && !sheets.isUsed(grid))
      warnings.push({
        position: { sheet: grid.sheet.name, cell: null },
        message: `is not used: no scenario in ${SHEETS.main} names it in the column ${name.toLowerCase()}`,
      });
  }
  const queries = readQueries(await book.sheet(SHEETS.queries), problems);
  const requestedResults = readRequestedResults(await book.sheet(SHEETS.config), queries.length > 0, problems);
  const users = await book.sheet(SHEETS.users);
  if (
    users !== null &&
    users.rows.some(({ number, cells }) => number > 1 && [...cells.keys()].some((column) => column > 0))
  )
    warnings.push({
      position: { sheet: users.name, cell: null },
      message: "is not used: a workbook cannot share scenarios",
    });
  if (problems.list.length > 0) throw new WorkbookError(problems.list);
  return { scenarios, queries, requestedResults, warnings };
}

// ---- MAIN

function mainRows(sheet: Sheet, problems: Problems): readonly MainRow[] {
  const grid = gridOf(sheet, null);
  const names = new Map<string, number>();
  for (const { name, column, position } of grid.columns) {
    const fieldName = name.toLowerCase();
    if (names.has(fieldName)) problems.add(position, `is a second column ${name}`);
    else names.set(fieldName, column);
  }
  if (!names.has("area_code") && !names.has("scenario_id") && !names.has("copy_from"))
    problems.add(positionOf(sheet, Math.max(grid.headingEnd, 1), 0), "expected the columns area_code and end_year");
  const rows: MainRow[] = [];
  const usedNames = new Set<string>();
  for (const row of grid.rows) {
    const main = mainRow(sheet, row, names, problems);
    if (main === null) continue;
    const { name, position } = main.scenario;
    if (usedNames.has(name))
      problems.add(position, `is a second scenario named ${JSON.stringify(name)}; short_name must be unique`);
    usedNames.add(name);
    rows.push(main);
  }
  if (rows.length === 0 && problems.list.length === 0)
    problems.add({ sheet: sheet.name, cell: null }, "has no scenario");
  if (rows.length > MAX_SCENARIOS)
    problems.add(
      { sheet: sheet.name, cell: null },
      `expected at most ${MAX_SCENARIOS} scenarios, found ${rows.length}`,
    );
  return rows;
}

function mainRow(sheet: Sheet, row: SheetRow, names: ReadonlyMap<string, number>, problems: Problems): MainRow | null {
  const cell = (field: string): Located<CellValue> | null => {
    const column = names.get(field);
    const value = column === undefined ? undefined : row.cells.get(column);
    return value === undefined ? null : { value, position: positionOf(sheet, row.number, column!) };
  };
  const textOf = (field: string): Located<string> | null => {
    const value = cell(field);
    return value === null ? null : { value: textOfCell(value.value), position: value.position };
  };
  const read = <T>(field: string, convert: (value: CellValue) => T | null, expectation: string): Located<T> | null => {
    const locatedCell = cell(field);
    if (locatedCell === null) return null;
    const value = convert(locatedCell.value);
    return value === null
      ? problems.addExpected(locatedCell.position, locatedCell.value, expectation)
      : { value, position: locatedCell.position };
  };
  const flag = (field: string) => read(field, parseFlag, "TRUE or FALSE")?.value ?? null;
  const position = positionOf(sheet, row.number, names.get("short_name") ?? 0);
  const isSession = flag("session") ?? false;
  const reference = (field: string): Located<Reference> | null => {
    const id = read(field, (value) => parseId(value), "a scenario ID");
    return id === null
      ? null
      : { value: { kind: isSession ? "scenario" : "saved", id: id.value }, position: id.position };
  };
  const [existingScenario, copyFrom] = [reference("scenario_id"), reference("copy_from")];
  const area = textOf("area_code");
  const endYear = read("end_year", parseWholeNumber, "a year");
  const title = textOf("title")?.value ?? null;
  const [isPrivate, keepCompatible] = [flag("private"), flag("keep_compatible")];
  // Exports of pyetm have the name in a first column without a heading.
  const nameInFirstColumn = [...names.values()].includes(0) ? "" : textOfCell(row.cells.get(0));
  const shortName = textOf("short_name")?.value ?? "";
  const name =
    shortName || nameInFirstColumn || title || (existingScenario === null ? "" : String(existingScenario.value.id));
  if (existingScenario === null && copyFrom === null && (area === null || endYear === null)) {
    // An unused row of a template has only formulas or formats.
    if (shortName === "" && title === null && area === null && endYear === null) return null;
    problems.add(position, "expected area_code and end_year, or scenario_id, or copy_from");
    return null;
  }
  if (name === "") {
    problems.add(position, "expected a short_name or a title");
    return null;
  }
  const attribute = textOf("scale_attribute");
  const value = read("scale_value", (cellValue) => (typeof cellValue === "number" ? cellValue : null), "a number");
  if ((attribute === null) !== (value === null))
    problems.add(attribute?.position ?? value?.position ?? position, "expected both scale_attribute and scale_value");
  return {
    scenario: {
      name,
      position,
      existingScenario,
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
              position: attribute.position,
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
      [
        name,
        shortName,
        nameInFirstColumn,
        title ?? "",
        existingScenario === null ? "" : String(existingScenario.value.id),
      ].filter((label) => label !== ""),
    ),
    sortables: textOf("sortables"),
    customCurves: textOf("custom_curves"),
  };
}

const MAX_ID = 0x7fff_ffff;
function parseId(value: CellValue): number | null {
  const id = parseWholeNumber(value);
  return id !== null && id >= 1 && id <= MAX_ID ? id : null;
}

// ---- SLIDER_SETTINGS

type Values = Map<string, Located<number | string>>;

/** Columns of a block with user values; the others have defaults and ranges. */
const VALUE_FIELDS = new Set(["", "user", "value"]);

function readValues(
  sheet: Sheet,
  findRow: (label: string) => MainRow | null,
  problems: Problems,
): ReadonlyMap<MainRow, Values> {
  const grid = gridOf(sheet, null);
  const valuesOf = new Map<MainRow, Values>();
  for (const { name, block, column, position } of grid.columns) {
    if (column === 0 || (block !== null && !VALUE_FIELDS.has(name.toLowerCase()))) continue;
    const label = block ?? name;
    if (block === null && isHelper(label)) continue;
    const row = findRow(label);
    if (row === null) {
      problems.add(position, `expected the short_name of a scenario in ${SHEETS.main}, found ${JSON.stringify(label)}`);
      continue;
    }
    const values: Values = valuesOf.get(row) ?? new Map();
    valuesOf.set(row, values);
    for (const { number, cells } of grid.rows) {
      const value = cells.get(column);
      const key = textOfCell(cells.get(0));
      if (value === undefined) continue;
      const cellPosition = positionOf(sheet, number, column);
      if (key === "") problems.add(positionOf(sheet, number, 0), "expected the key of an input");
      else if (typeof value === "object") problems.addExpected(cellPosition, value, "a number or text");
      else if (values.has(key)) problems.add(cellPosition, `is a second value of ${key}`);
      else values.set(key, { value: typeof value === "boolean" ? Number(value) : value, position: cellPosition });
    }
  }
  return valuesOf;
}

// ---- SORTABLES and CUSTOM_CURVES

/** Sheets that several scenarios may use, each read once. */
class Sheets {
  readonly #book: Workbook;
  readonly #isScenario: (label: string) => boolean;
  readonly #grids = new Map<string, Grid | null>();
  readonly #usedGrids = new Set<Grid>();

  constructor(book: Workbook, isScenario: (label: string) => boolean) {
    this.#book = book;
    this.#isScenario = isScenario;
  }

  async openSheet(name: string): Promise<Grid | null> {
    const key = name.toLowerCase();
    if (!this.#grids.has(key)) {
      const sheet = await this.#book.sheet(name);
      this.#grids.set(key, sheet === null ? null : gridOf(sheet, this.#isScenario));
    }
    return this.#grids.get(key) ?? null;
  }

  /** The sheet that `MAIN` names, or the default one if it has blocks for scenarios. */
  async gridFor(name: Located<string> | null, defaultName: string, problems: Problems): Promise<Grid | null> {
    const grid = await this.openSheet(name?.value ?? defaultName);
    if (grid === null && name !== null)
      problems.add(name.position, `expected the name of a sheet in the workbook, found ${JSON.stringify(name.value)}`);
    const isUsed = grid !== null && (name !== null || grid.columns.some(({ block }) => block !== null));
    if (isUsed) this.#usedGrids.add(grid);
    return isUsed ? grid : null;
  }

  isUsed(grid: Grid): boolean {
    return this.#usedGrids.has(grid);
  }
}

const columnsOf = (grid: Grid | null, { labels }: MainRow) =>
  (grid?.columns ?? []).filter(({ name, block }) => !isHelper(name) && (block === null || labels.has(block)));

function readOrders(grid: Grid | null, row: MainRow, problems: Problems): PlannedScenario["orders"] {
  const orders = columnsOf(grid, row).map(({ name, column, position }) => ({
    name,
    position,
    value: grid!.rows.flatMap(({ cells }) => {
      const key = textOfCell(cells.get(column));
      return key === "" ? [] : [key];
    }),
  }));
  reportRepeatedColumns(
    orders.map(({ name, position }) => [name, position] as const),
    problems,
  );
  return orders;
}

function readCurves(grid: Grid | null, row: MainRow, problems: Problems): PlannedScenario["curves"] {
  const columns = columnsOf(grid, row);
  reportRepeatedColumns(
    columns.map(({ name, position }) => [name, position] as const),
    problems,
  );
  return columns.flatMap(({ name, column, position }) => {
    const value = readHours(grid!, column, problems);
    if (value === null) return [];
    if (value.length === 0) return [];
    if (value.length === HOURS) return [{ key: name, position, value }];
    problems.add(position, `${name}: expected ${HOURS} values, one per hour, found ${value.length}`);
    return [];
  });
}

/** Values of a column. For a value that is not a number, or an empty cell before a value, reports a problem; null. */
function readHours({ sheet, rows, headingEnd }: Grid, column: number, problems: Problems): readonly number[] | null {
  const values: number[] = [];
  for (const { number, cells } of rows) {
    const value = cells.get(column);
    if (value === undefined) continue;
    if (typeof value !== "number") return problems.addExpected(positionOf(sheet, number, column), value, "a number");
    const gap = headingEnd + 1 + values.length;
    if (number !== gap)
      return problems.add(positionOf(sheet, gap, column), "expected a number for each hour, found an empty cell");
    values.push(value);
  }
  return values;
}

function reportRepeatedColumns(
  names: readonly (readonly [name: string, position: CellPosition])[],
  problems: Problems,
): void {
  const seenNames = new Set<string>();
  for (const [name, position] of names) {
    if (seenNames.has(name)) problems.add(position, `is a second column ${name}`);
    seenNames.add(name);
  }
}

// ---- GQUERIES and EXPORT_CONFIG

const QUERY_HEADINGS = new Set(["gquery", "gqueries", "query", "queries", "key", "scenario", "field"]);

function readQueries(sheet: Sheet | null, problems: Problems): readonly Located<string>[] {
  const keys = new Map<string, Located<string>>();
  for (const { number, cells } of sheet?.rows ?? []) {
    const value = textOfCell(cells.get(0));
    if (value === "" || (keys.size === 0 && QUERY_HEADINGS.has(value.toLowerCase())) || keys.has(value)) continue;
    keys.set(value, { value, position: positionOf(sheet!, number, 0) });
  }
  if (keys.size > MAX_QUERIES)
    problems.add({ sheet: sheet!.name, cell: null }, `expected at most ${MAX_QUERIES} queries, found ${keys.size}`);
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
} as const satisfies { readonly [field in keyof RequestedResults]?: readonly string[] };

/** Carriers that represent an hourly table. */
const CARRIERS: { readonly [carrier: string]: string } = {
  electricity: "electricity_profiles",
  hydrogen: "hydrogen_profiles",
  heat: "district_heating_profiles",
  methane: "network_gas_profiles",
};

function readRequestedResults(sheet: Sheet | null, hasQueries: boolean, problems: Problems): RequestedResults {
  const grid = sheet === null ? null : gridOf(sheet, null);
  const [first] = grid?.rows ?? [];
  const cell = (names: readonly string[]): Located<CellValue> | null => {
    for (const { name, column } of grid?.columns ?? []) {
      const value = names.includes(name.toLowerCase()) ? first?.cells.get(column) : undefined;
      if (value !== undefined) return { value, position: positionOf(sheet!, first!.number, column) };
    }
    return null;
  };
  const flag = (names: readonly string[], fallback: boolean): boolean => {
    const value = cell(names);
    if (value === null) return fallback;
    return parseFlag(value.value) ?? problems.addExpected(value.position, value.value, "TRUE or FALSE") ?? fallback;
  };
  const tables = (names: readonly string[]): readonly Located<string>[] | "all" => {
    const value = cell(names);
    if (value === null) return [];
    const isAll = parseFlag(value.value);
    if (isAll !== null) return isAll ? "all" : [];
    return textOfCell(value.value)
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "")
      .map((name) => ({ value: CARRIERS[name.toLowerCase()] ?? name, position: value.position }));
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
