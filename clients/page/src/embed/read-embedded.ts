/**
 * Reads an embedded chart and its figures, which the server calculates. Requests have no cookies, so that even a
 * signed-in person sees only public scenarios.
 */
import { type Api, connect, type Scenario } from "@etesian/client";
import { type Chart, isHourly, prefixesOf, queriesOf, viewOf } from "@etesian/interface";
import { readAreaModel } from "../calculation/area-model.ts";
import type { Answer } from "../calculation/calculator.ts";
import { readNumbers } from "../calculation/http.ts";
import type { FirstWeekday } from "../charts/calendar.ts";
import { canEmbed } from "../charts/kinds/charts.ts";
import type { Language } from "../figures/figures.ts";
import { magnitudesOf, measuredQueries } from "../figures/prefixes.ts";
import { type PaneState, readPanes } from "../screens/workbench/panes.ts";
import type { EmbedAddress } from "./embed-address.ts";

export interface EmbedData {
  readonly id: number;
  /** Empty if it has none. */
  readonly title: string;
  readonly area: string;
  readonly years: { readonly today: string; readonly future: string };
  readonly version: number | null;
  readonly chart: Chart;
  readonly pane: PaneState;
  readonly answer: Answer;
  readonly firstWeekday: FirstWeekday;
}

function anonymousApi(url: string): Api {
  const api = connect({ url });
  api.use({ onRequest: ({ request }) => new Request(request, { credentials: "omit" }) });
  return api;
}

/**
 * Null if the scenario or chart does not exist or is not public.
 * @throws if the server does not respond
 */
export async function readEmbedData(
  origin: string,
  { id, chart: key, version }: EmbedAddress,
  language: Language,
): Promise<EmbedData | null> {
  const api = anonymousApi(origin);
  const { data } = await api.GET("/api/v3/scenarios/{id}", { params: { path: { id } } });
  const scenario = data as Scenario;
  const { area_code: area, start_year: startYear, end_year: endYear } = scenario;
  const { documents, catalogue, manifest } = await readAreaModel(area, endYear);
  if (catalogue === null) return null;
  const view = viewOf(documents, catalogue, language);
  const [pane] = readPanes(key, view);
  const chart = pane === undefined ? undefined : view.charts.get(pane.key);
  if (pane === undefined || chart === undefined || !canEmbed(chart.type)) return null;
  const isHourlyChart = isHourly(chart.type);
  const measuredKeys = measuredQueries(view);
  const request = {
    queries: [...new Set([...measuredKeys, ...(isHourlyChart ? [] : queriesOf(chart))])],
    curves: isHourlyChart ? queriesOf(chart) : [],
  };
  const numbers = await readNumbers(api, id, request, version ?? undefined);
  const scaledView = viewOf(documents, catalogue, language, prefixesOf(magnitudesOf(view, numbers)));
  return {
    id,
    title: scenario.title === "API" ? "" : (scenario.title ?? ""),
    area: view.areas.get(area) ?? area,
    years: { today: String(startYear), future: String(endYear) },
    version,
    chart: scaledView.charts.get(pane.key)!,
    pane,
    answer: {
      n: 0,
      version: version ?? 0,
      sliders: { userValues: scenario.user_values, balancedValues: {} },
      refusals: [],
      ...numbers,
    },
    firstWeekday: manifest?.first_weekday ?? null,
  };
}
