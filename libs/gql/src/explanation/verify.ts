/** Checks that an explanation is correct: every part recombines to the bit, and the terms of every sum add up. */
import { CalculationFault } from "@etesian/numeric";
import type { Evaluation, Year } from "../evaluation.ts";
import { parse } from "../syntax/parser.ts";
import type { Value } from "../world.ts";
import { explain, numberOf, type Term } from "./explain.ts";
import { isSame, recombined } from "./recombine.ts";
import { type Part, TracedQuery } from "./trace.ts";

export interface VerifiedQuery {
  /** Parts that were recombined from their own parts. */
  readonly recombined: number;
  /** Names of parts that are shown without their own parts, because these do not recombine; one entry per occurrence. */
  readonly open: readonly string[];
  /** A sentence for each mistake; empty if the explanation is correct. */
  readonly wrong: readonly string[];
}

/** A query in both years. Raises `GqlSyntaxError`. */
export function verifyExplanation(evaluation: Evaluation, key: string): VerifiedQuery {
  const open: string[] = [];
  const wrong: string[] = [];
  let count = 0;
  const { text } = evaluation.library.find(key)!;
  const traced = new TracedQuery(parse(text, { key }), evaluation.library.vocabulary);
  const check = (part: Part, year: Year): void => {
    for (const inner of part.parts) check(inner, year);
    const { node, parts, value } = part;
    const name = node.type === "call" ? node.name : node.type;
    const found = recombined(part);
    if (found === undefined) {
      if (parts.length > 0) open.push(name);
      return;
    }
    count++;
    if (!isSame(found, value))
      wrong.push(
        `${key} (${year}): the parts of ${name} give ${JSON.stringify(numberOf(found))}, not ${JSON.stringify(numberOf(value))}`,
      );
  };
  const results = YEARS.map((year) => {
    const served = resultOf(evaluation, key, year);
    const root = traced.run((program) => evaluation.run(program, year));
    // A query that fails is explained up to its failure.
    if (served === undefined) return null;
    if (root !== null) {
      check(root, year);
      if (!isSame(root.value, served)) wrong.push(`${key} (${year}): the traced result is not the one that is served`);
    }
    return served;
  });
  if (!results.includes(null)) checkSums(explain(evaluation, key)!, key, wrong);
  return { recombined: count, open, wrong };
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

/** Sums have no remainder; only parts below objects of the model have one. */
function checkSums(term: Term, key: string, wrong: string[]): void {
  for (const inner of term.terms) {
    if (inner.subject.kind === "rest")
      wrong.push(`${key}: the terms of ${term.id} leave ${inner.present} and ${inner.future} open`);
    checkSums(inner, key, wrong);
  }
}
