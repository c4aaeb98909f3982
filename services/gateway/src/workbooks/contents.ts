/** The contents of a scenario for a workbook: everything that determines its results, and its results. */
import { inputValueCodec, recordOf, scalarCodec } from "@etesian/contracts/codecs";
import type { QueryResult, Scalar } from "@etesian/contracts/compute";
import type { InputState, Scenario } from "@etesian/contracts/scenarios";
import type { CallOrigin } from "@etesian/service-kit";
import { frame, type NewCell, type NewSheet, SHEETS, type WrittenScenario } from "@etesian/workbooks";
import type { Backends } from "../backends.ts";
import { ordersByName } from "../orders/kinds.ts";
import { titleOf } from "../scenarios/names.ts";

const userValues = recordOf(inputValueCodec);

/** A part of a scenario that a sheet shows, with the name of its columns. */
export interface ScenarioPart<T> {
  readonly name: string;
  readonly scenario: Scenario;
  readonly content: T;
}

/** Values, orders and curves, bit for bit unchanged. */
export async function contentsOf(
  { curves }: Backends,
  scenario: Scenario,
  name: string,
  context: CallOrigin,
): Promise<WrittenScenario> {
  const { recipe } = scenario;
  if (recipe === undefined) throw new Error("a scenario has no recipe");
  const { scaling } = recipe;
  const hours = Object.entries(recipe.curves).map(async ([key, hash]) => {
    const { numbers } = await curves.readNumbers({ hash }, context);
    return [key, Array.from({ length: numbers.length / 8 }, (_, hour) => numbers.readDoubleLE(hour * 8))] as const;
  });
  return {
    name,
    title: titleOf(scenario),
    area: recipe.area,
    endYear: recipe.endYear,
    source: scenario.source ?? null,
    private: scenario.private,
    keepCompatible: scenario.keepCompatible,
    scale:
      scaling === undefined
        ? null
        : {
            attribute: scaling.areaAttribute,
            value: scaling.value,
            hasAgriculture: scaling.hasAgriculture,
            hasIndustry: scaling.hasIndustry,
            hasEnergy: scaling.hasEnergy,
          },
    values: userValues.fromMessage(recipe.userValues),
    orders: ordersByName(Object.fromEntries(Object.entries(recipe.orders).map(([order, { keys }]) => [order, keys]))),
    curves: Object.fromEntries(await Promise.all(hours)),
  };
}

/** All inputs with their values, defaults and ranges. */
export async function inputsOf(
  { scenarios }: Backends,
  { id }: Scenario,
  context: CallOrigin,
): Promise<readonly InputState[]> {
  const request = { id, keys: [], originalDefaults: false, at: undefined, change: undefined };
  return (await scenarios.listInputs(request, context)).inputs;
}

/** A two-row header with scenarios above their fields, as in a data frame with two column levels. */
function* twoLevelTable<T>(
  labels: readonly [first: string, second: string],
  scenarios: readonly ScenarioPart<T>[],
  fields: readonly string[],
): Generator<readonly NewCell[]> {
  yield ["scenario", null, ...scenarios.flatMap(({ name }) => fields.map(() => name))];
  yield [...labels, ...scenarios.flatMap(() => fields)];
}

const twoRowSheet = (name: string): Omit<NewSheet, "rows"> => ({ ...frame(name, 2), headingRows: 2 });

/** Results of queries, with their units. */
export const resultSheet = (
  scenarios: readonly ScenarioPart<readonly QueryResult[]>[],
  keys: readonly string[],
): NewSheet => ({
  ...twoRowSheet(SHEETS.results),
  rows: (function* () {
    const results = scenarios.map(({ content }) => new Map(content.map((result) => [result.key, result])));
    yield* twoLevelTable(["gquery", "unit"], scenarios, ["present", "future"]);
    for (const key of keys) {
      const unit = results.map((result) => result.get(key)?.unit).find((candidate) => candidate !== undefined) ?? null;
      const cells = results.flatMap((byKey) => {
        const result = byKey.get(key);
        return result === undefined ? [null, null] : [cellOf(result.presentJson), cellOf(result.futureJson)];
      });
      yield [key, unit, ...cells];
    }
  })(),
});

/** Inputs with the value that was set, and optionally the default and the range. */
export const inputSheet = (
  scenarios: readonly ScenarioPart<readonly InputState[]>[],
  { defaults, ranges }: { readonly defaults: boolean; readonly ranges: boolean },
): NewSheet => ({
  ...twoRowSheet(SHEETS.details),
  rows: (function* () {
    const fields = ["user", ...(defaults ? ["default"] : []), ...(ranges ? ["min", "max"] : [])];
    yield* twoLevelTable(["input", "unit"], scenarios, fields);
    const states = scenarios.map(({ content }) => new Map(content.map((state) => [state.input?.key ?? "", state])));
    const keys = new Map(states.flatMap((states) => [...states].map(([key, { input }]) => [key, input?.unit ?? null])));
    for (const [key, unit] of keys) {
      const cells = states.flatMap((byKey): readonly NewCell[] => {
        const state = byKey.get(key);
        if (state === undefined) return fields.map(() => null);
        const { user, default: initial, input } = state;
        const values: { readonly [field: string]: NewCell } = {
          user: scalarCell(user),
          default: scalarCell(initial),
          min: input?.min ?? null,
          max: input?.max ?? null,
        };
        return fields.map((field) => values[field] ?? null);
      });
      yield [key, unit, ...cells];
    }
  })(),
});

/** Lists in columns, such as orders or curves, grouped by scenario. */
export const listSheet = (
  name: string,
  scenarios: readonly ScenarioPart<{ readonly [name: string]: readonly (string | number)[] }>[],
): NewSheet => ({
  ...frame(name, 0),
  headingRows: 2,
  rows: (function* () {
    const lists = scenarios.flatMap(({ name: scenario, content }) =>
      Object.entries(content).map(([list, values]) => ({ scenario, list, values })),
    );
    yield ["scenario", ...lists.map(({ scenario }) => scenario)];
    yield [null, ...lists.map(({ list }) => list)];
    const length = Math.max(0, ...lists.map(({ values }) => values.length));
    for (let index = 0; index < length; index++) yield [null, ...lists.map(({ values }) => values[index] ?? null)];
  })(),
});

/** A result as a cell; empty for a list. */
function cellOf(json: string): NewCell {
  const value: unknown = JSON.parse(json);
  return typeof value === "number" || typeof value === "string" || typeof value === "boolean" ? value : null;
}

function scalarCell(scalar: Scalar | undefined): NewCell {
  const value = scalar === undefined ? null : scalarCodec.fromMessage(scalar);
  return typeof value === "number" || typeof value === "string" || typeof value === "boolean" ? value : null;
}
