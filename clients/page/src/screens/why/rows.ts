/**
 * The lines of an explanation: which ones are open, their contributions to the result, and the order by size or by
 * change.
 */
import type { Subject, Term } from "@etesian/engine";
import type { ExplanationSubject, Explanation } from "../../calculation/calculator.ts";

export type Order = "size" | "change";

export interface Row {
  /** Ids from the root, with the row's own last. */
  readonly path: string;
  /** Depth in the tree, from 1. */
  readonly level: number;
  readonly subject: Subject;
  readonly term: Term;
  /**
   * Its contribution to the result, in the unit of the result's query. Null for a factor or an argument, which has no
   * contribution of its own.
   */
  readonly adds: { readonly present: number | null; readonly future: number | null } | null;
  /** The operator before a factor; empty for a part of a sum. */
  readonly sign: "" | "×" | "÷";
  /** Null without parts. */
  readonly isOpen: boolean | null;
}

/** Number of parts shown per level until its last row, which stands for the others, is opened. */
const MAX_ROWS = [12, 12, 6] as const;
const maxRowsAt = (level: number): number => MAX_ROWS[Math.min(level, MAX_ROWS.length) - 1]!;

/** A row that stands for the smaller parts of a level. */
export interface MoreRow {
  readonly path: string;
  readonly level: number;
  readonly more: number;
  readonly adds: { readonly present: number; readonly future: number };
}

interface Level {
  readonly terms: readonly Term[];
  readonly combination: Term["combination"];
  readonly path: string;
  readonly level: number;
  /** Factor from the terms' values to the result's; null if they do not add up to it. */
  readonly factor: number | null;
}

export interface Tree {
  readonly explanations: ReadonlyMap<ExplanationSubject, Explanation>;
  readonly open: ReadonlySet<string>;
  readonly order: Order;
}

const termOf = (explanations: Tree["explanations"], key: string): Term | null => {
  const explanation = explanations.get(`query ${key}`);
  return explanation?.kind === "query" ? explanation.term : null;
};

/** Whether a term can be opened: a query, or one with its own terms. */
const isOpenable = ({ subject, terms, year }: Term): boolean =>
  (subject.kind === "query" && year === null) || terms.length > 0;

/** The open rows below the result of a query. */
export function rowsOf(root: Term, tree: Tree): readonly (Row | MoreRow)[] {
  return below({ terms: root.terms, combination: root.combination, path: "", level: 1, factor: 1 }, tree);
}

/** Queries of open rows whose explanation has not arrived yet. */
export function missingQueries(rows: readonly (Row | MoreRow)[], { explanations }: Tree): readonly string[] {
  return rows.flatMap((row) =>
    "subject" in row &&
    row.isOpen === true &&
    row.subject.kind === "query" &&
    !explanations.has(`query ${row.subject.key}`)
      ? [row.subject.key]
      : [],
  );
}

function below({ terms, combination, path, level, factor }: Level, tree: Tree): readonly (Row | MoreRow)[] {
  const isSum = combination === "sum" && factor !== null;
  const all = terms.map((term, index): Row => {
    const adds = isSum
      ? { present: times(term.present, term.factor * factor), future: times(term.future, term.factor * factor) }
      : null;
    const at = `${path}/${term.id}`;
    const sign =
      combination === "product" ? (index > 0 ? "×" : "") : combination === "quotient" && index > 0 ? "÷" : "";
    return {
      path: at,
      level,
      subject: term.subject,
      term,
      adds,
      sign,
      isOpen: isOpenable(term) ? tree.open.has(at) : null,
    };
  });
  const sorted = isSum && tree.order === "change" ? all.toSorted((a, b) => moved(b) - moved(a)) : all;
  const rest = `${path}/…`;
  const maxShown = maxRowsAt(level);
  const isLong = sorted.length > maxShown + 1 && !tree.open.has(rest);
  const shown = isLong ? sorted.slice(0, maxShown) : sorted;
  const rows = shown.flatMap((row): readonly (Row | MoreRow)[] =>
    row.isOpen === true ? [row, ...inside(row, tree)] : [row],
  );
  if (!isLong) return rows;
  const left = sorted.slice(maxShown);
  const adds = { present: total(left, "present"), future: total(left, "future") };
  return [...rows, { path: rest, level, more: left.length, adds }];
}

function inside({ term, subject, path, level, adds }: Row, tree: Tree): readonly (Row | MoreRow)[] {
  const { explanations } = tree;
  const own = subject.kind === "query" ? termOf(explanations, subject.key) : term;
  if (own === null) return [];
  const { terms, combination } = own;
  // The terms of a query are in its unit; the row's factor converts them to the result's.
  const value = term.future === 0 || term.future === null ? term.present : term.future;
  const added = term.future === 0 || term.future === null ? adds?.present : adds?.future;
  const factor =
    adds === null || value === null || value === 0 || added === null || added === undefined ? null : added / value;
  return below({ terms, combination, path, level: level + 1, factor }, tree);
}

const times = (value: number | null, factor: number): number | null => (value === null ? null : value * factor);

const moved = ({ adds }: Row): number => Math.abs((adds?.future ?? 0) - (adds?.present ?? 0));

const total = (rows: readonly Row[], year: "present" | "future"): number =>
  rows.reduce((sum, { adds }) => sum + (adds?.[year] ?? 0), 0);

/** Levels that open automatically. */
const DEPTH = 2;

/**
 * The initially open rows: from the result down to the part that changed most, or to the largest if nothing changed.
 * Stops at a query whose explanation has not arrived yet.
 */
export function openedAtFirst(
  root: Term,
  tree: Omit<Tree, "open">,
): { readonly open: ReadonlySet<string>; readonly awaits: string | null } {
  const open = new Set<string>();
  for (let depth = 0; depth < DEPTH; depth++) {
    const rows = rowsOf(root, { ...tree, open }).filter(
      (row) => "subject" in row && row.level === depth + 1 && isBelow(row, open),
    );
    const parts = rows.filter(
      (row): row is Row =>
        "subject" in row && row.adds !== null && row.isOpen !== null && row.subject.kind !== "object",
    );
    const [largest] = parts.toSorted((a, b) => moved(b) - moved(a) || size(b) - size(a));
    if (largest === undefined) break;
    if (largest.subject.kind === "query" && termOf(tree.explanations, largest.subject.key) === null)
      return { open, awaits: largest.subject.key };
    open.add(largest.path);
  }
  return { open, awaits: null };
}

const size = ({ adds }: Row): number => Math.abs(adds?.future ?? 0);

/** Whether a row is in the innermost open part. */
const isBelow = ({ path }: { readonly path: string }, open: ReadonlySet<string>): boolean => {
  const innermost = [...open].at(-1);
  return innermost === undefined || path.startsWith(`${innermost}/`);
};

/** The largest part of a result in either year, to which bars are scaled; with mixed signs, the sum of magnitudes. */
export function scaleOf(rows: readonly (Row | MoreRow)[]): { readonly largest: number; readonly hasNegative: boolean } {
  const sizes = rows.flatMap(({ adds }) => (adds === null ? [] : [adds.present ?? 0, adds.future ?? 0]));
  return { largest: Math.max(...sizes.map(Math.abs), 0), hasNegative: sizes.some((size) => size < 0) };
}
