/**
 * The definition of a service: its settings, the services it calls, and the function that opens it. The same definition
 * is used for a service in its own process and together with others; see `run`.
 */
import type { Setting, Settings, ValuesOf } from "./config.ts";
import type { Logger } from "./operations/logs.ts";
import type { Metrics } from "./operations/metrics.ts";
import type { Readiness } from "./operations/readiness.ts";
import type { RpcClient } from "./rpc/client.ts";
import type { ServedService } from "./rpc/observed-calls.ts";
import type { RpcService } from "./rpc/service.ts";

/** Services that a service calls, by their name in its code and settings (`--NAME-address`). */
export interface Needs {
  readonly [name: string]: RpcService;
}

type ClientsOf<N extends Needs> = { readonly [K in keyof N]: RpcClient<N[K]> };

export interface ServiceContext<S extends Settings, N extends Needs> {
  readonly values: ValuesOf<S>;
  /** Clients of the needed services, which are already part of the readiness check. */
  readonly clients: ClientsOf<N>;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Adds further parts to the readiness check. */
  readonly readiness: Readiness;
  /** Reports the current step of startup. */
  progress(this: void, step: string): void;
  /** Registers how to stop an opened resource; the last one opened is stopped first. */
  onStop(this: void, name: string, stop: () => Promise<void> | void): void;
}

/** A line of the startup message. */
export type Note = readonly [label: string, sentence: string];

export interface OpenedService {
  /** The methods that it serves to other services. */
  readonly rpc?: ServedService;
  /**
   * Work that continues while the next services open. The process is ready once this work is finished for all
   * services.
   */
  readonly ready?: Promise<void>;
  /** Called when all services of the process are ready, before external clients can connect. */
  prepare?(this: void): Promise<void>;
  /**
   * Starts to serve external clients when all services of the process are ready; returns the URL:
   * "http://127.0.0.1:3000".
   */
  listen?(this: void): Promise<string>;
  /** Lines of the startup message, given the URL returned by `listen`; called when all services are ready. */
  notes?(this: void, url: string): readonly Note[] | Promise<readonly Note[]>;
  /** Called when all services of the process serve requests. */
  onStarted?(this: void): void;
}

export interface ServiceDefinition<S extends Settings = Settings, N extends Needs = Needs> {
  /** Its name in logs and in the `needs` of other services, such as "scenarios". */
  readonly name: string;
  readonly settings: S;
  readonly needs: N;
  /** Whether it serves health, readiness and metrics on its own port; otherwise `run` does. */
  readonly servesOperators?: boolean;
  /**
   * Whether it only calculates for other services: it has no methods, and its process keeps memory, which takes less
   * CPU time than returning it to the system.
   */
  readonly isWorker?: boolean;
  /** Whether it opens before the services that it needs, because it takes longest to start. */
  readonly opensFirst?: boolean;
  /** Explains a startup error that the operator can fix, in one line; null for other errors. */
  explain?(this: void, error: unknown, values: ValuesOf<S>): string | null;
  open(this: void, context: ServiceContext<S, N>): Promise<OpenedService>;
}

/** Defines a service; TypeScript infers the types of settings and clients. */
export const defineService = <const S extends { readonly [name: string]: Setting<unknown> }, const N extends Needs>(
  definition: ServiceDefinition<S, N>,
): ServiceDefinition<S, N> => definition;
