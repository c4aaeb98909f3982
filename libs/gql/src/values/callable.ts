import { type Accessor, type Callable, GqlError, type Method, type Value } from "../world.ts";
import type { Code, Frame, Scope } from "../machine.ts";

/** The compiled body of a lambda or block; `onObject` is compiled when first needed. */
export interface Body {
  /** Slots of the parameters. */
  readonly parameters: readonly number[];
  readonly asQuery: Code;
  readonly onObject: () => Code;
}

/** A lambda with the variables it sees. */
export class Lambda implements Callable {
  readonly kind = "lambda";
  readonly body: Body;
  readonly #frame: Frame;
  /** Set when the lambda was made while evaluating on an object: that object. */
  readonly #self: Value | undefined;

  constructor(body: Body, frame: Frame, self: Value | undefined) {
    this.body = body;
    this.#frame = frame;
    this.#self = self;
  }

  get arity(): number {
    return this.body.parameters.length;
  }

  /** Calls it where it was written. Raises GqlError unless the number of arguments is right. */
  call(args: readonly Value[]): Value {
    if (args.length !== this.arity) throw wrongArguments(args.length, this.arity);
    return this.yield(args);
  }

  /** Calls it as a block: missing arguments are nil, surplus ones are dropped. */
  yield(args: readonly Value[]): Value {
    const { parameters, asQuery, onObject } = this.body;
    for (let i = 0; i < parameters.length; i++) this.#frame.locals[parameters[i]!] = args[i] ?? null;
    return this.#self === undefined ? asQuery(this.#frame, null) : onObject()(this.#frame, this.#self);
  }

  /** Evaluates the body with an object as `self`. */
  on(object: Value): Value {
    if (this.arity !== 0) throw wrongArguments(0, this.arity);
    return this.body.onObject()(this.#frame, object);
  }

  /** Evaluates the body against another graph year; the variables stay visible. */
  in(scope: Scope): Value {
    if (this.arity !== 0) throw wrongArguments(0, this.arity);
    return this.body.asQuery({ scope, locals: this.#frame.locals }, null);
  }
}

/** The name of a method, with what it means on objects, known when a query is compiled. */
export interface Selector {
  readonly name: string;
  readonly attribute: Accessor;
  readonly method: Method;
}

/** `name(arguments)`, waiting for an object to be sent to. */
export class PendingMessage implements Callable {
  readonly kind = "message";
  readonly selector: Selector;
  readonly args: readonly Value[];

  constructor(selector: Selector, args: readonly Value[]) {
    this.selector = selector;
    this.args = args;
  }
}

export function wrongArguments(given: number, expected: number | string): GqlError {
  return new GqlError(`wrong number of arguments (given ${given}, expected ${expected})`);
}
