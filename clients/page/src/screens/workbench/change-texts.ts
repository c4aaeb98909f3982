/** Describes changes to a scenario. */
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

/** The author of a change: their name; without one, their ID or "guest". */
export function authorOf({ actor, actor_name: name }: Change, { texts }: LanguageTexts): string {
  if (name !== undefined) return name;
  if (actor === "anonymous") return texts.time.guest;
  if (actor.startsWith("user:")) return texts.time.person(actor.slice(5));
  return actor === "user" ? texts.time.signedInUser : texts.time.service;
}

/** Moved or reset sliders, each with its text: "Wind at sea 31.0 GW". Empty for other kinds of changes. */
export function movesOf(
  change: Change,
  { sliders }: Pick<InterfaceView, "sliders">,
  locale: LanguageTexts,
): readonly { readonly key: string; readonly text: string }[] {
  if (change.type !== "inputs_set") return [];
  return slidersOf(change).map((key) => {
    const { title, unit, factor } = sliders.get(key) ?? { title: key, unit: "", factor: 1 };
    const value = change.data.user_values[key];
    const text =
      value === undefined
        ? locale.texts.time.wasReset(title)
        : `${title} ${sliderValue(value, { unit, factor }, locale)}`;
    return { key, text };
  });
}

/** "Wind at sea 31.0 GW and 2 more". */
export function summaryOf(
  change: Change,
  model: Pick<InterfaceView, "sliders" | "areas">,
  locale: LanguageTexts,
): string {
  const { time } = locale.texts;
  switch (change.type) {
    case "scenario_created": {
      const { template, area, end_year: year } = change.data;
      return template === null
        ? time.startedFrom(`${model.areas.get(area) ?? readableArea(area)} ${year}`)
        : time.copiedFrom(template);
    }
    case "inputs_set": {
      const [first, ...others] = movesOf(change, model, locale);
      if (first === undefined) return time.otherChange;
      return others.length > 0 ? time.andMore(first.text, others.length) : first.text;
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
export function formatWhen({ time }: Pick<Change, "time">, now: Date, { texts, language }: LanguageTexts): string {
  const date = new Date(time);
  const minutes = Math.round((now.getTime() - date.getTime()) / 60_000);
  if (minutes < 1) return texts.time.justNow;
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "always", style: "short" });
  if (minutes < 60) return relative.format(-minutes, "minute");
  if (minutes < 24 * 60) return relative.format(-Math.round(minutes / 60), "hour");
  return new Intl.DateTimeFormat(language, {
    day: "numeric",
    month: "short",
    ...(date.getFullYear() === now.getFullYear() ? {} : { year: "numeric" }),
    hour: "2-digit",
    minute: "2-digit",
  }).format(date);
}
