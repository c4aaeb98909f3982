/** Charts of user-defined queries. They are stored in the URL; the panes show them like the model's charts. */
import type { Chart, InterfaceView } from "@etesian/interface";
import { customQuery } from "../../calculation/calculator.ts";

/** A user-defined query and its chart. */
export interface CustomChart {
  /** Number of the chart, from 1; its key is `own_1`. */
  readonly n: number;
  readonly query: string;
  readonly title?: string;
  /** As the user typed it. */
  readonly unit?: string;
  /** Whether the chart is hourly; if absent, it is annual. */
  readonly hours?: true;
}

/** Maximum number of charts in a URL. */
export const MAX_CHARTS = 6;
/** Maximum number of characters of a query, and of a title or unit: servers limit the length of URLs. */
export const MAX_QUERY = 2_000;
export const MAX_LABEL = 80;

/** Reads the user-defined charts from a URL. Invalid entries are omitted. */
export function readCustomCharts(value: unknown): readonly CustomChart[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const numbers = new Set<number>();
  const charts = value.slice(0, MAX_CHARTS).flatMap((entry: unknown): CustomChart[] => {
    if (typeof entry !== "object" || entry === null) return [];
    const { n, query, title, unit, hours } = entry as Readonly<Record<string, unknown>>;
    if (typeof n !== "number" || !Number.isInteger(n) || n < 1 || n > MAX_CHARTS || numbers.has(n)) return [];
    if (typeof query !== "string" || query.trim() === "" || query.length > MAX_QUERY) return [];
    numbers.add(n);
    const label = (part: unknown): string => (typeof part === "string" ? part.slice(0, MAX_LABEL) : "");
    return [customChart({ n, query, title: label(title), unit: label(unit), isHourly: hours === true })];
  });
  return charts.length === 0 ? undefined : charts;
}

/** A URL entry, without empty properties. */
export function customChart({
  n,
  query,
  title,
  unit,
  isHourly,
}: {
  readonly n: number;
  readonly query: string;
  readonly title: string;
  readonly unit: string;
  readonly isHourly: boolean;
}): CustomChart {
  return {
    n,
    query,
    ...(title === "" ? {} : { title }),
    ...(unit === "" ? {} : { unit }),
    ...(isHourly ? { hours: true } : {}),
  };
}

export const keyOf = ({ n }: Pick<CustomChart, "n">): string => `own_${n}`;

/** The number of a user-defined chart; null for one of the model's charts. */
export const numberOf = (key: string): number | null => {
  const [, n] = /^own_(\d)$/.exec(key) ?? [];
  return n === undefined ? null : Number(n);
};

/** The model with user-defined charts. */
export function withCustomCharts(model: InterfaceView, own: readonly CustomChart[]): InterfaceView {
  if (own.length === 0) return model;
  return {
    ...model,
    charts: new Map([
      ...model.charts,
      ...own.map((customChart) => [keyOf(customChart), chartOf(customChart)] as const),
    ]),
  };
}

function chartOf({ n, query, title = query, unit = "", hours }: CustomChart): Chart {
  const key = keyOf({ n });
  return {
    key,
    type: hours === true ? "hours" : "lines",
    title,
    about: null,
    unit,
    unitName: unit,
    needs: hours === true ? "hours" : null,
    market: null,
    columns: [],
    nodes: [],
    series: [
      {
        key,
        label: title,
        colour: null,
        needs: null,
        base: null,
        terms: [{ query: customQuery(query), factor: 1 }],
        drawn: "stack",
        column: null,
        from: null,
        to: null,
        target: null,
      },
    ],
    source: null,
  };
}
