/** Explains a query's result in terms that people can follow: queries, objects of the model, numbers. Plain data. */
import type { Evaluation, Year } from "../evaluation.ts";
import type { Node } from "../syntax/ast.ts";
import { parse } from "../syntax/parser.ts";
import type { ObjectKind, Value } from "../world.ts";
import { isObject, nameOf, isName } from "../values/kinds.ts";
import { toText } from "../values/text.ts";
import {
  branchOf,
  isSame,
  OBJECT_FUNCTIONS,
  QUERY_FUNCTIONS,
  type Operand,
  operandsOf,
  partsOfObjects,
  recombine,
  valueOf,
  literalValue,
} from "./recombine.ts";
import { isLiteral, type Part, TracedQuery } from "./trace.ts";

/** The subject of a term. */
export type Subject =
  /** `unit`: as in its document; null if there is none. */
  | { readonly kind: "query"; readonly key: string; readonly unit: string | null }
  /** `attribute` is null if several attributes of the object add up. */
  | { readonly kind: "object"; readonly object: ObjectKind; readonly key: string; readonly attribute: string | null }
  | { readonly kind: "input"; readonly key: string }
  /** A function, such as `MAX`, an operator or a method; `args` are the arguments that are names or strings. */
  | { readonly kind: "function"; readonly name: string; readonly args: readonly string[] }
  | { readonly kind: "sum" | "product" | "quotient" | "number" }
  /** The remainder of a sum beyond its terms, unless negligible (`MIN_REMAINDER`). */
  | { readonly kind: "rest" };

/** How the terms combine into the value. `other`: through a function that neither adds nor multiplies. */
export type Combination = "sum" | "product" | "quotient" | "other";

export interface Term {
  /** Equal in both years, and unique among the terms of one value. */
  readonly id: string;
  readonly subject: Subject;
  /** The year that the query itself names; null for the year of the result. */
  readonly year: Year | null;
  /** Whether the values are curves, each represented by the sum of its hours. */
  readonly isCurve: boolean;
  /** In the unit of the subject. Null if the value is not a number. */
  readonly present: number | null;
  readonly future: number | null;
  /** A term of a sum adds `factor × value`. */
  readonly factor: number;
  readonly combination: Combination;
  /** The largest first if they are a sum; parts that are zero in both years are omitted. */
  readonly terms: readonly Term[];
}

/** A term of one year. */
interface YearTerm extends Omit<Term, "present" | "future" | "terms"> {
  readonly value: number | null;
  readonly terms: readonly YearTerm[];
}

/** A term without its own terms. */
const leaf = (subject: Subject, value: Value, id: string): YearTerm => ({
  id,
  subject,
  year: null,
  isCurve: value instanceof Float64Array,
  value: numberOf(value),
  factor: 1,
  combination: "sum",
  terms: [],
});

/** The unit of a query by its key; null if there is none. */
type UnitOf = (key: string) => string | null;

/** A smaller remainder, relative to the sum or its largest term, gets no separate term. */
const MIN_REMAINDER = 1e-9;

/** The result of a query in both years and its terms; undefined for an unknown key. Throws `GqlSyntaxError`. */
export function explain(evaluation: Evaluation, key: string): Term | undefined {
  const gquery = evaluation.library.find(key);
  if (gquery === undefined) return undefined;
  const ast = parse(gquery.text, { key: gquery.key });
  const tracedQuery = new TracedQuery(ast, evaluation.library.vocabulary);
  const unitOf: UnitOf = (key) => evaluation.library.find(key)?.unit ?? null;
  const termInYear = (year: Year): YearTerm => {
    const root = tracedQuery.run((program) => evaluation.run(program, year));
    const subject: Subject = { kind: "query", key: gquery.key, unit: gquery.unit };
    if (root !== null) return { ...termOf(root, unitOf), id: "", subject };
    return leaf(subject, evaluation.run(evaluation.library.compileProgram(gquery.text), year), "");
  };
  return mergeYears(termInYear("present"), termInYear("future"));
}

/** A result as a number: the hours of a curve add up. Null for other values. */
export function numberOf(value: Value): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "bigint") return Number(value);
  if (value instanceof Float64Array) return value.reduce((sum, hour) => sum + hour, 0);
  return null;
}

/** A part with its terms: the addends of a sum, or the factors of a product. */
function termOf(part: Part, unitOf: UnitOf): YearTerm {
  const value = numberOf(part.value);
  const terms = mergeTermsOfObjects(addends(part, 1, unitOf));
  const [firstTerm] = terms;
  // A part that only returns another term of the text becomes that term.
  if (terms.length === 1 && firstTerm!.factor === 1 && isFromText(firstTerm!)) return { ...firstTerm!, value };
  return { ...leaf({ kind: "sum" }, part.value, idOf(part)), terms: [...terms, ...remainderTerms(value, terms)] };
}

