/**
 * The shape of a service: what can be set, which services it calls, how it is opened. The same definition runs alone in a
 * process or beside others; see `run`.
 */
import type { Setting, Settings, ValuesOf } from "./config.ts";
import type { Logger } from "./operations/logs.ts";
import type { Metrics } from "./operations/metrics.ts";
import type { Readiness } from "./operations/readiness.ts";
import type { RpcClient } from "./rpc/client.ts";
import type { ServedService } from "./rpc/attend.ts";
import type { RpcService } from "./rpc/service.ts";

/** Services that a service calls, by the name that its own code and its settings (`--NAME-address`) know them by. */
export interface Needs {
  readonly [name: string]: RpcService;
}

type ClientsOf<N extends Needs> = { readonly [K in keyof N]: RpcClient<N[K]> };

export interface ServiceContext<S extends Settings, N extends Needs> {
  readonly values: ValuesOf<S>;
  /** Clients of what it needs, wherever that runs. Their readiness is looked at already. */
  readonly clients: ClientsOf<N>;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** For what else has to work. */
  readonly readiness: Readiness;
  /** Says what is being done, to whoever watches the start. */
  progress(this: void, step: string): void;
  /** Registers how to stop what has just been opened; the last is stopped first. */
  onStop(this: void, name: string, stop: () => Promise<void> | void): void;
}

/** What operators are told. */
export type Note = readonly [label: string, sentence: string];

export interface OpenedService {
  /** What other services may ask of it. */
  readonly rpc?: ServedService;
  /** What is still done while the next services open; those of the process are ready when all of it is. */
  readonly ready?: Promise<void>;
  /** Lets clients from outside in, once all services of the process are ready; answers where: "http://127.0.0.1:3000". */
  listen?(this: void): Promise<string>;
  /** What operators are told of it at the start, given the URL of `listen`; asked when all services of the process are ready. */
  notes?(this: void, url: string): readonly Note[] | Promise<readonly Note[]>;
  /** Called when all services of the process serve. */
  started?(this: void): void;
}

export interface ServiceDefinition<S extends Settings = Settings, N extends Needs = Needs> {
  /** "scenarios": in logs, and as the name others need it by. */
  readonly name: string;
  readonly settings: S;
  readonly needs: N;
  /** Answers health, readiness and metrics on a port of its own accord; for the others `run` does. */
  readonly servesOperators?: boolean;
  /** Of a process it is opened first, before those it needs: what it does until it is ready takes longest. */
  readonly opensFirst?: boolean;
  /** A line for an error of its start that the operator can do something about; null for all others. */
  explain?(this: void, error: unknown, values: ValuesOf<S>): string | null;
  open(this: void, context: ServiceContext<S, N>): Promise<OpenedService>;
}

/** A definition with the types of its parts inferred from one another. */
export const defineService = <const S extends { readonly [name: string]: Setting<unknown> }, const N extends Needs>(
  definition: ServiceDefinition<S, N>,
): ServiceDefinition<S, N> => definition;
