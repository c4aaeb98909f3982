/**
 * The definition of a service: its settings, the services it calls, the function that opens it. The same definition
 * runs alone in a process or beside others; see `run`.
 */
import type { Setting, Settings, ValuesOf } from "./config.ts";
import type { Logger } from "./operations/logs.ts";
import type { Metrics } from "./operations/metrics.ts";
import type { Readiness } from "./operations/readiness.ts";
import type { RpcClient } from "./rpc/client.ts";
import type { ServedService } from "./rpc/observed-calls.ts";
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
  /** Reports the current step of the start. */
  progress(this: void, step: string): void;
  /** Registers how to stop what has just been opened; the last is stopped first. */
  onStop(this: void, name: string, stop: () => Promise<void> | void): void;
}

/** A line of the start message for operators. */
export type Note = readonly [label: string, sentence: string];

export interface OpenedService {
  /** Its methods for other services. */
  readonly rpc?: ServedService;
  /** Work that continues while the next services open. The process is ready when the work of all services is done. */
  readonly ready?: Promise<void>;
  /** Called once all services of the process are ready, before clients from outside are let in. */
  prepare?(this: void): Promise<void>;
  /** Lets clients from outside in, once all services of the process are ready; answers where: "http://127.0.0.1:3000". */
  listen?(this: void): Promise<string>;
  /** Lines of the start message, given the URL of `listen`; called when all services of the process are ready. */
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
  /** Whether its process opens it first, before the services it needs, since it takes longest to be ready. */
  readonly opensFirst?: boolean;
  /** A line for an error of its start that the operator can do something about; null for all others. */
  explain?(this: void, error: unknown, values: ValuesOf<S>): string | null;
  open(this: void, context: ServiceContext<S, N>): Promise<OpenedService>;
}

/** A definition with the types of its parts inferred from one another. */
export const defineService = <const S extends { readonly [name: string]: Setting<unknown> }, const N extends Needs>(
  definition: ServiceDefinition<S, N>,
): ServiceDefinition<S, N> => definition;
