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
import { ChartColours, SECTOR_WORDS } from "./colours.ts";
import type { FrontEnd, OutputElement, OutputElementSeries } from "./front-end.ts";
import type { ReportOmission } from "./omission.ts";

/** The chart type for each front end type; the other types have their own code there. */
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
  const unit = UNITS[element.unit ?? ""];
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
  const lines = new Set<string>();
  const colours = new ChartColours();
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
    series: drawnSeries.flatMap((series) => {
      const isLine = series.is_target_line === true && type !== "table";
      // The front end lists a line once for the start year and once for the end year.
      if (isLine && !isHourlyChart && lines.has(series.label ?? "")) return [];
      if (isLine) lines.add(series.label ?? "");
      const label = labelOf(text, series);
      return {
        queries: [isLine && !isHourlyChart ? sameInBothYears(series.gquery) : series.gquery],
        less: [],
        label: type === "table" && groupOf(series) !== "" ? joinLabels(groupLabel(groupOf(series)), label) : label,
        ...colours.colourFor(series),
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

/** A key of an interface: a-z, 0-9 and _. */
export const keyOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9_]+/g, "_") || "other";
