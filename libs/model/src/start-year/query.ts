/**
 * The queries of documents (`~`): figures from an area's tables, combined by arithmetic.
 *
 *     ~ demand = EB(residential, electricity) * SHARE("energy/…_parent_share", some_node)
 *
 * Numbers behave as in Ruby: literals without a decimal point are integers (bigints here), and operations on integers
 * return integers (7 / 2 is 3). All other numbers are doubles. A bare word is a name. An empty cell is "no value"
 * (null).
 */
import { parse, type Ast, type Node } from "@etesian/gql";
import type { AreaSource } from "../datasets/area-source.ts";
import { LookupError, type Cell, type Table } from "../datasets/table.ts";
import type { CarrierDefinition } from "../definition.ts";
import { DERIVED_DATASET } from "../documents/area-attributes.ts";
import { CARRIER } from "../documents/attributes.ts";

/** A query without a usable result for an area; the message has the reason and quotes the query. */
export class QueryError extends Error {
  override readonly name = "QueryError";
}

/** The result of a query; null is "no value". Integers come from literals and counts, never from tables. */
export type StartYearResult = number | bigint | "recursive" | null;

type QueryValue = number | bigint | string | boolean | null | readonly QueryValue[];

/** The values that queries can read. */
export interface QueryContext {
  readonly source: AreaSource;
  readonly carriers: ReadonlyMap<string, CarrierDefinition>;
}

/** Parses a query; throws `GqlSyntaxError`, whose message begins with `key`. */
export function parseQuery(text: string, key: string): Ast {
  return parse(text, { key, layout: "significant" });
}

/**
 * Evaluates a query for one area. Throws `QueryError` when a table lacks the row or column, arithmetic meets a missing
 * value, or the result is not a number.
 */
export function evaluateQuery(query: Ast, context: QueryContext): StartYearResult {
  try {
    const value = evaluate(query.body, context);
    if (value === "infinity") return Number.POSITIVE_INFINITY;
    if (value === null || value === "recursive" || typeof value === "number" || typeof value === "bigint") return value;
    throw new LookupError(`expected a number as the result, found ${describe(value)}`);
  } catch (error) {
    if (!(error instanceof LookupError)) throw error;
    throw new QueryError(`${error.message} (in the query ${excerpt(query.text)})`);
  }
}

/** The query on one line, truncated if it is long. */
function excerpt(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}

function evaluate(node: Node, context: QueryContext): QueryValue {
  switch (node.type) {
    case "integer":
    case "float":
    case "string":
    case "literal":
      return node.value;
    case "name":
    case "symbol":
      return node.name;
    case "array":
      return node.items.map((item) => evaluate(item, context));
    case "sequence":
      return node.statements.reduce<QueryValue>((_, statement) => evaluate(statement, context), null);
    case "unary": {
      const operand = numeric(evaluate(node.operand, context), `the operand of "${node.operator}"`);
      if (node.operator === "-") return -operand;
      if (node.operator === "+") return operand;
      break;
    }
    case "binary": {
      const left = numeric(evaluate(node.left, context), `the left side of "${node.operator}"`);
      const right = numeric(evaluate(node.right, context), `the right side of "${node.operator}"`);
      const operate = OPERATORS[node.operator];
      if (operate !== undefined) return operate(left, right);
      break;
    }
    case "call": {
      const queryFunction = Object.hasOwn(FUNCTIONS, node.name) ? FUNCTIONS[node.name] : undefined;
      if (queryFunction === undefined)
        throw new LookupError(
          `${node.name} is not a function in start-year queries (expected ${Object.keys(FUNCTIONS).join(", ")})`,
        );
      if (node.block !== null) break;
      const args = node.args.map((argument) => evaluate(argument, context));
      const { minArgs, maxArgs } = queryFunction;
      if (args.length < minArgs || args.length > maxArgs) {
        const expected =
          minArgs === maxArgs
            ? `${minArgs}`
            : maxArgs === Number.POSITIVE_INFINITY
              ? `${minArgs} or more`
              : `${minArgs} to ${maxArgs}`;
        throw new LookupError(`${node.name} takes ${expected} arguments, found ${args.length}`);
      }
      return queryFunction.call(args, context, node.name);
    }
    default:
  }
  throw new LookupError(`expected only numbers, functions and + - * /`);
}

type Operands = readonly [number, number] | readonly [bigint, bigint];

/** Both operands as integers, or both as doubles. */
function matchOperands(a: number | bigint, b: number | bigint): Operands {
  if (typeof a === "bigint" && typeof b === "bigint") return [a, b];
  return [Number(a), Number(b)];
}

const OPERATORS: { readonly [operator: string]: (a: number | bigint, b: number | bigint) => number | bigint } = {
  "+": plus,
  "-": (a, b) => {
    const [x, y] = matchOperands(a, b) as [number, number];
    return x - y;
  },
  "*": times,
  "/": (a, b) => {
    if (typeof a !== "bigint" || typeof b !== "bigint") return Number(a) / Number(b);
    if (b === 0n) throw new LookupError("division by zero");
    // Rounds down, even for negative results.
    const quotient = a / b;
    return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
  },
};

function plus(a: number | bigint, b: number | bigint): number | bigint {
  const [x, y] = matchOperands(a, b) as [number, number];
  return x + y;
}

