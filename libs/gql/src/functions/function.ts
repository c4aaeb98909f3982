import type { Scope, Source } from "../machine.ts";
import type { Value } from "../world.ts";

/**
 * A function of the language. `call` gets as many arguments as the language allows (checked by the compiler) and must
 * not change lists it is given.
 */
export interface GqlFunction {
  readonly minimum: number;
  readonly maximum: number;
  readonly call: (scope: Scope, args: readonly Value[]) => Value;
  /** The same with one argument, or two, without a list made for them; null where it has no such way. */
  readonly one: CallWithOne | null;
  readonly two: CallWithTwo | null;
  /**
   * True when the result, for this number of arguments, is a flat list without nil or repetitions, so that callers need
   * not flatten it again.
   */
  readonly distinct: (count: number) => boolean;
  /**
   * True when the result is a list that depends on the arguments and the graph alone. It is found once per evaluation
   * and year, until an UPDATE.
   */
  readonly lasting: boolean;
  /** Its reads besides its arguments and the graph of its year; null: none. */
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
  one: null,
  two: null,
  distinct: never,
  lasting: false,
  reads: null,
});

/** A function of one argument. */
export const unary = (one: CallWithOne): GqlFunction => ({ ...fn((scope, [value]) => one(scope, value!), 1), one });

/** A function of two arguments. */
export const binary = (two: CallWithTwo): GqlFunction => ({ ...fn((scope, [a, b]) => two(scope, a!, b!), 2), two });

export const noArguments = (call: GqlCall): GqlFunction => ({ ...fn(call), maximum: 0 });

/** Marks a function whose result is always distinct. */
export const distinct = (of: GqlFunction): GqlFunction => ({ ...of, distinct: always });

/** Marks a function whose result lasts until an UPDATE. */
export const lasting = (of: GqlFunction): GqlFunction => ({ ...of, lasting: true });

/** Marks a function whose result is distinct when it has one argument. */
export const distinctOfOne = (of: GqlFunction): GqlFunction => ({ ...of, distinct: (count) => count === 1 });

/** Declares what a function reads besides its arguments and the graph of its year. */
export const reads = (source: Source, of: GqlFunction): GqlFunction => ({ ...of, reads: source });
