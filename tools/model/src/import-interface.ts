/** Imports titles, slides and charts of the Energy Transition Model's front end into the directory of a model. */
import { execFileSync } from "node:child_process";
import { type ImportedInterface, importInterface, writeInterface } from "./importing/index.ts";
import type { Model } from "@etesian/model";
import { catalogueOf, includedInterface } from "@etesian/compute/interface-of";

/** Result of an import from a checkout. */
export interface ImportReport {
  readonly counts: {
    readonly slides: number;
    /** Number of inputs on slides, and number of all inputs. */
    readonly sliders: number;
    readonly inputs: number;
    readonly headline: number;
    readonly charts: number;
  };
  readonly leftOut: ImportedInterface["leftOut"];
}

/** Replaces the documents of an earlier import. @throws ImportError */
export function importFrontEnd(
  model: Pick<Model, "directory" | "definition" | "areas">,
  checkout: string,
): ImportReport {
  const { directory, definition } = model;
  const { documents, leftOut, licence } = importInterface(
    checkout,
    catalogueOf(definition),
    includedInterface(model),
    readInBothYears(definition),
  );
  writeInterface(directory, documents, noticeOf(checkout, licence));
  const { slides, hidden, headline, charts } = documents;
  const inputs = definition.inputs.length;
  const counts = { slides: slides.length, sliders: inputs - hidden.length, inputs, headline: headline.length };
  return { counts: { ...counts, charts: charts.length }, leftOut };
}

/** Replaces a query that reads another one in a single year by that other query, which is read in both years. */
function readInBothYears({ gqueries }: Model["definition"]): (query: string) => string {
  const withoutSpaces = (text: string): string => text.replaceAll(/\s+/g, "");
  const texts = new Map(gqueries.map(({ key, query }) => [key, withoutSpaces(query)]));
  const keys = new Map(Array.from(texts, ([key, text]) => [text, key]));
  return (query) => {
    const [, queryText] = /^(?:present|future):(.*)$/.exec(texts.get(query) ?? "") ?? [];
    if (queryText === undefined) return query;
    const namedKey = /^Q\((\w+)\)$/.exec(queryText)?.[1];
    return namedKey ?? keys.get(queryText) ?? query;
  };
}

const noticeOf = (checkout: string, licence: string): string =>
  `The documents in this folder and in charts/ were created by npm run model -- interface from
${originOf(checkout)}.
Their titles, descriptions and labels are under this licence:

${licence}`;

/** Repository and commit of a checkout, if git knows them. */
function originOf(directory: string): string {
  const git = (...args: string[]): string | null => {
    try {
      return execFileSync("git", args, {
        cwd: directory,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      }).trim();
    } catch {
      return null;
    }
  };
  const url = git("remote", "get-url", "origin") ?? "the front end of the Energy Transition Model";
  const commit = git("rev-parse", "HEAD");
  return commit === null ? url : `${url}, commit ${commit}`;
}

/** Lines for users: the imported and omitted parts, with up to three examples of each reason. */
export function importLines({ counts, leftOut }: ImportReport): readonly string[] {
  const { slides, sliders, inputs, headline, charts } = counts;
  const number = (value: number): string => value.toLocaleString("en");
  const reasons = Map.groupBy(leftOut, ({ kind, reason }) => `${kind}: ${reason}`);
  return [
    `${number(slides)} slides with ${number(sliders)} of ${number(inputs)} inputs, ${headline} headline numbers, ${charts} charts`,
    ...(leftOut.length === 0 ? [] : ["left out:"]),
    ...Array.from(reasons, ([reason, members]) => {
      const examples = members.slice(0, 3).map(({ key }) => key);
      return `${String(members.length).padStart(5)}  ${reason} (${examples.join(", ")}${members.length > 3 ? ", …" : ""})`;
    }),
  ];
}
