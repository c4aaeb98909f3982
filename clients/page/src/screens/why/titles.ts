/** Titles of a result's parts: from the model's documents, or else derived from the key. */
import type { Subject, Term } from "@etesian/engine";
import { type InterfaceView, type Language, readableKey, type DisplayUnit } from "@etesian/interface";
import { colourOfNode, nameOfNode } from "../../charts/nodes.ts";
import type { Texts } from "../../texts/en.ts";

export interface Titles {
  readonly query: (key: string) => string;
  readonly node: (key: string) => string;
  readonly carrier: (key: string) => string;
  readonly attribute: (name: string) => string;
  /** The name of a design token; null if the subject has no colour. */
  readonly colour: (subject: Subject) => string | null;
  /** @param parts titles of its terms, for sums and products without their own title */
  readonly subject: (subject: Subject, parts?: readonly string[]) => string;
  /** The title of a term; sums and products are named after their own terms. */
  readonly term: (term: Term) => string;
}

type TitledView = Pick<InterfaceView, "headline" | "charts" | "sliders">;

/** Titles of queries, from headline numbers and from charts' series with a single query, and those series' colours. */
function queryTitles({ headline, charts }: TitledView): {
  readonly titles: ReadonlyMap<string, string>;
  readonly colours: ReadonlyMap<string, string>;
} {
  const titles = new Map(headline.map(({ query, title }) => [query, title]));
  const colours = new Map<string, string>();
  for (const { series, title } of charts.values())
    for (const { terms, label, colour } of series) {
      const [only] = terms;
      if (only === undefined || terms.length > 1 || titles.has(only.query)) continue;
      titles.set(only.query, series.length === 1 ? title : label);
      if (colour !== null) colours.set(only.query, colour);
    }
  return { titles, colours };
}

/** `a-(carrier) -- s --> (carrier)-b`. */
const EDGE = /^(?<supplier>.+)-\([^)]+\) -- . --> \([^)]+\)-(?<consumer>.+)$/;

/** Number of titles in the name of a sum or product; the rest are counted. */
const MAX_TITLES = 2;

export function titlesOf(model: TitledView, language: Language, { why: whyTexts }: Texts): Titles {
  const { titles: queries, colours } = queryTitles(model);
  const readable = (key: string): string => readableKey(key.replaceAll(/[^a-z0-9]+/gi, "_"))[language];
  const query = (key: string): string => queries.get(key) ?? readable(key);
  const node = (key: string): string => nameOfNode(key, model.sliders, language);
  const carrier = (key: string): string => readable(key);
  const attribute = (name: string): string => {
    const plain = name.replace(/_per\(node\)$/, "");
    const attributeTexts = whyTexts.attributes as Readonly<Record<string, string>>;
    return attributeTexts[plain] ?? readable(plain);
  };
  const edge = (key: string): string => {
    const { supplier, consumer } = EDGE.exec(key)?.groups ?? {};
    return supplier === undefined || consumer === undefined ? readable(key) : `${node(supplier)} – ${node(consumer)}`;
  };
  const joined = (parts: readonly string[], sign: string): string => {
    const [shown, more] = [parts.slice(0, MAX_TITLES), parts.length - MAX_TITLES];
    return more > 0 ? whyTexts.andMore(shown.join(sign), more) : shown.join(sign);
  };
  const titles: Titles = {
    query,
    node,
    term: ({ subject, terms }) =>
      titles.subject(subject, COMPOSED_KINDS.has(subject.kind) ? terms.map((term) => titles.term(term)) : []),
    carrier,
    attribute,
    colour(subject) {
      if (subject.kind === "query") return colours.get(subject.key) ?? null;
      return subject.kind === "object" && subject.object === "node" ? colourOfNode(subject.key) : null;
    },
    subject(subject, parts = []) {
      switch (subject.kind) {
        case "query":
          return query(subject.key);
        case "input":
          return model.sliders.get(subject.key)?.title ?? readable(subject.key);
        case "object": {
          const { object, key, attribute: name } = subject;
          if (object === "area" || object === "graph") return attribute(name ?? key);
          const objectTitle = object === "node" ? node(key) : object === "edge" ? edge(key) : carrier(key);
          return name === null || SIZE_ATTRIBUTE.test(name)
            ? objectTitle
            : `${objectTitle}, ${attribute(name).toLowerCase()}`;
        }
        case "sum":
          return joined(parts, " + ");
        case "product":
          return joined(parts, " × ");
        case "quotient":
          return joined(parts, " ÷ ");
        case "number":
          return whyTexts.number;
        case "rest":
          return whyTexts.rest;
        case "function": {
          const functions = whyTexts.functions as Readonly<Record<string, string>>;
          const [first] = [...subject.args.map(readable), ...parts];
          const name = functions[subject.name] ?? readable(subject.name.toLowerCase());
          return first === undefined ? name : `${name}: ${first}`;
        }
      }
    },
  };
  return titles;
}