function times(a: number | bigint, b: number | bigint): number | bigint {
  const [x, y] = matchOperands(a, b) as [number, number];
  return x * y;
}

interface QueryFunction {
  readonly minArgs: number;
  readonly maxArgs: number;
  readonly call: (args: readonly QueryValue[], context: QueryContext, name: string) => QueryValue;
}

/** A function whose arguments are names. */
function lookup(
  minArgs: number,
  maxArgs: number,
  find: (context: QueryContext, ...names: readonly string[]) => QueryValue,
): QueryFunction {
  return {
    minArgs,
    maxArgs,
    call: (args, context, name) =>
      find(
        context,
        ...args.map((argument) => {
          if (typeof argument === "string") return argument;
          throw new LookupError(`${name} takes names, found ${describe(argument)}`);
        }),
      ),
  };
}

/** A function of any number of numbers and lists of numbers; "no value" is ignored. */
function aggregate(call: (values: readonly (number | bigint)[]) => number | bigint): QueryFunction {
  return {
    minArgs: 0,
    maxArgs: Number.POSITIVE_INFINITY,
    call: (args, _, name) =>
      call(
        flat(args)
          .filter(isPresent)
          .map((value) => numeric(value, `an argument of ${name}`)),
      ),
  };
}

const isPresent = (value: QueryValue): boolean => value !== null;

const FUNCTIONS: { readonly [name: string]: QueryFunction } = {
  /** Energy balance: TJ by use and carrier. Only numbers are valid. */
  EB: lookup(2, 2, ({ source }, use = "", carrier = "") => {
    const cell = source.energyBalance.cell(use, carrier);
    if (typeof cell === "number") return cell;
    throw new LookupError(`${source.energyBalance.file} has no figure for ${use}, ${carrier}`);
  }),
  /** `central_producers.csv`; by default the column demand. */
  CENTRAL_PRODUCTION: lookup(1, 2, ({ source }, key = "", column = "demand") =>
    source.centralProducers.cell(key, column),
  ),
  PRIMARY_PRODUCTION: lookup(2, 2, ({ source }, key = "", column = "") => source.primaryProduction.cell(key, column)),
  SHARE: lookup(2, 2, ({ source }, file = "", key = "") => valueOf(source.shares(file), key)),
  DEMAND: lookup(2, 2, ({ source }, file = "", key = "") => valueOf(source.demands(file), key)),
  EFFICIENCY: lookup(3, 3, ({ source }, file = "", side = "", carrier = "") =>
    valueOf(source.efficiencies(file), `${side}.${carrier}`),
  ),
  /** `carriers.csv`, or the carrier's document for an empty cell. */
  CARRIER: lookup(2, 2, ({ source, carriers }, key = "", attribute = "") => {
    const cell = source.carriers.cell(key, attribute);
    if (cell !== null) return cell;
    const carrier = carriers.get(key);
    if (carrier === undefined) throw new LookupError(`${key} is not a carrier of the model`);
    if (!Object.hasOwn(CARRIER, attribute) || CARRIER[attribute]?.source !== undefined)
      throw new LookupError(`carriers have no attribute ${attribute}`);
    return scalar(carrier.attributes[attribute]);
  }),
  /** An attribute of the area itself, never of its base. */
  AREA: lookup(1, 1, ({ source }, attribute = "") => {
    if (!Object.hasOwn(DERIVED_DATASET, attribute)) throw new LookupError(`areas have no attribute ${attribute}`);
    return scalar(source.attributes[attribute]);
  }),
  /** kton CO2-eq by (sector and subsector, use, greenhouse gas); unknown ones have no value. */
  EMISSIONS: lookup(1, 4, ({ source }, ...names) => source.emissions[names.join("_")] ?? null),

  SUM: aggregate((values) => values.reduce(plus, 0n)),
  PRODUCT: aggregate((values) => values.reduce(times, 1n)),
  COUNT: aggregate((values) => BigInt(values.length)),
  AVG: aggregate((values) => OPERATORS["/"]!(values.reduce(plus, 0n), BigInt(values.length))),
  /** Zero if the dividend is zero or has no value. */
  DIVIDE: {
    minArgs: 1,
    maxArgs: Number.POSITIVE_INFINITY,
    call: (args) => {
      const [dividend = null, divisor = null] = flat(args);
      if (dividend === null || Number(numeric(dividend, "the first argument of DIVIDE")) === 0) return 0;
      return Number(dividend) / Number(numeric(divisor, "the second argument of DIVIDE"));
    },
  },
};

function valueOf(table: Table, key: string): Cell {
  return table.cell(key);
}

function scalar(value: CarrierDefinition["attributes"][string] | undefined): QueryValue {
  if (value === undefined) return null;
  return typeof value === "object" ? JSON.stringify(value) : value;
}

function flat(values: readonly QueryValue[]): QueryValue[] {
  return values.flatMap((value) => (isList(value) ? flat(value) : [value]));
}

function isList(value: QueryValue): value is readonly QueryValue[] {
  return Array.isArray(value);
}

function numeric(value: QueryValue, name: string): number | bigint {
  if (typeof value === "number" || typeof value === "bigint") return value;
  throw new LookupError(`expected ${name} to be a number, found ${describe(value)}`);
}

function describe(value: QueryValue): string {
  if (value === null) return "no value";
  return typeof value === "string" ? `"${value}"` : isList(value) ? "a list" : String(value);
}
