/** Results in the format of the Integrated Assessment Modeling Consortium, which pyam reads. */
import type { Scenario } from "@etesian/contracts/scenarios";
import { iamcFactor } from "@etesian/interface";
import type { CallOrigin } from "@etesian/service-kit";
import { type Cell, columnOf, type Layout, type Row, type Table } from "@etesian/tables";
import { type Backends, queryWithFailures } from "../backends.ts";
import type { ModelInterface } from "../model/catalogue.ts";
import { namesOf } from "../scenarios/names.ts";
import { type Explain, mapConcurrently } from "./several.ts";

const MODEL = "Etesian";

/** The figures of one variable of one scenario, by year. */
interface Series {
  readonly scenario: string;
  readonly region: string;
  readonly variable: string;
  readonly unit: string;
  readonly figures: ReadonlyMap<number, number>;
}

const label = (key: string) => columnOf(key, { kind: "label" });
const IDENTITY = ["Model", "Scenario", "Region", "Variable", "Unit"].map(label);

/**
 * The variables of the model's `interface/iamc.yml` in each scenario's start year and end year; regions have the
 * English names of areas. A year without a figure has an empty cell or, in the long layout, no row.
 * @param warn receives a sentence about each scenario and each variable without figures
 */
export async function iamcTable(
  backends: Backends,
  scenarios: readonly Scenario[],
  { documents, catalogue }: ModelInterface,
  layout: Layout,
  {
    explain,
    warn,
    context,
  }: { readonly explain: Explain; readonly warn: (sentence: string) => void; readonly context: CallOrigin },
): Promise<Table> {
  const variables = Object.entries(documents.iamc ?? {});
  const units = new Map(catalogue.queries.map(({ key, unit }) => [key, unit]));
  const names = namesOf(scenarios);
  const keys = [...new Set(variables.map(([, { query }]) => query))];
  const series = await mapConcurrently(scenarios, async (scenario): Promise<readonly Series[]> => {
    const name = names[scenarios.indexOf(scenario)]!;
    const area = scenario.recipe?.area ?? "";
    try {
      const { results, failures } = await queryWithFailures(backends, scenario, keys, context);
      for (const { messages } of failures) warn(`${name}: ${messages.join("; ")}`);
      const resultByKey = new Map(results.map((result) => [result.key, result]));
      return variables.flatMap(([variable, document]): Series[] => {
        const result = resultByKey.get(document.query);
        const factor = iamcFactor(document, units.get(document.query) ?? null);
        if (result === undefined || factor === null) return [];
        const figures = new Map<number, number>();
        for (const [year, json] of [
          [scenario.startYear, result.presentJson],
          [scenario.recipe!.endYear, result.futureJson],
        ] as const) {
          const value: unknown = JSON.parse(json);
          if (typeof value === "number") figures.set(year, value * factor);
        }
        const region = documents.areas[area]?.title.en ?? area;
        return [{ scenario: name, region, variable, unit: document.unit, figures }];
      });
    } catch (error) {
      warn(`${name}: ${explain(error).message}`);
      return [];
    }
  });
  return layout === "wide" ? toWideTable(series.flat()) : toLongTable(series.flat());
}

const identityCells = ({ scenario, region, variable, unit }: Series): readonly Cell[] => [
  MODEL,
  scenario,
  region,
  variable,
  unit,
];

function toWideTable(series: readonly Series[]): Table {
  const years = [...new Set(series.flatMap(({ figures }) => [...figures.keys()]))].toSorted((a, b) => a - b);
  return {
    columns: [...IDENTITY, ...years.map((year) => columnOf(String(year)))],
    rows: () =>
      series.map((item): Row => [...identityCells(item), ...years.map((year) => item.figures.get(year) ?? null)]),
  };
}

const toLongTable = (series: readonly Series[]): Table => ({
  columns: [...IDENTITY, columnOf("Year", { kind: "integer" }), columnOf("Value")],
  rows: () =>
    series.flatMap((item) =>
      Array.from(item.figures, ([year, value]): Row => [...identityCells(item), BigInt(year), value]),
    ),
});
