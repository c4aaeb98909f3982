/** Areas to begin with: their names, their order, and those that a typed text finds. */
import type { Area } from "@etesian/client";
import { type AreaPlace, type InterfaceDocuments, readableArea } from "@etesian/interface";
import type { Language } from "../../figures/figures.ts";

export interface AreaChoice {
  readonly key: string;
  readonly name: string;
  /** The kind of area, as the model has it: `country`, `municipality` … */
  readonly group: string;
  /** The year of its data. */
  readonly year: number;
  /** Why no scenario can be made of it; null if it can. */
  readonly problem: string | null;
  /** Null if the model does not say where it is. */
  readonly place: AreaPlace | null;
  /** Its place among the model's documents of areas; those without one are last. */
  readonly rank: number;
}

export interface AreaGroup {
  readonly group: string;
  readonly areas: readonly AreaChoice[];
}

/** Kinds from the largest to the smallest; others follow by their names. */
const GROUPS = ["country", "province", "region", "res", "municipality", "neighborhood"];

/** Areas that scenarios can be made of, and those that would be offered but cannot be calculated. */
export const choicesOf = (
  areas: readonly Area[],
  documents: InterfaceDocuments["areas"],
  language: Language,
): readonly AreaChoice[] => {
  const ranks = new Map(Object.keys(documents).map((key, index) => [key, index]));
  return areas.flatMap(({ area, group, analysis_year: year, useable, problem }) =>
    useable || typeof problem === "string"
      ? [
          {
            key: area,
            name: documents[area]?.title[language] ?? readableArea(area),
            group,
            year,
            problem: typeof problem === "string" ? problem : null,
            place: documents[area]?.map ?? null,
            rank: ranks.get(area) ?? ranks.size,
          },
        ]
      : [],
  );
};

/** Characters without accents and case: a typed text need not have them. */
const plain = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** Those whose name or key has the text in it: by kind, then by name. Names that begin with the text come first. */
export function found(choices: readonly AreaChoice[], text: string, language: Language): readonly AreaGroup[] {
  const wanted = plain(text.trim());
  const rank = ({ name }: AreaChoice): number => (plain(name).startsWith(wanted) ? 0 : 1);
  const placeOf = (group: string): number => {
    const place = GROUPS.indexOf(group);
    return place === -1 ? GROUPS.length : place;
  };
  const matching = choices.filter(({ key, name }) => plain(name).includes(wanted) || plain(key).includes(wanted));
  return Array.from(
    Map.groupBy(matching, ({ group }) => group),
    ([group, areas]) => ({
      group,
      areas: areas.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, language)),
    }),
  ).toSorted((a, b) => placeOf(a.group) - placeOf(b.group) || a.group.localeCompare(b.group));
}

/**
 * The area that is chosen before a person chooses: the first of the model's documents that is found and can be calculated; of those
 * without a document, the first of the list.
 */
export function firstOf(groups: readonly AreaGroup[]): AreaChoice | null {
  const open = groups.flatMap(({ areas }) => areas).filter(({ problem }) => problem === null);
  return open.toSorted((a, b) => a.rank - b.rank)[0] ?? null;
}

/** Null if the text is no year after the start year. */
export function endYearTyped(text: string, startYear: number): number | null {
  const year = /^\s*\d{4}\s*$/.test(text) ? Number(text) : null;
  return year !== null && year > startYear ? year : null;
}
