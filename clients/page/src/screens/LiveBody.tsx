/** A chart with the figures of the session, redrawn with each answer. */
import { useMemo } from "react";
import type { Chart } from "@etesian/interface";
import { ChartBody } from "../charts/ChartBody.tsx";
import type { View } from "../charts/series.ts";
import { HOURS_SWITCH } from "../figures/values.ts";
import { useSession, useWorkspace } from "./session-context.tsx";
import { useTheme } from "./theme.tsx";
import { EmptyChart, HoursOff } from "./workbench/EmptyChart.tsx";
import { positionOf } from "./workbench/positions.ts";

/** The scenario's two years, as text. */
export function useYears(): { readonly today: string; readonly future: string } {
  const today = useSession((state) => String(state.scenario.startYear));
  const future = useSession((state) => String(state.scenario.endYear));
  return useMemo(() => ({ today, future }), [today, future]);
}

export function LiveBody({
  chart,
  view,
  isTable,
}: {
  readonly chart: Chart;
  readonly view: View;
  readonly isTable: boolean;
}) {
  const { inputs } = useWorkspace();
  const answer = useSession((state) => state.answer);
  const previousAnswer = useSession((state) => state.previousAnswer);
  const isWithoutHours = useSession((state) => positionOf(state, HOURS_SWITCH) === 0);
  const years = useYears();
  const { theme } = useTheme();
  return (
    <ChartBody
      {...{ chart, view, isTable, answer, previousAnswer, years, theme, isWithoutHours }}
      Empty={EmptyChart}
      hoursOffNotice={inputs.has(HOURS_SWITCH) ? <HoursOff /> : null}
    />
  );
}
