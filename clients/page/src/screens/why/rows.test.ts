import type { Combination, Subject, Term } from "@etesian/engine";
import { describe, expect, it } from "vitest";
import type { ExplanationSubject, Explanation } from "../../calculation/calculator.ts";
import { missingQueries, type MoreRow, initiallyOpen, type Row, rowsOf, scaleOf } from "./rows.ts";

const query = (key: string): Subject => ({ kind: "query", key, unit: "euro" });
const node = (key: string): Subject => ({ kind: "object", object: "node", key, attribute: "demand" });

function term(
  subject: Subject,
  [present, future]: readonly [number, number],
  more: { readonly factor?: number; readonly combination?: Combination; readonly terms?: readonly Term[] } = {},
): Term {
  const { factor = 1, combination = "sum", terms = [] } = more;
  const id = "key" in subject ? `${subject.kind} ${subject.key}` : subject.kind;
  return { id, subject, present, future, factor, combination, terms, year: null, isCurve: false };
}

const explained = (...terms: readonly Term[]): ReadonlyMap<ExplanationSubject, Explanation> =>
  new Map(
    terms.map((term) => {
      const subject: ExplanationSubject = `query ${(term.subject as { readonly key: string }).key}`;
      return [subject, { n: 1, subject, kind: "query" as const, formula: "", unit: "euro", term }];
    }),
  );

/** A result in billions of euros with terms in euros: production rose, fuels fell. */
const COSTS = term(query("costs"), [3, 4], {
  terms: [term(query("production"), [1e9, 3e9], { factor: 1e-9 }), term(query("fuels"), [2e9, 1e9], { factor: 1e-9 })],
});
const PRODUCTION = term(query("production"), [1e9, 3e9], {
  terms: [term(node("wind"), [0, 2e9]), term(node("gas"), [1e9, 1e9])],
});

const isRow = (row: Row | MoreRow): row is Row => "subject" in row;
const rounded = (value: number | null | undefined) =>
  value === null || value === undefined ? value : Number(value.toPrecision(12));
const contributionsOf = (rows: readonly (Row | MoreRow)[]) =>
  rows.map(({ path, contribution }) => [path, rounded(contribution?.present), rounded(contribution?.future)]);

describe("the rows of an explanation", () => {
  it("the rows of an explanation are the parts of a result in the result's unit, even below an open part", () => {
    const tree = {
      explanations: explained(COSTS, PRODUCTION),
      open: new Set(["/query production"]),
      order: "size",
    } as const;
    expect(contributionsOf(rowsOf(COSTS, tree))).toEqual([
      ["/query production", 1, 3],
      ["/query production/object wind", 0, 2],
      ["/query production/object gas", 1, 1],
      ["/query fuels", 2, 1],
    ]);
  });

  it("the rows of an explanation add up to the part above them at every level", () => {
    const tree = {
      explanations: explained(COSTS, PRODUCTION),
      open: new Set(["/query production"]),
      order: "size",
    } as const;
    const rows = rowsOf(COSTS, tree);
    for (const year of ["present", "future"] as const) {
      const sumOf = (level: number): number =>
        rows.reduce((sum, row) => (row.level === level ? sum + (row.contribution?.[year] ?? 0) : sum), 0);
      expect(sumOf(1)).toBeCloseTo(COSTS[year]!, 12);
      expect(sumOf(2)).toBeCloseTo(rows[0]!.contribution![year]!, 12);
    }
  });

  it("the rows of an explanation can be sorted by change", () => {
    const changing = term(query("all"), [10, 12], {
      terms: [term(node("large"), [9, 9]), term(node("small"), [1, 3])],
    });
    const rows = rowsOf(changing, { explanations: new Map(), open: new Set(), order: "change" });
    expect(rows.map(({ path }) => path)).toEqual(["/object small", "/object large"]);
  });

  it("rows beyond the first dozen share one row with their sum, until it is opened", () => {
    const many = term(query("all"), [20, 20], {
      terms: Array.from({ length: 20 }, (_, index) => term(node(`n${index}`), [1, 1])),
    });
    const closed = rowsOf(many, { explanations: new Map(), open: new Set(), order: "size" });
    expect([closed.length, closed.at(-1)]).toEqual([
      13,
      { path: "/…", level: 1, more: 8, contribution: { present: 8, future: 8 } },
    ]);
    expect(rowsOf(many, { explanations: new Map(), open: new Set(["/…"]), order: "size" }).length).toBe(20);
  });

  it("the rows of an explanation of a product are factors, which have no contribution of their own", () => {
    const product = term(query("fuels"), [6, 12], {
      combination: "product",
      terms: [
        term({ kind: "object", object: "carrier", key: "gas", attribute: "cost_per_mj" }, [2, 3]),
        term(node("import"), [3, 4]),
      ],
    });
    const rows = rowsOf(product, { explanations: new Map(), open: new Set(), order: "size" }).filter(isRow);
    expect(rows.map(({ sign, contribution }) => [sign, contribution])).toEqual([
      ["", null],
      ["×", null],
    ]);
  });

  it("queries of open rows are missing until they are explained", () => {
    const tree = { explanations: explained(COSTS), open: new Set(["/query fuels"]), order: "size" } as const;
    expect(missingQueries(rowsOf(COSTS, tree), tree)).toEqual(["fuels"]);
  });
});

describe("the initially open rows", () => {
  it("the initially open rows lead to the part that changed most, once it is explained", () => {
    expect(initiallyOpen(COSTS, { explanations: explained(COSTS), order: "change" })).toEqual({
      open: new Set(),
      missingQuery: "production",
    });
    expect(initiallyOpen(COSTS, { explanations: explained(COSTS, PRODUCTION), order: "change" })).toEqual({
      open: new Set(["/query production"]),
      missingQuery: null,
    });
  });
});

it("the bars of an explanation are scaled to the largest part in either year, and show negative parts", () => {
  const mixed = term(query("net"), [1, 2], {
    terms: [term(node("import"), [5, 4]), term(node("export"), [4, 2], { factor: -1 })],
  });
  expect(scaleOf(rowsOf(mixed, { explanations: new Map(), open: new Set(), order: "size" }))).toEqual({
    largest: 5,
    hasNegative: true,
  });
});
