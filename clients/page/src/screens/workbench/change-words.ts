/** Changes of a scenario in words. */
import type { Change } from "@etesian/client";
import { type InterfaceView, readableArea } from "@etesian/interface";
import { slidersOf } from "../../calculation/history.ts";
import type { Language } from "../../figures/figures.ts";
import { sliderValue } from "../../figures/slider-value.ts";
import type { Texts } from "../../texts/en.ts";

interface LanguageTexts {
  readonly texts: Texts;
  readonly language: Language;
}

/** The author of a change: their name, or the known part of it. */
export function authorOf({ actor, actor_name: name }: Change, { texts }: LanguageTexts): string {
  if (name !== undefined) return name;
  if (actor === "anonymous") return texts.time.guest;
  if (actor.startsWith("user:")) return texts.time.person(actor.slice(5));
  return actor === "user" ? texts.time.someone : texts.time.service;
}

/** "Wind at sea 31.0 GW and 2 more". */
export function summaryOf(
  change: Change,
  { sliders, areas }: Pick<InterfaceView, "sliders" | "areas">,
  spoken: LanguageTexts,
): string {
  const { time } = spoken.texts;
  switch (change.type) {
    case "scenario_created": {
      const { template, area, end_year: year } = change.data;
      return template === null
        ? time.startedFrom(`${areas.get(area) ?? readableArea(area)} ${year}`)
        : time.copiedFrom(template);
    }
    case "inputs_set": {
      const [key] = slidersOf(change);
      const others = slidersOf(change).length - 1;
      if (key === undefined) return time.otherChange;
      const { title, unit, factor } = sliders.get(key) ?? { title: key, unit: "", factor: 1 };
      const value = change.data.user_values[key];
      const first =
        value === undefined ? time.wasReset(title) : `${title} ${sliderValue(value, { unit, factor }, spoken)}`;
      return others > 0 ? time.andMore(first, others) : first;
    }
    case "scenario_restored":
      return time.restored(change.data.version);
    case "version_tagged":
      return change.data.description;
    default:
      return time.kinds[change.type];
  }
}

/** The time of a change: relative within a day, otherwise the date. */
export function whenOf({ time }: Change, now: Date, { texts, language }: LanguageTexts): string {
  const made = new Date(time);
  const minutes = Math.round((now.getTime() - made.getTime()) / 60_000);
  if (minutes < 1) return texts.time.justNow;
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "always", style: "short" });
  if (minutes < 60) return relative.format(-minutes, "minute");
  if (minutes < 24 * 60) return relative.format(-Math.round(minutes / 60), "hour");
  return new Intl.DateTimeFormat(language, {
    day: "numeric",
    month: "short",
    ...(made.getFullYear() === now.getFullYear() ? {} : { year: "numeric" }),
    hour: "2-digit",
    minute: "2-digit",
  }).format(made);
}