/** Whether a term stems from the text itself, not from an object of the model. */
const isFromText = ({ subject: { kind } }: YearTerm): boolean =>
  kind === "product" || kind === "quotient" || kind === "function" || kind === "sum";

function remainderTerms(value: number | null, terms: readonly YearTerm[]): readonly YearTerm[] {
  if (value === null || terms.length === 0) return [];
  const parts = terms.map(contribution);
  const remainder = value - parts.reduce((sum, part) => sum + part, 0);
  const size = Math.max(Math.abs(value), ...parts.map(Math.abs));
  if (Math.abs(remainder) <= MIN_REMAINDER * size) return [];
  return [leaf({ kind: "rest" }, remainder, "rest")];
}

const contribution = ({ value, factor }: YearTerm): number => (value ?? 0) * factor;

const idOf = ({ node, self }: Part): string => `${node.type}@${node.offset}${isObject(self) ? ` ${self.key}` : ""}`;

/** The part's terms as a sum, each with its factor; a part that is not a sum is one term. */
function addends(part: Part, factor: number, unitOf: UnitOf): readonly YearTerm[] {
  const { node } = part;
  const branch = branchOf(part);
  if (branch !== null) return operandAddends(branch, factor, unitOf);
  const operands = operandsOf(part) ?? [];
  const termsOf = (signs: readonly number[]): readonly YearTerm[] =>
    operands.flatMap((operand, index) => operandAddends(operand, factor * (signs[index] ?? 1), unitOf));
  if (node.type === "sequence" || node.type === "assign") {
    const last = part.parts.at(-1);
    return last === undefined ? [] : addends(last, factor, unitOf);
  }
  if (node.type === "unary" && node.operator !== "!") return termsOf([node.operator === "-" ? -1 : 1]);
  if (node.type === "binary") {
    switch (node.operator) {
      case "+":
        return termsOf([]);
      case "-":
        return termsOf([1, -1]);
      case "*":
        return productAddends(part, operands, factor, unitOf);
      case "/":
        return quotientAddends(part, operands, factor, unitOf);
      default:
        return [{ ...otherTerm(part, operands, unitOf), factor }];
    }
  }
  if (part.mode === "object") return [{ ...attributeTerm(part), factor }];
  if (node.type !== "call") return [{ ...otherTerm(part, operands, unitOf), factor }];
  const objects = partsOfObjects(part);
  if (OBJECT_FUNCTIONS.has(node.name) && objects.length > 0)
    return objects.flatMap((object) => addends(object, factor, unitOf));
  if (QUERY_FUNCTIONS.has(node.name)) return queryAddends(part, operands, factor, unitOf);
  switch (node.name) {
    case "SUM":
      return objects.length > 0 ? productsOfObjects(objects, factor, unitOf) : termsOf([]);
    case "SUM_CURVES":
      return termsOf([]);
    case "NEG":
      return termsOf([-1]);
    case "PRODUCT":
      return productAddends(part, operands, factor, unitOf);
    case "DIVIDE":
      return quotientAddends(part, operands, factor, unitOf);
    case "UNIT": {
      const valueOfOnes = recombine({ ...part, parts: part.parts.map((inner) => ({ ...inner, value: 1 })) });
      return operandAddends(operands[0]!, factor * Number(valueOfOnes), unitOf);
    }
    case "MAX":
    case "MIN": {
      // The argument that the function chose.
      const chosenOperand = operands.find(
        (operand) => numberOf(valueOf(operand)) !== null && isSame(valueOf(operand), part.value),
      );
      return chosenOperand === undefined
        ? [{ ...otherTerm(part, operands, unitOf), factor }]
        : operandAddends(chosenOperand, factor, unitOf);
    }
    default:
      return [{ ...otherTerm(part, operands, unitOf), factor }];
  }
}

function operandAddends(operand: Operand, factor: number, unitOf: UnitOf): readonly YearTerm[] {
  if ("part" in operand) return addends(operand.part, factor, unitOf);
  const value = numberOf(operand.literal);
  if (value === null) return [];
  return [{ ...leaf({ kind: "number" }, value, `number ${value}`), factor }];
}

