/** The sheets of scenarios, in the layout that `reading.ts` reads. */
import type { NewCell, NewSheet } from "../new-sheet.ts";
import { HOURS, type PlannedScale, SHEETS } from "./plan.ts";

/** Everything that determines a scenario's results. */
export interface WrittenScenario {
  readonly name: string;
  readonly title: string;
  readonly area: string;
  readonly endYear: number;
  readonly source: string | null;
  readonly private: boolean;
  readonly keepCompatible: boolean;
  readonly scale: PlannedScale | null;
  readonly values: { readonly [key: string]: number | string };
  readonly orders: { readonly [name: string]: readonly string[] };
  readonly curves: { readonly [key: string]: readonly number[] };
}

/** A column of `MAIN`. */
type Field = readonly [name: string, cellOf: (scenario: WrittenScenario) => NewCell];

const SCALE_FIELDS: readonly Field[] = [
  ["scale_attribute", ({ scale }) => scale?.attribute ?? null],
  ["scale_value", ({ scale }) => scale?.value ?? null],
  ["has_agriculture", ({ scale }) => scale?.hasAgriculture ?? null],
  ["has_industry", ({ scale }) => scale?.hasIndustry ?? null],
  ["has_energy", ({ scale }) => scale?.hasEnergy ?? null],
];

/**
 * The sheets that describe scenarios, without results. @param queries queries whose results a run of the workbook
 * writes
 */
export function sheetsOf(scenarios: readonly WrittenScenario[], queries: readonly string[]): readonly NewSheet[] {
  const scenariosWithOrders = scenarios.filter(({ orders }) => Object.keys(orders).length > 0);
  const scenariosWithCurves = scenarios.filter(({ curves }) => Object.keys(curves).length > 0);
  const sheetFor = (
    name: string,
    scenariosWithSheet: readonly WrittenScenario[],
    scenario: WrittenScenario,
  ): string | null => {
    const index = scenariosWithSheet.indexOf(scenario);
    return index < 0 ? null : index === 0 ? name : `${name}_${index + 1}`;
  };
  const isScaled = scenarios.some(({ scale }) => scale !== null);
  const fields: readonly Field[] = [
    ["short_name", ({ name }) => name],
    // Without this field, pyetm creates saved scenarios, which need a token.
    ["session", () => true],
    ["title", ({ title }) => title],
    ["area_code", ({ area }) => area],
    ["end_year", ({ endYear }) => endYear],
    ["private", (scenario) => scenario.private],
    ["keep_compatible", ({ keepCompatible }) => keepCompatible],
    ["sortables", (scenario) => sheetFor(SHEETS.sortables, scenariosWithOrders, scenario)],
    ["custom_curves", (scenario) => sheetFor(SHEETS.curves, scenariosWithCurves, scenario)],
    ["source", ({ source }) => source],
    ...(isScaled ? SCALE_FIELDS : []),
  ];
  const keys = [...new Set(scenarios.flatMap(({ values }) => Object.keys(values)))];
  return [
    {
      ...frame(SHEETS.main, 1),
      rows: [
        fields.map(([name]) => name),
        ...scenarios.map((scenario) => fields.map(([, cellOf]) => cellOf(scenario))),
      ],
    },
    {
      ...frame(SHEETS.config, 0),
      rows: [
        ["inputs", "defaults", "min_max", "gqueries", "sortables", "custom_curves", "hourly_curves", "annual_exports"],
        [true, true, true, true, true, true, false, false],
      ],
    },
    {
      ...frame(SHEETS.values, 1),
      rows: [
        ["input", ...scenarios.map(({ name }) => name)],
        ...keys.map((key) => [key, ...scenarios.map(({ values }) => values[key] ?? null)]),
      ],
    },
    ...scenariosWithOrders.map((scenario) => ({
      ...frame(sheetFor(SHEETS.sortables, scenariosWithOrders, scenario)!, 0),
      rows: columns(scenario.orders, Math.max(...Object.values(scenario.orders).map(({ length }) => length))),
    })),
    ...scenariosWithCurves.map((scenario) => ({
      ...frame(sheetFor(SHEETS.curves, scenariosWithCurves, scenario)!, 0),
      rows: columns(scenario.curves, HOURS),
    })),
    { ...frame(SHEETS.queries, 1), headingRows: 0, rows: queries.map((key) => [key]) },
  ];
}

export const frame = (name: string, fixedColumns: number): Omit<NewSheet, "rows"> => ({
  name,
  headingRows: 1,
  fixedColumns,
});

/** A column for each name. */
function* columns(
  lists: { readonly [name: string]: readonly (number | string)[] },
  length: number,
): Generator<readonly NewCell[]> {
  yield Object.keys(lists);
  const values = Object.values(lists);
  for (let index = 0; index < length; index++) yield values.map((list) => list[index] ?? null);
}
