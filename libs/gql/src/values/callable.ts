import { type Accessor, type Callable, GqlError, type Method, type Value } from "../world.ts";
import type { Code, Frame, Scope } from "../machine.ts";

/** The compiled body of a lambda or block; `objectCode` is compiled on first use. */
export interface Body {
  /** Slots of the parameters. */
  readonly parameters: readonly number[];
  readonly queryCode: Code;
  readonly objectCode: () => Code;
}

/** A lambda with the variables in its scope. */
export class Lambda implements Callable {
  readonly kind = "lambda";
  readonly body: Body;
  readonly #frame: Frame;
  /** The object on which the lambda was created; undefined in a query. */
  readonly #self: Value | undefined;

  constructor(body: Body, frame: Frame, self: Value | undefined) {
    this.body = body;
    this.#frame = frame;
    this.#self = self;
  }

  get arity(): number {
    return this.body.parameters.length;
  }

  /** Calls it in its original scope. Throws GqlError for a wrong number of arguments. */
  call(args: readonly Value[]): Value {
    if (args.length !== this.arity) throw wrongArguments(args.length, this.arity);
    return this.yield(args);
  }

  /** Calls it as a block: missing arguments are nil, additional ones are dropped. */
  yield(args: readonly Value[]): Value {
    const { parameters, queryCode, objectCode } = this.body;
    for (let i = 0; i < parameters.length; i++) this.#frame.locals[parameters[i]!] = args[i] ?? null;
    return this.#self === undefined ? queryCode(this.#frame, null) : objectCode()(this.#frame, this.#self);
  }

  /** Evaluates the body with an object as `self`. */
  callOn(object: Value): Value {
    if (this.arity !== 0) throw wrongArguments(0, this.arity);
    return this.body.objectCode()(this.#frame, object);
  }

  /** Evaluates the body against another graph year; the variables stay visible. */
  callIn(scope: Scope): Value {
    if (this.arity !== 0) throw wrongArguments(0, this.arity);
    return this.body.queryCode({ scope, locals: this.#frame.locals }, null);
  }
}

/** The name of a method and its meaning on objects, known at compile time. */
export interface Selector {
  readonly name: string;
  readonly attribute: Accessor;
  readonly method: Method;
}

/** `name(arguments)`, a message without a receiver. */
export class PendingMessage implements Callable {
  readonly kind = "message";
  readonly selector: Selector;
  readonly args: readonly Value[];

  constructor(selector: Selector, args: readonly Value[]) {
    this.selector = selector;
    this.args = args;
  }
}

export function wrongArguments(actual: number, expected: number | string): GqlError {
  return new GqlError(`wrong number of arguments (given ${actual}, expected ${expected})`);
}
