/** The entries of the model's dictionary. */
import type { Catalogue, InterfaceView } from "@etesian/interface";
import type { AreaChoice } from "../start/areas.ts";
import type { SearchEntry } from "../workbench/palette-search.ts";
import type { Kind } from "./kinds.ts";
import { sectionsWithSlides, sliderKeysOf } from "../workbench/slides.ts";

export interface Entry extends SearchEntry {
  readonly kind: Kind;
  readonly key: string;
  /** Unit of the API's values; empty if there is none. */
  readonly unit: string;
  /** Where the interface shows it: slides, or the charts and numbers that use a query. */
  readonly place: string;
  /** Definition and source; empty if the model has none. */
  readonly source: string;
}

const joinParts = (parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part !== null && part !== undefined && part !== "").join(" · ");

/**
 * Sliders, then queries, charts and areas, each in the order of the model.
 * @param other the interface in the other language, whose names are also searchable
 */
export function entriesOf(
  view: InterfaceView,
  other: InterfaceView,
  catalogue: Catalogue,
  areas: readonly AreaChoice[],
  describeDataYear: (year: number) => string,
): readonly Entry[] {
  const places = new Map(
    sectionsWithSlides(view.sections).flatMap((section) =>
      section.slides
        .filter(({ repeats }) => !repeats)
        .flatMap((slide) => sliderKeysOf(slide).map((key) => [key, `${section.title} › ${slide.title}`] as const)),
    ),
  );
  const usesByQuery = new Map<string, Set<string>>();
  const addUse = (query: string, by: string): unknown =>
    usesByQuery.set(query, (usesByQuery.get(query) ?? new Set()).add(by));
  for (const { query, title } of view.headline) addUse(query, title);
  for (const { title, series } of view.charts.values())
    for (const { terms } of series) for (const { query } of terms) addUse(query, title);
  const titles = new Map(view.headline.map(({ query, title }) => [query, title]));
  return [
    ...catalogue.inputs.map(({ key, unit }): Entry => {
      const { title = key, about = null } = view.sliders.get(key) ?? {};
      const searchText = `${key} ${other.sliders.get(key)?.title ?? ""}`;
      return {
        kind: "sliders",
        key,
        name: title,
        keywords: searchText,
        unit: unit ?? "",
        place: places.get(key) ?? "",
        source: about ?? "",
      };
    }),
    ...catalogue.queries.map(({ key, unit }): Entry => ({
      kind: "queries",
      key,
      name: titles.get(key) ?? key,
      keywords: joinParts([key, ...(usesByQuery.get(key) ?? [])]),
      unit: unit ?? "",
      place: joinParts([...(usesByQuery.get(key) ?? [])]),
      source: "",
    })),
    ...Array.from(view.charts.values(), ({ key, title, unit, about, source, market }): Entry => ({
      kind: "charts",
      key,
      name: title,
      keywords: `${key} ${other.charts.get(key)?.title ?? ""}`,
      unit,
      place: market ?? "",
      source: joinParts([about, source]),
    })),
    ...areas.map(({ key, name, group, year, problem }): Entry => ({
      kind: "areas",
      key,
      name,
      keywords: `${key} ${other.areas.get(key) ?? ""} ${group}`,
      unit: "",
      place: group,
      source: problem ?? describeDataYear(year),
    })),
  ];
}
