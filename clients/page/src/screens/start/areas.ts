/** Areas to start from: their names, their order, and the search. */
import type { Area } from "@etesian/client";
import { type AreaPlace, type InterfaceDocuments, readableArea } from "@etesian/interface";
import type { ScalingAttribute } from "../../calculation/scaling-choice.ts";
import type { Language } from "../../figures/figures.ts";

export interface AreaChoice {
  readonly key: string;
  readonly name: string;
  /** The kind of area in the model: `country`, `municipality` … */
  readonly group: string;
  /** The year of its data. */
  readonly year: number;
  /** Why no scenario can be created for it; null if one can. */
  readonly problem: string | null;
  /** Its place on the map; null if the model has none. */
  readonly place: AreaPlace | null;
  /** Its position among the model's area documents; areas without a document are last. */
  readonly rank: number;
  /** Its numbers of inhabitants and residences; null where its data have none. */
  readonly sizes: Readonly<Record<ScalingAttribute, number | null>>;
}

export interface AreaGroup {
  readonly group: string;
  readonly areas: readonly AreaChoice[];
}

/** Kinds from the largest to the smallest; other kinds follow alphabetically. */
const GROUPS = ["country", "province", "region", "res", "municipality", "neighborhood"];

/** Whether an area is listed: it can be calculated, or its problem is known. */
export const isListed = ({ useable, problem }: Area): boolean => useable || typeof problem === "string";

/**
 * Areas available for scenarios, and areas that would be available but cannot be calculated, with distinct names.
 * @param kinds the names of kinds
 */
export const choicesOf = (
  areas: readonly Area[],
  documents: InterfaceDocuments["areas"],
  language: Language,
  kinds: Readonly<Record<string, string>>,
): readonly AreaChoice[] => {
  const ranks = new Map(Object.keys(documents).map((key, index) => [key, index]));
  const numberOrNull = (value: unknown): number | null => (typeof value === "number" ? value : null);
  const choices = areas.filter(isListed).map(({ area, group, analysis_year: year, problem, ...more }): AreaChoice => ({
    key: area,
    name: documents[area]?.title[language] ?? readableArea(area),
    group,
    year,
    problem: typeof problem === "string" ? problem : null,
    place: documents[area]?.map ?? null,
    rank: ranks.get(area) ?? ranks.size,
    sizes: {
      number_of_inhabitants: numberOrNull(more["number_of_inhabitants"]),
      present_number_of_residences: numberOrNull(more["present_number_of_residences"]),
    },
  }));
  const names = distinctNames(choices, kinds);
  return choices.map((choice) => ({ ...choice, name: names.get(choice.key)! }));
};

/**
 * Names of areas by key. Areas with the same name are distinguished by their kinds, "Utrecht (province)", and areas of
 * the same kind by their keys, "Bergen (GM0373_bergen)".
 * @param kinds the names of kinds
 */
export function distinctNames(
  areas: readonly Pick<AreaChoice, "key" | "name" | "group">[],
  kinds: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> {
  const namesakes = Map.groupBy(areas, ({ name }) => name);
  return new Map(
    areas.map(({ key, name, group }) => {
      const same = namesakes.get(name)!;
      if (same.length === 1) return [key, name];
      const isOnlyOfKind = same.filter((area) => area.group === group).length === 1;
      return [key, `${name} (${isOnlyOfKind ? (kinds[group] ?? group) : key})`];
    }),
  );
}

/** Text without accents and in lower case, so that searches ignore both. */
const toSearchable = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/**
 * The areas whose name or key contains the text: by kind, then by name. Names that begin with the text are first, and
 * areas that cannot be calculated are last.
 */
export function searchAreas(choices: readonly AreaChoice[], text: string, language: Language): readonly AreaGroup[] {
  const searchText = toSearchable(text.trim());
  const rank = ({ name }: AreaChoice): number => (toSearchable(name).startsWith(searchText) ? 0 : 1);
  const groupRank = (group: string): number => {
    const index = GROUPS.indexOf(group);
    return index === -1 ? GROUPS.length : index;
  };
  const matching = choices.filter(
    ({ key, name }) => toSearchable(name).includes(searchText) || toSearchable(key).includes(searchText),
  );
  return Array.from(
    Map.groupBy(matching, ({ group }) => group),
    ([group, areas]) => ({
      group,
      areas: areas.toSorted(
        (a, b) =>
          Number(a.problem !== null) - Number(b.problem !== null) ||
          rank(a) - rank(b) ||
          a.name.localeCompare(b.name, language),
      ),
    }),
  ).toSorted((a, b) => groupRank(a.group) - groupRank(b.group) || a.group.localeCompare(b.group));
}

/**
 * The initially selected area: the first one that can be calculated, in the order of the model's documents; without
 * documents, in the order of the list.
 */
export function initialAreaIn(groups: readonly AreaGroup[]): AreaChoice | null {
  const calculable = groups.flatMap(({ areas }) => areas).filter(({ problem }) => problem === null);
  return calculable.toSorted((a, b) => a.rank - b.rank)[0] ?? null;
}

/** Null if the text is not a year after the start year. */
export function parseEndYear(text: string, startYear: number): number | null {
  const year = /^\s*\d{4}\s*$/.test(text) ? Number(text) : null;
  return year !== null && year > startYear ? year : null;
}
