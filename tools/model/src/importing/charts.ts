/** Charts of the front end that can be drawn from queries alone. */
import {
  type Catalogue,
  type ChartColumn,
  type ChartDocument,
  type ChartType,
  factorBetween,
  isHourly,
  type Quantity,
  readableKey,
  type SeriesDocument,
  type Text,
  UNSUMMABLE_QUANTITIES,
} from "@etesian/interface";
import { chartColours, NO_COLOUR, SECTOR_WORDS } from "./colours.ts";
import type { FrontEnd, OutputElement, OutputElementSeries } from "./front-end.ts";
import type { ReportOmission } from "./omission.ts";

/** The chart type for each front end type; the other types have custom code there. */
const TYPES: { readonly [type: string]: { readonly type: ChartType; readonly drawn: SeriesDocument["drawn"] } } = {
  vertical_stacked_bar: { type: "stacked_bars", drawn: "stack" },
  bezier: { type: "stacked_bars", drawn: "stack" },
  mekko: { type: "mekko", drawn: "stack" },
  waterfall: { type: "waterfall", drawn: "stack" },
  category_bar: { type: "table", drawn: "stack" },
  hourly_stacked_area: { type: "hours", drawn: "stack" },
  heat_demand_and_production: { type: "hours", drawn: "stack" },
  demand_curve: { type: "hours", drawn: "line" },
  line: { type: "hours", drawn: "line" },
  solar_curtailment: { type: "hours", drawn: "line" },
};

type Drawing = (typeof TYPES)[string];

const withoutSum = ({ type, drawn }: Drawing): Drawing =>
  isHourly(type) ? { type, drawn: "line" } : { type: "table", drawn };

const UNITS: { readonly [unit: string]: { readonly quantity: Quantity; readonly show: string } } = {
  PJ: { quantity: "energy", show: "PJ" },
  MJ: { quantity: "energy", show: "PJ" },
  TWh: { quantity: "energy", show: "TWh" },
  MWh: { quantity: "energy", show: "GWh" },
  MW: { quantity: "power", show: "MW" },
  MT: { quantity: "mass", show: "Mt" },
  T: { quantity: "mass", show: "Mt" },
  euro: { quantity: "money", show: "mln €" },
  "Eur/Mwh": { quantity: "price", show: "€/MWh" },
  "%": { quantity: "share", show: "%" },
  km2: { quantity: "area", show: "km²" },
  "#": { quantity: "count", show: "#" },
  number: { quantity: "count", show: "#" },
  "kg/MWh": { quantity: "intensity", show: "kg/MWh" },
  degC: { quantity: "temperature", show: "°C" },
};

export function importCharts(
  frontEnd: FrontEnd,
  { queries }: Catalogue,
  sameInBothYears: (query: string) => string,
  reportOmission: ReportOmission,
): readonly ChartDocument[] {
  const units = new Map(queries.map(({ key, unit }) => [key, unit ?? ""]));
  const series = Map.groupBy(frontEnd.series, (row) => row.output_element_key);
  return frontEnd.outputElements.flatMap((element) => {
    const chart = importChart(frontEnd, element, series.get(element.key) ?? [], units, sameInBothYears, reportOmission);
    if (typeof chart !== "string") return [chart];
    reportOmission("chart", element.key, chart);
    return [];
  });
}

