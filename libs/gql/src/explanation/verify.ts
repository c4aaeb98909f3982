/** Checks that an explanation is correct: every part recombines exactly, and the terms of every sum add up. */
import { CalculationFault } from "@etesian/numeric";
import type { Evaluation, Year } from "../evaluation.ts";
import { parse } from "../syntax/parser.ts";
import type { Value } from "../world.ts";
import { explain, numberOf, type Term } from "./explain.ts";
import { isSame, recombine } from "./recombine.ts";
import { type Part, TracedQuery } from "./trace.ts";

export interface VerifiedQuery {
  /** Parts that were recombined from their own parts. */
  readonly recombinedParts: number;
  /** Names of parts whose own parts are not shown because they do not recombine; one entry per occurrence. */
  readonly openParts: readonly string[];
  /** A sentence for each mistake; empty if the explanation is correct. */
  readonly problems: readonly string[];
}

/** Verifies a query in both years. Throws `GqlSyntaxError`. */
export function verifyExplanation(evaluation: Evaluation, key: string): VerifiedQuery {
  const openParts: string[] = [];
  const problems: string[] = [];
  let count = 0;
  const { text } = evaluation.library.find(key)!;
  const tracedQuery = new TracedQuery(parse(text, { key }), evaluation.library.vocabulary);
  const check = (part: Part, year: Year): void => {
    for (const inner of part.parts) check(inner, year);
    const { node, parts, value } = part;
    const name = node.type === "call" ? node.name : node.type;
    const recombinedValue = recombine(part);
    if (recombinedValue === undefined) {
      if (parts.length > 0) openParts.push(name);
      return;
    }
    count++;
    if (!isSame(recombinedValue, value))
      problems.push(
        `${key} (${year}): the parts of ${name} recombine to ${JSON.stringify(numberOf(recombinedValue))}, expected ${JSON.stringify(numberOf(value))}`,
      );
  };
  const results = YEARS.map((year) => {
    const servedResult = resultOf(evaluation, key, year);
    const root = tracedQuery.run((program) => evaluation.run(program, year));
    // A query that fails is explained up to its failure.
    if (servedResult === undefined) return null;
    if (root !== null) {
      check(root, year);
      if (!isSame(root.value, servedResult))
        problems.push(`${key} (${year}): the traced result differs from the served one`);
    }
    return servedResult;
  });
  if (!results.includes(null)) checkSums(explain(evaluation, key)!, key, problems);
  return { recombinedParts: count, openParts, problems };
}

const YEARS: readonly Year[] = ["present", "future"];

function resultOf(evaluation: Evaluation, key: string, year: Year): Value | undefined {
  try {
    return evaluation.query(key, year);
  } catch (error) {
    if (error instanceof CalculationFault) return undefined;
    throw error;
  }
}

/** Reports the sums whose terms leave a remainder. */
function checkSums(term: Term, key: string, problems: string[]): void {
  for (const inner of term.terms) {
    if (inner.subject.kind === "rest")
      problems.push(`${key}: the terms of ${term.id} leave remainders of ${inner.present} and ${inner.future}`);
    checkSums(inner, key, problems);
  }
}
