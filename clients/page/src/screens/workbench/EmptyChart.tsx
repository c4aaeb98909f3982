/** Shown instead of a chart without marks: explains why it is empty, and links to the sliders. */
import { Link } from "@tanstack/react-router";
import { Button } from "react-aria-components";
import type { NoDataProps } from "../../charts/no-data.ts";
import { HOURS_SWITCH } from "../../figures/values.ts";
import { useTexts } from "../../texts/language.tsx";
import { useWorkspace } from "../session-context.tsx";
import { useWorkbenchNavigation } from "./pane-state.tsx";
import { slidesOf } from "./slides.ts";

export function EmptyChart({ chart, message, reason = "" }: NoDataProps) {
  const { model } = useWorkspace();
  const { texts } = useTexts();
  const { withSlide } = useWorkbenchNavigation();
  const slide = model.sections.flatMap(slidesOf).find((slide) => slide.chart === chart.key);
  return (
    <div className="empty">
      <strong>{message}</strong>
      {reason !== "" && <p>{reason}</p>}
      {slide !== undefined && (
        <Link className="button" to="." search={withSlide(slide)}>
          {texts.goTo(slide.title)}
        </Link>
      )}
    </div>
  );
}

/** Shown instead of an hourly chart while hours are not calculated. */
export function HoursOff() {
  const { session } = useWorkspace();
  const { texts } = useTexts();
  return (
    <div className="empty">
      <strong>{texts.hours.noHours}</strong>
      <Button className="button" onPress={() => session.set({ [HOURS_SWITCH]: 1 })}>
        {texts.hours.calculate}
      </Button>
    </div>
  );
}
