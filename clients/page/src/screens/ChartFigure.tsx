/** A read-only chart with its title, period and source, without controls. */
import type { Chart } from "@etesian/interface";
import { kindOf } from "../charts/kinds/charts.ts";
import { useTexts } from "../texts/language.tsx";
import { LiveBody } from "./LiveBody.tsx";
import { useSession } from "./session-context.tsx";
import type { PaneState } from "./workbench/panes.ts";
import { SpanTitle } from "./workbench/SpanTitle.tsx";

export function ChartFigure({
  chart,
  pane: { view, isTable },
  heading: Heading = "h3",
}: {
  readonly chart: Chart;
  readonly pane: Pick<PaneState, "view" | "isTable">;
  /** The level of its title below the screen's. */
  readonly heading?: "h2" | "h3";
}) {
  const { texts } = useTexts();
  const recipe = useSession((state) => state.answer?.recipe);
  const kind = kindOf(chart.type);
  const isTableChart = kind.data === "annual" && kind.isTable;
  return (
    <section
      className="pane figurePane"
      aria-label={chart.title}
      data-chart={chart.key}
      data-kind={kind.data}
      data-recipe={recipe}
    >
      <header>
        <Heading className="title">{chart.title}</Heading>
        {kind.data === "hourly" && kind.hasSpan && <SpanTitle chart={chart} />}
      </header>
      <LiveBody chart={chart} view={view} isTable={isTable || isTableChart} />
      <footer>{chart.source !== null && <span title={chart.source}>{`${texts.source}: ${chart.source}`}</span>}</footer>
    </section>
  );
}
