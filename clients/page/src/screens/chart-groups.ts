/**
 * Groups charts by subject: charts of the whole system, then charts of the sections whose slides open them, then hourly
 * ones.
 */
import { type Chart, type InterfaceView, isHourly } from "@etesian/interface";
import type { Texts } from "../texts/en.ts";
import { sectionsWithSlides } from "./workbench/slides.ts";

export interface ChartGroup {
  readonly key: string;
  readonly title: string;
  readonly charts: readonly Chart[];
}

/** Every chart once, in the first group that has it; empty groups are omitted. */
export function chartGroupsOf(
  { charts, sections, board, headline }: Pick<InterfaceView, "charts" | "sections" | "board" | "headline">,
  { chartsOfSystem, hours }: { readonly chartsOfSystem: string; readonly hours: Pick<Texts["hours"], "title"> },
): readonly ChartGroup[] {
  const taken = new Set<string>();
  const takeCharts = (keys: Iterable<string | null>): readonly Chart[] =>
    [...keys].flatMap((key) => {
      const chart = key === null || taken.has(key) ? undefined : charts.get(key);
      if (chart === undefined) return [];
      taken.add(chart.key);
      return [chart];
    });
  const systemCharts = takeCharts([...board, ...headline.map(({ chart }) => chart)]);
  const bySection = sectionsWithSlides(sections).map(({ key, title, slides }) => ({
    key,
    title,
    charts: takeCharts(slides.map(({ chart }) => chart)),
  }));
  const others = [...charts.values()].filter(({ key }) => !taken.has(key));
  const hourlyCharts = takeCharts(others.filter(({ type }) => isHourly(type)).map(({ key }) => key));
  const otherCharts = takeCharts(others.map(({ key }) => key));
  return [
    { key: "system", title: chartsOfSystem, charts: [...systemCharts, ...otherCharts] },
    ...bySection,
    { key: "hours", title: hours.title, charts: hourlyCharts },
  ].filter((group) => group.charts.length > 0);
}
