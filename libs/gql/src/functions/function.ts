import type { Scope, Source } from "../machine.ts";
import type { Value } from "../world.ts";

/**
 * A function of the language. `call` receives a valid number of arguments (checked by the compiler) and must not
 * modify its lists.
 */
export interface GqlFunction {
  readonly minimum: number;
  readonly maximum: number;
  readonly call: (scope: Scope, args: readonly Value[]) => Value;
  /** Variants for one and two arguments, without a list; null if there is none. */
  readonly callWithOne: CallWithOne | null;
  readonly callWithTwo: CallWithTwo | null;
  /**
   * True if, for this number of arguments, the result is a flat list without nil or repetitions, so that callers need
   * not flatten it.
   */
  readonly isDistinct: (count: number) => boolean;
  /**
   * Whether the result is a list that depends only on the arguments and the graph. It is computed once per evaluation
   * and year, and again after an UPDATE.
   */
  readonly isReusable: boolean;
  /** Reads besides its arguments and its year's graph; null for none. */
  readonly reads: Source | null;
}

type CallWithOne = (scope: Scope, value: Value) => Value;
type CallWithTwo = (scope: Scope, a: Value, b: Value) => Value;

export type FunctionTable = Readonly<Record<string, GqlFunction>>;

type GqlCall = GqlFunction["call"];

const never = (): boolean => false;
const always = (): boolean => true;

/** A function of any number of arguments, or of `minimum` to `maximum`. */
export const fn = (call: GqlCall, minimum = 0, maximum = minimum === 0 ? Infinity : minimum): GqlFunction => ({
  minimum,
  maximum,
  call,
  callWithOne: null,
  callWithTwo: null,
  isDistinct: never,
  isReusable: false,
  reads: null,
});

/** A function of one argument. */
export const unary = (callWithOne: CallWithOne): GqlFunction => ({
  ...fn((scope, [value]) => callWithOne(scope, value!), 1),
  callWithOne,
});

/** A function of two arguments. */
export const binary = (callWithTwo: CallWithTwo): GqlFunction => ({
  ...fn((scope, [a, b]) => callWithTwo(scope, a!, b!), 2),
  callWithTwo,
});

export const noArguments = (call: GqlCall): GqlFunction => ({ ...fn(call), maximum: 0 });

/** Marks a function whose result is always distinct. */
export const distinct = (gqlFunction: GqlFunction): GqlFunction => ({ ...gqlFunction, isDistinct: always });

/** Marks a function whose result can be reused until an UPDATE. */
export const reusable = (gqlFunction: GqlFunction): GqlFunction => ({ ...gqlFunction, isReusable: true });

/** Marks a function whose result is distinct when it has one argument. */
export const distinctForOneArgument = (gqlFunction: GqlFunction): GqlFunction => ({
  ...gqlFunction,
  isDistinct: (count) => count === 1,
});

/** Declares the reads of a function besides its arguments and its year's graph. */
export const reads = (source: Source, gqlFunction: GqlFunction): GqlFunction => ({ ...gqlFunction, reads: source });
