/** Completion and units of user-defined queries. */
import type { QueryName } from "@etesian/engine/text-queries";
import type { Completions } from "../../controls/completion.ts";

/** Maximum number of options. */
const MAX_OPTIONS = 12;
const WORD_AT_END = /(?<!\w)[A-Za-z_][\w?]*$/;
/** Length of the shortest word that is completed. */
const MIN_WORD_LENGTH = 2;

/**
 * Completions of the word before the caret: names that begin with it, then names that contain it; null without a word.
 * @param detailOf the kind of a name, with its unit
 */
export function namesAt(
  text: string,
  caret: number,
  names: readonly QueryName[],
  detailOf: (name: QueryName) => string,
): Completions | null {
  const start = text.slice(0, caret).search(WORD_AT_END);
  const word = start === -1 ? "" : text.slice(start, caret);
  if (word.length < MIN_WORD_LENGTH) return null;
  const lowerCaseWord = word.toLowerCase();
  const matches = names.flatMap((name) => {
    const index = name.name.toLowerCase().indexOf(lowerCaseWord);
    return index === -1 || name.name === word ? [] : [{ name, rank: index === 0 ? 0 : 1 }];
  });
  const options = matches
    .toSorted((a, b) => a.rank - b.rank || a.name.name.length - b.name.name.length)
    .slice(0, MAX_OPTIONS)
    .map(({ name }) => ({
      key: `${name.kind}-${name.name}`,
      label: name.name,
      detail: detailOf(name),
      insert: name.kind === "function" ? `${name.name}(` : name.name,
    }));
  return { start: caret - word.length, options };
}

/** Functions whose result has the unit of their arguments. */
const UNIT_PRESERVING: ReadonlySet<string> = new Set(
  "Q QUERY QUERY_PRESENT QUERY_FUTURE QUERY_DELTA MIXED SUM MAX MIN AVG NEG SUM_CURVES INVERT_CURVE".split(" "),
);

/** Multiplication by a number, or division by it. */
const FACTOR = /\b\d[\d._]* *\*|[*/] *\d[\d._]*/g;

/**
 * The unit shared by all queries to which a query refers, if it only adds, compares or scales them; empty otherwise, or
 * if their units differ.
 */
export function unitIn(text: string, names: readonly QueryName[]): string {
  const sum = text.replaceAll(FACTOR, " ");
  if (/[^\w\s()+\-,.:]/.test(sum)) return "";
  const words = (sum.match(/\w+/g) ?? []).filter((word) => !/^\d/.test(word) && !UNIT_PRESERVING.has(word));
  const units = new Set(words.map((word) => names.find(({ name, kind }) => kind === "query" && name === word)?.unit));
  const [unit] = units;
  // The unit of a curve depends on its query.
  return units.size === 1 && unit !== CURVE_UNIT ? (unit ?? "") : "";
}

/** The model's unit of queries whose result is a curve. */
const CURVE_UNIT = "curve";

/** The 1-based line and column of an offset. */
export function positionAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split("\n");
  return { line: lines.length, column: lines.at(-1)!.length + 1 };
}
