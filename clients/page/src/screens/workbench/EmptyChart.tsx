/** Shown instead of a chart without marks: explains why it is empty, and links to the sliders. */
import { Link } from "@tanstack/react-router";
import { Button } from "react-aria-components";
import type { Lack } from "../../charts/lack.ts";
import { HOURS_SWITCH } from "../../figures/values.ts";
import { useTexts } from "../../texts/language.tsx";
import { useWorkspace } from "../session-context.tsx";
import { slidesOf } from "./slides.ts";

export function EmptyChart({ chart, lack, reason = "" }: Lack) {
  const { model } = useWorkspace();
  const { texts } = useTexts();
  const slide = model.sections.flatMap(slidesOf).find((each) => each.chart === chart.key);
  return (
    <div className="empty">
      <strong>{lack}</strong>
      {reason !== "" && <p>{reason}</p>}
      {slide !== undefined && (
        <Link className="button" to="." search={(search) => ({ ...search, slide: slide.key })}>
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
