/**
 * The visible rows of an explanation, their contributions to the result, and their order by size or by change.
 */
import type { Subject, Term } from "@etesian/engine";
import type { ExplanationSubject, Explanation } from "../../calculation/calculator.ts";

export type Order = "size" | "change";

export interface Row {
  /** IDs from the root to the row itself. */
  readonly path: string;
  /** Depth in the tree, from 1. */
  readonly level: number;
  readonly subject: Subject;
  readonly term: Term;
  /**
   * Its contribution to the result, in the unit of the result's query. Null for a factor or an argument, which has no
   * contribution of its own.
   */
  readonly contribution: { readonly present: number | null; readonly future: number | null } | null;
  /** The operator before a factor; empty for a part of a sum. */
  readonly sign: "" | "×" | "÷";
  /** Null for a row without parts. */
  readonly isOpen: boolean | null;
}

/** Maximum number of parts per level; a final row with the sum of the others reveals them. */
const MAX_ROWS = [12, 12, 6] as const;
const maxRowsAt = (level: number): number => MAX_ROWS[Math.min(level, MAX_ROWS.length) - 1]!;

/** A row with the sum of a level's smaller parts. */
export interface MoreRow {
  readonly path: string;
  readonly level: number;
  readonly more: number;
  readonly contribution: { readonly present: number; readonly future: number };
}

interface Level {
  readonly terms: readonly Term[];
  readonly combination: Term["combination"];
  readonly path: string;
  readonly level: number;
  /** Factor from the terms' values to the result's unit; null if the terms do not add up to the result. */
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

/** Whether a term can be opened: it is a query, or has its own terms. */
const isOpenable = ({ subject, terms, year }: Term): boolean =>
  (subject.kind === "query" && year === null) || terms.length > 0;

/** The visible rows below the result of a query. */
export function rowsOf(root: Term, tree: Tree): readonly (Row | MoreRow)[] {
  return rowsBelow({ terms: root.terms, combination: root.combination, path: "", level: 1, factor: 1 }, tree);
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

function rowsBelow({ terms, combination, path, level, factor }: Level, tree: Tree): readonly (Row | MoreRow)[] {
  const isSum = combination === "sum" && factor !== null;
  const all = terms.map((term, index): Row => {
    const contribution = isSum
      ? { present: multiply(term.present, term.factor * factor), future: multiply(term.future, term.factor * factor) }
      : null;
    const rowPath = `${path}/${term.id}`;
    const sign =
      combination === "product" ? (index > 0 ? "×" : "") : combination === "quotient" && index > 0 ? "÷" : "";
    return {
      path: rowPath,
      level,
      subject: term.subject,
      term,
      contribution,
      sign,
      isOpen: isOpenable(term) ? tree.open.has(rowPath) : null,
    };
  });
  const sorted = isSum && tree.order === "change" ? all.toSorted((a, b) => changeOf(b) - changeOf(a)) : all;
  const restPath = `${path}/…`;
  const maxShown = maxRowsAt(level);
  const isLong = sorted.length > maxShown + 1 && !tree.open.has(restPath);
  const shown = isLong ? sorted.slice(0, maxShown) : sorted;
  const rows = shown.flatMap((row): readonly (Row | MoreRow)[] =>
    row.isOpen === true ? [row, ...childRowsOf(row, tree)] : [row],
  );
  if (!isLong) return rows;
  const omittedRows = sorted.slice(maxShown);
  const contribution = { present: total(omittedRows, "present"), future: total(omittedRows, "future") };
  return [...rows, { path: restPath, level, more: omittedRows.length, contribution }];
}

function childRowsOf({ term, subject, path, level, contribution }: Row, tree: Tree): readonly (Row | MoreRow)[] {
  const { explanations } = tree;
  const parent = subject.kind === "query" ? termOf(explanations, subject.key) : term;
  if (parent === null) return [];
  const { terms, combination } = parent;
  // The terms of a query are in its unit; the row's factor converts them to the result's.
  const value = term.future === 0 || term.future === null ? term.present : term.future;
  const addedValue = term.future === 0 || term.future === null ? contribution?.present : contribution?.future;
  const factor =
    contribution === null || value === null || value === 0 || addedValue === null || addedValue === undefined
      ? null
      : addedValue / value;
  return rowsBelow({ terms, combination, path, level: level + 1, factor }, tree);
}

const multiply = (value: number | null, factor: number): number | null => (value === null ? null : value * factor);

const changeOf = ({ contribution }: Row): number =>
  Math.abs((contribution?.future ?? 0) - (contribution?.present ?? 0));

const total = (rows: readonly Row[], year: "present" | "future"): number =>
  rows.reduce((sum, { contribution }) => sum + (contribution?.[year] ?? 0), 0);

/** Number of levels that open automatically. */
const AUTO_OPEN_DEPTH = 2;

/**
 * The initially open rows: from the result down to the part that changed most, or to the largest if nothing changed.
 * Stops at a query whose explanation has not arrived yet.
 */
export function initiallyOpen(
  root: Term,
  tree: Omit<Tree, "open">,
): { readonly open: ReadonlySet<string>; readonly missingQuery: string | null } {
  const open = new Set<string>();
  for (let depth = 0; depth < AUTO_OPEN_DEPTH; depth++) {
    const rows = rowsOf(root, { ...tree, open }).filter(
      (row) => "subject" in row && row.level === depth + 1 && isBelow(row, open),
    );
    const parts = rows.filter(
      (row): row is Row =>
        "subject" in row && row.contribution !== null && row.isOpen !== null && row.subject.kind !== "object",
    );
    const [largest] = parts.toSorted((a, b) => changeOf(b) - changeOf(a) || size(b) - size(a));
    if (largest === undefined) break;
    if (largest.subject.kind === "query" && termOf(tree.explanations, largest.subject.key) === null)
      return { open, missingQuery: largest.subject.key };
    open.add(largest.path);
  }
  return { open, missingQuery: null };
}

const size = ({ contribution }: Row): number => Math.abs(contribution?.future ?? 0);

/** Whether a row is in the innermost open part. */
const isBelow = ({ path }: { readonly path: string }, open: ReadonlySet<string>): boolean => {
  const innermost = [...open].at(-1);
  return innermost === undefined || path.startsWith(`${innermost}/`);
};

/** The magnitude of the largest part in either year, to which bars are scaled, and whether any part is negative. */
export function scaleOf(rows: readonly (Row | MoreRow)[]): { readonly largest: number; readonly hasNegative: boolean } {
  const sizes = rows.flatMap(({ contribution }) =>
    contribution === null ? [] : [contribution.present ?? 0, contribution.future ?? 0],
  );
  return { largest: Math.max(...sizes.map(Math.abs), 0), hasNegative: sizes.some((size) => size < 0) };
}
