/** The visible period of an hourly chart: "Darkest week, 10–16 December". */
import { useMemo } from "react";
import type { Chart } from "@etesian/interface";
import { hourlySeriesOf } from "../../charts/chart-series.ts";
import { datesOf } from "../../charts/calendar.ts";
import { darkestWeekOf } from "../../charts/hours.ts";
import { visibleSpan, useHours, WEEK } from "../../charts/hours-view.ts";
import { useTexts } from "../../texts/language.tsx";
import { useSession } from "../session-context.tsx";

export function SpanTitle({ chart }: { readonly chart: Chart }) {
  const { texts, language } = useTexts();
  const span = useHours(visibleSpan);
  const darkest = useDarkest(chart);
  const dates = datesOf(span.from, span.to, language);
  const isDarkest = span.from === darkest && span.to === darkest + WEEK - 1;
  return (
    <span className="span">
      {isDarkest && <b>{`${texts.hours.darkest}, `}</b>}
      <span>{dates}</span>
    </span>
  );
}

/** The first hour of the week with the least wind and sun, constant during a drag; null if the chart has neither. */
function useDarkest(chart: Chart): number | null {
  const answerAtRest = useSession(({ draggedSlider, answer, previousAnswer }) =>
    draggedSlider === null ? answer : previousAnswer,
  );
  return useMemo(() => {
    if (answerAtRest === null || answerAtRest.curves === null) return null;
    return darkestWeekOf(hourlySeriesOf(chart, answerAtRest));
  }, [chart, answerAtRest]);
}