/** A chart, or the reason for its omission. A chart without some of its series would be misleading. */
function importChart(
  { text }: FrontEnd,
  element: OutputElement,
  elementSeries: readonly OutputElementSeries[],
  units: ReadonlyMap<string, string>,
  sameInBothYears: (query: string) => string,
  reportOmission: ReportOmission,
): ChartDocument | string {
  const { key, output_element_type_name: name } = element;
  if (element.hidden === true) return "hidden in the front end";
  const drawing = TYPES[name];
  if (drawing === undefined) return `has the type ${name}, which the front end draws with custom code`;
  const elementUnit = UNITS[element.unit ?? ""];
  // Costs of one household have the same unit as costs of the area, but never its prefix.
  const unit =
    elementUnit?.quantity === "money" && key.includes("per_household") ? { ...elementUnit, show: "€" } : elementUnit;
  if (unit === undefined) return `its unit "${element.unit ?? ""}" cannot be shown`;
  // Prices and shares have no sum, although the front end stacks them.
  const { type, drawn } = UNSUMMABLE_QUANTITIES.has(unit.quantity) ? withoutSum(drawing) : drawing;
  const title = text("output_elements", key, "title");
  if (title === null) return "without a title";

  const drawnSeries = elementSeries
    .filter(({ is_1990 }) => is_1990 !== true)
    .toSorted((a, b) => (a.order_by ?? 0) - (b.order_by ?? 0));
  if (drawnSeries.length < elementSeries.length)
    reportOmission("series", key, "of 1990: a chart has the start year and the end year");
  if (drawnSeries.length === 0) return "without series";
  const seriesWithoutQuery = drawnSeries.find(({ gquery }) => !units.has(gquery));
  if (seriesWithoutQuery !== undefined) return `the model has no query ${seriesWithoutQuery.gquery}`;
  const isHourlyChart = isHourly(type);
  const seriesOfOtherKind = drawnSeries.find(({ gquery }) => (units.get(gquery) === "curve") !== isHourlyChart);
  if (seriesOfOtherKind !== undefined)
    return `${seriesOfOtherKind.gquery} is ${isHourlyChart ? "not a curve" : "a curve"}`;
  const seriesOfOtherUnit = drawnSeries.find(({ gquery }) => factorBetween(units.get(gquery)!, unit.show) === null);
  if (seriesOfOtherUnit !== undefined)
    return `${seriesOfOtherUnit.gquery} in ${units.get(seriesOfOtherUnit.gquery) || "no unit"} cannot be shown as ${unit.show}`;

  const groupLabel = (group: string): Text =>
    text("output_element_series", "groups", group) ?? readableKey(group === "" ? "other" : group);
  const columns: ChartColumn[] =
    type === "mekko"
      ? [...new Set(drawnSeries.map(groupOf))].map((group) => {
          return { key: keyOf(group), label: groupLabel(group), sector: SECTOR_WORDS[group] ?? null };
        })
      : [];
  const targets = new Set<string>();
  const colourOf = chartColours(drawnSeries);
  const labels = drawnSeries.map((series) => {
    const label = labelOf(text, series);
    return type === "table" && groupOf(series) !== "" ? joinLabels(groupLabel(groupOf(series)), label) : label;
  });
  return {
    key: keyOf(key),
    type,
    title,
    about: text("output_elements", key, "description"),
    unit,
    market: null,
    needs: isHourlyChart || element.requires_merit_order === true ? "hours" : null,
    columns,
    nodes: [],
    series: drawnSeries.flatMap((series, index) => {
      const isTarget = series.is_target_line === true;
      const isLine = isTarget && type !== "table";
      // The front end lists a target once for the start year and once for the end year.
      if (isTarget && !isHourlyChart) {
        if (targets.has(labels[index]!.en)) return [];
        targets.add(labels[index]!.en);
      }
      const label = type === "table" && !isTarget ? distinctLabel(labels, index, series.gquery) : labels[index]!;
      return {
        queries: [isTarget && !isHourlyChart ? sameInBothYears(series.gquery) : series.gquery],
        less: [],
        label,
        ...(isLine && !isHourlyChart ? NO_COLOUR : colourOf(series)),
        drawn: isLine ? "line" : drawn,
        column: type === "mekko" ? keyOf(groupOf(series)) : null,
        from: null,
        to: null,
        target: null,
        needs: null,
        base: null,
      };
    }),
    equals: null,
    source: null,
  };
}

const groupOf = ({ group }: OutputElementSeries): string => String(group ?? "");

const labelOf = (text: FrontEnd["text"], { label, gquery }: OutputElementSeries): Text =>
  text("output_element_series", "labels", label ?? "") ?? readableKey(label || gquery);

const joinLabels = (group: Text, label: Text): Text => ({
  en: `${group.en}: ${label.en}`,
  nl: `${group.nl}: ${label.nl}`,
});

/** Sides of a market, for rows that differ in nothing else, such as the two capacities of a store. */
const SIDES: readonly (readonly [RegExp, Text])[] = [
  [/_demand_/, { en: "demand", nl: "vraag" }],
  [/_production_/, { en: "production", nl: "productie" }],
];

/** The label at an index, with the side of its query if another row has the same label. */
function distinctLabel(labels: readonly Text[], index: number, query: string): Text {
  const label = labels[index]!;
  const side = SIDES.find(([pattern]) => pattern.test(query))?.[1];
  if (side === undefined || labels.filter(({ en }) => en === label.en).length === 1) return label;
  return { en: `${label.en}, ${side.en}`, nl: `${label.nl}, ${side.nl}` };
}

/** A key of an interface: a-z, 0-9 and _. */
export const keyOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9_]+/g, "_") || "other";