/** A product: its numbers are a factor, and its other operands are one term. */
function productAddends(part: Part, operands: readonly Operand[], factor: number, unitOf: UnitOf): readonly YearTerm[] {
  const numbers = operands.filter((operand) => !("part" in operand));
  const parts = operands.filter((operand) => "part" in operand);
  const [firstPart] = parts;
  const totalFactor = numbers.reduce((product, operand) => product * Number(valueOf(operand) ?? 1), factor);
  if (parts.length === 1) return operandAddends(firstPart!, totalFactor, unitOf);
  return [{ ...factorsTerm(part, "product", operands, unitOf), factor }];
}

/** A quotient: a numeric denominator is a factor, otherwise it is one term. */
function quotientAddends(
  part: Part,
  operands: readonly Operand[],
  factor: number,
  unitOf: UnitOf,
): readonly YearTerm[] {
  const [numerator, denominator] = operands;
  if (numerator === undefined || denominator === undefined) return [{ ...otherTerm(part, operands, unitOf), factor }];
  const divisor = "part" in denominator ? null : numberOf(denominator.literal);
  if (divisor !== null && divisor !== 0) return operandAddends(numerator, factor / divisor, unitOf);
  return [{ ...factorsTerm(part, "quotient", operands, unitOf), factor }];
}

/** A product or quotient with its factors; in an expression on an object, the object is the subject. */
function factorsTerm(part: Part, kind: "product" | "quotient", operands: readonly Operand[], unitOf: UnitOf): YearTerm {
  const { self } = part;
  const subject: Subject = isObject(self)
    ? { kind: "object", object: self.kind, key: self.key, attribute: null }
    : { kind };
  const terms = operands.flatMap((operand) => factorOf(operand, unitOf));
  return { ...leaf(subject, part.value, idOf(part)), combination: kind, terms: withDistinctIds(terms) };
}

/** An operand as one term: an object of the model, or a sum with its own terms. */
function factorOf(operand: Operand, unitOf: UnitOf): readonly YearTerm[] {
  const terms = operandAddends(operand, 1, unitOf);
  if (terms.length === 1 && terms[0]!.factor === 1) return terms;
  // The values of a list are separate arguments.
  if (Array.isArray(valueOf(operand))) return terms;
  return "part" in operand ? [termOf(operand.part, unitOf)] : terms;
}

/** SUM(V(objects, "a * b")): a product for each object. */
function productsOfObjects(objects: readonly Part[], factor: number, unitOf: UnitOf): readonly YearTerm[] {
  return objects.flatMap((right, index) => {
    const left = objects[index - 1];
    if (index % 2 === 0 || left === undefined || !isObject(right.self)) return [];
    const { kind: object, key } = right.self;
    const [a, b] = [left, right].map(({ value }) => numberOf(value));
    const terms = [left, right].flatMap((part) => factorOf({ part }, unitOf));
    const value = a === null || b === null ? null : a! * b!;
    const subject: Subject = { kind: "object", object, key, attribute: null };
    return [
      {
        ...leaf(subject, value, `product ${key}`),
        factor,
        combination: "product" as const,
        terms: withDistinctIds(terms),
      },
    ];
  });
}

function attributeTerm({ node, self, value }: Part): YearTerm {
  const attribute = node.type === "name" || node.type === "call" || node.type === "send" ? callText(node) : node.type;
  const subject: Subject = isObject(self)
    ? { kind: "object", object: self.kind, key: self.key, attribute }
    : { kind: "function", name: attribute, args: [] };
  return leaf(subject, value, `${isObject(self) ? self.key : ""} ${attribute}`);
}

/** `capital_expenditures_per(:node)`, without blanks. */
function callText(node: Node & { readonly type: "name" | "call" | "send" }): string {
  if (node.type === "name" || node.args.length === 0) return node.name;
  const args = node.args.map((arg) => (isLiteral(arg, "query") ? toText(literalValue(arg) ?? null) : arg.type));
  return `${node.name}(${args.join(",")})`;
}

function queryAddends(part: Part, operands: readonly Operand[], factor: number, unitOf: UnitOf): readonly YearTerm[] {
  const [argument] = operands;
  // A query text in place of a key, evaluated in another year; a difference has a future term and a negative present
  // term.
  if (part.parts.length > 0)
    return part.parts.flatMap((inner, index) =>
      addends(inner, index === 0 ? factor : -factor, unitOf).map((term) => ({
        ...term,
        id: `${idOf(part)} ${index} ${term.id}`,
        year: inner.scope.world.year,
      })),
    );
  const value = argument === undefined ? null : valueOf(argument);
  const key = isName(value) ? nameOf(value) : toText(value);
  const { name } = part.node as Node & { readonly type: "call" };
  if (name === "QUERY_DELTA")
    return [{ ...leaf({ kind: "function", name, args: [key] }, part.value, idOf(part)), factor }];
  const queryYear: Year | null = name === "QUERY_PRESENT" ? "present" : name === "QUERY_FUTURE" ? "future" : null;
  return [
    {
      ...leaf({ kind: "query", key, unit: unitOf(key) }, part.value, `query ${key} ${queryYear ?? ""}`),
      year: queryYear,
      factor,
    },
  ];
}