/** Subjects that are named after their terms. */
const COMPOSED_KINDS: ReadonlySet<Subject["kind"]> = new Set(["sum", "product", "quotient", "function"]);

/** Attributes that measure an object's size; titles omit them. */
const SIZE_ATTRIBUTE = /^(demand|value|direct_reporting_emissions_\w+)$/;

/** API units of attributes; the first match is used. */
const UNITS: readonly (readonly [attribute: RegExp, unit: string, factor: number])[] = [
  [/_per_mj$/, "EUR/MWh", 3_600],
  [/_per\(node\)$|costs|infrastructure_cost/, "euro", 1],
  [/^(demand|value|primary_demand.*|(input|output)_of_\w+)$/, "MJ", 1],
  [/emissions?\b|co2_production/, "kg", 1],
  [/capacity/, "MW", 1],
  [/_(input|output)_curve$/, "MWh", 1],
  [/full_load_hours/, "h", 1],
];

/** Units without a prefix, and their prefixed counterparts, for which the scenario's prefix is known. */
const PREFIXED_UNITS: { readonly [unit: string]: { readonly unit: string; readonly factor: number } | undefined } = {
  euro: { unit: "bln_euro", factor: 1e-9 },
  kg: { unit: "Mt", factor: 1e-9 },
};

/** How values in a query's unit are displayed: money and mass with the scenario's prefix. */
export function displayUnit(unit: string, displayUnitOf: InterfaceView["displayUnitOf"]): DisplayUnit {
  if (unit === "") return { unit: "", factor: 1 };
  const larger = PREFIXED_UNITS[unit];
  if (larger === undefined) return displayUnitOf(unit);
  const shown = displayUnitOf(larger.unit);
  return { unit: shown.unit, factor: shown.factor * larger.factor };
}

/**
 * How the value of a term without a contribution is displayed: in its own unit, or as a bare number if the unit is
 * unknown.
 */
export function displayUnitOfTerm(
  { subject, terms }: Pick<Term, "subject" | "terms">,
  displayUnitOf: InterfaceView["displayUnitOf"],
): DisplayUnit {
  switch (subject.kind) {
    case "query":
      return displayUnit(subject.unit ?? "", displayUnitOf);
    case "object": {
      if (subject.attribute === null)
        return terms[0] === undefined ? displayUnit("", displayUnitOf) : displayUnitOfTerm(terms[0], displayUnitOf);
      const [, unit = "", attributeFactor = 1] =
        UNITS.find(([attribute]) => attribute.test(subject.attribute ?? "")) ?? [];
      const shown = displayUnit(unit, displayUnitOf);
      return { unit: shown.unit, factor: shown.factor * attributeFactor };
    }
    case "sum":
      return terms[0] === undefined ? displayUnit("", displayUnitOf) : displayUnitOfTerm(terms[0], displayUnitOf);
    default:
      return displayUnit("", displayUnitOf);
  }
}