/** Any other part: a function with its arguments, an attribute of the area, or an input's value. */
function otherTerm(part: Part, operands: readonly Operand[], unitOf: UnitOf): YearTerm {
  const { node, value } = part;
  if (node.type !== "call") {
    const name = "operator" in node ? node.operator : "name" in node ? node.name : node.type;
    const terms = part.parts.flatMap((inner) => factorOf({ part: inner }, unitOf));
    return {
      ...leaf({ kind: "function", name, args: [] }, value, idOf(part)),
      combination: "other",
      terms: withDistinctIds(terms),
    };
  }
  const args = node.args.flatMap((arg) =>
    isLiteral(arg, "query") && ("name" in arg || arg.type === "string") ? ["name" in arg ? arg.name : arg.value] : [],
  );
  const { name } = node;
  const [first] = args;
  if (first !== undefined && (name === "AREA" || name === "GRAPH")) {
    const object = name === "AREA" ? "area" : "graph";
    return leaf({ kind: "object", object, key: object, attribute: first }, value, `${object} ${first}`);
  }
  if (first !== undefined && name === "INPUT_VALUE")
    return leaf({ kind: "input", key: first }, value, `input ${first}`);
  const terms = operands.flatMap((operand) => ("part" in operand ? factorOf(operand, unitOf) : []));
  return {
    ...leaf({ kind: "function", name, args }, value, idOf(part)),
    combination: "other",
    terms: withDistinctIds(terms),
  };
}

/** Merges the terms of each node and edge into one term, the sum of its attributes. */
function mergeTermsOfObjects(terms: readonly YearTerm[]): readonly YearTerm[] {
  const groups = new Map<string, YearTerm[]>();
  for (const term of withDistinctIds(terms)) {
    const { id, subject, year } = term;
    const isOfGraph = subject.kind === "object" && (subject.object === "node" || subject.object === "edge");
    const group = isOfGraph && year === null ? `${subject.object} ${subject.key}` : `: ${id}`;
    const members = groups.get(group);
    if (members === undefined) groups.set(group, [term]);
    else members.push(term);
  }
  return Array.from(groups, ([id, members]): YearTerm => {
    const [first] = members;
    const { subject, isCurve } = first!;
    if (members.length === 1 || subject.kind !== "object") return { ...first!, id };
    const value = members.reduce((sum, member) => sum + contribution(member), 0);
    return { ...leaf({ ...subject, attribute: null }, value, id), isCurve, terms: members };
  });
}

/** Gives each term a distinct id. */
function withDistinctIds(terms: readonly YearTerm[]): readonly YearTerm[] {
  const counts = new Map<string, number>();
  return terms.map((term) => {
    const count = (counts.get(term.id) ?? 0) + 1;
    counts.set(term.id, count);
    return count === 1 ? term : { ...term, id: `${term.id} ${count}` };
  });
}

/** Merges a term's values for the present and the future. */
function mergeYears(present: YearTerm | null, future: YearTerm | null): Term {
  const { id, subject, year, isCurve, factor, combination } = (future ?? present)!;
  const presentTerms = new Map(present?.terms.map((term) => [term.id, term]));
  const futureTerms = new Map(future?.terms.map((term) => [term.id, term]));
  const ids = [...new Set([...futureTerms.keys(), ...presentTerms.keys()])];
  const terms = ids
    .map((key) => mergeYears(presentTerms.get(key) ?? null, futureTerms.get(key) ?? null))
    .filter((term) => combination !== "sum" || term.present !== 0 || term.future !== 0);
  const futureSize = (term: Term): number => Math.abs((term.future ?? 0) * term.factor);
  const presentSize = (term: Term): number => Math.abs((term.present ?? 0) * term.factor);
  return {
    id,
    subject,
    year,
    isCurve,
    present: present === null ? 0 : present.value,
    future: future === null ? 0 : future.value,
    factor,
    combination,
    terms:
      combination === "sum"
        ? terms.toSorted((a, b) => futureSize(b) - futureSize(a) || presentSize(b) - presentSize(a))
        : terms,
  };
}
