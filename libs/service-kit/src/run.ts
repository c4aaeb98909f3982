/**
 * Runs services: several in one process, which call each other directly, or one alone, which serves the others and finds
 * them by address. Their code is the same; only what carries a message differs.
 */
import { serverCommandOf } from "./commands.ts";
import { addDetails, configure, setting, type Settings, type ValuesOf } from "./config.ts";
import type { Note, OpenedService, ServiceDefinition } from "./define-service.ts";
import { limitConnections } from "./connections.ts";
import { collectEarly, releaseUnusedMemory } from "./heap.ts";
import { createLogger, type Logger } from "./operations/logs.ts";
import { createMetrics, exposeReadiness } from "./operations/metrics.ts";
import { startOperations } from "./operations/operations.ts";
import { Readiness } from "./operations/readiness.ts";
import type { ServedService } from "./rpc/observed-calls.ts";
import type { RpcClient } from "./rpc/client.ts";
import { connectLocally } from "./rpc/local.ts";
import type { RpcService } from "./rpc/service.ts";
import { Shutdown } from "./shutdown.ts";
import { startTraces } from "./operations/traces.ts";

const LOOPBACK = "127.0.0.1";
/** Longest time a call between the services may take. */
const DEADLINE_MS = 60_000;
/** How long a service that is needed may take to answer a probe. */
const PROBE_MS = 1_000;

const common = {
  logLevel: addDetails(
    setting.choice("how much is logged", ["trace", "debug", "info", "warn", "error", "fatal", "silent"], "warn"),
    "`info` logs every request. Logs are JSON lines on standard error",
  ),
} as const;

const alone = {
  token: addDetails(
    { ...setting.text("secret that services show each other, the same in all processes", "TEXT"), isSecret: true },
    "It travels with every call; calls without it are refused. Set the variable: the list of processes shows flags",
  ),
  rpcHost: addDetails(
    setting.text("address to serve the other services on", "ADDRESS", LOOPBACK),
    "Calls are not encrypted: keep them inside a network of your own",
  ),
  rpcPort: setting.port("port to serve the other services on; 0 for any that is free", 0),
  operationsHost: addDetails(
    setting.text("address of health, readiness and metrics", "ADDRESS", LOOPBACK),
    "`/healthz`, `/readyz` and `/metrics`; the gateway has them on its own port",
  ),
  operationsPort: setting.port("port of health, readiness and metrics; 0 for any that is free", 0),
} as const;
type CommonValues = ValuesOf<typeof common>;
type AloneValues = ValuesOf<typeof alone>;

const addressSetting = (name: string): string => `${name}Address`;

/** The settings of a process that runs these services. */
export function settingsOf(services: readonly ServiceDefinition[]): Settings {
  const all: { [name: string]: Settings[string] } = {};
  const add = (settings: Settings): void => {
    for (const [name, one] of Object.entries(settings)) {
      if (all[name] !== undefined && all[name] !== one)
        throw new Error(`two services mean different things by ${name}`);
      all[name] = one;
    }
  };
  for (const { settings } of services) add(settings);
  for (const { needs } of services) {
    for (const name of Object.keys(needs)) {
      if (services.some((service) => service.name === name)) continue;
      all[addressSetting(name)] = addDetails(
        setting.address(`where the ${name} service is`),
        "`dns:///NAME:PORT` spreads calls over all addresses of a name",
      );
    }
  }
  add(common);
  const [only] = services;
  if (services.length > 1) return all;
  if (only?.servesOperators === true) add({ token: alone.token });
  else add(alone);
  return all;
}

export interface RunningServices {
  /** Address for clients from outside, of a service that listens itself; else the address for other services. */
  readonly url: string;
  readonly notes: readonly Note[];
  readonly shutdown: Shutdown;
}

/** Starts all services, one after the other, or none: when one fails, those started before it are stopped. */
export async function startServices(
  program: string,
  services: readonly ServiceDefinition[],
  values: { readonly [name: string]: unknown },
  progress: (step: string) => void = () => {},
): Promise<RunningServices> {
  const { logLevel } = values as CommonValues;
  const log = createLogger({ program: program, level: logLevel, fd: 2 });
  const shutdown = new Shutdown(log);
  const stopTraces = await startTraces(program);
  if (stopTraces !== null) shutdown.add("traces", stopTraces);
  try {
    return await openAll(services, values, progress, log, shutdown);
  } catch (error) {
    await shutdown.stop();
    throw error;
  }
}

async function openAll(
  services: readonly ServiceDefinition[],
  values: { readonly [name: string]: unknown },
  progress: (step: string) => void,
  log: Logger,
  shutdown: Shutdown,
): Promise<RunningServices> {
  const metrics = createMetrics();
  const readiness = new Readiness();
  exposeReadiness(metrics, readiness);
  const served = new Map<string, ServedService>();
  const clients = new Map<string, RpcClient<RpcService>>();
  const isAlone = services.length === 1;
  const { rpcHost = LOOPBACK, rpcPort = 0, operationsHost, operationsPort, ...rest } = values as Partial<AloneValues>;
  const token = rest.token ?? "";
  let url = "";

  const clientOf = async (name: string, definition: RpcService): Promise<RpcClient<RpcService>> => {
    const known = clients.get(name);
    if (known !== undefined) return known;
    const client = services.some((service) => service.name === name)
      ? connectLocally(definition, () => served.get(name), {
          deadlineMs: DEADLINE_MS,
          log: log.child({ service: name }),
          metrics,
        })
      : (await import("./rpc/client.ts")).connect(definition, {
          address: String(values[addressSetting(name)]),
          deadlineMs: DEADLINE_MS,
          token,
        });
    clients.set(name, client);
    shutdown.add(`client of ${name}`, () => client.close());
    readiness.add(name, () => client.ready(PROBE_MS));
    return client;
  };

  const opened: OpenedService[] = [];
  const isFirst = ({ opensFirst = false }: ServiceDefinition): boolean => opensFirst;
  for (const service of [...services.filter(isFirst), ...services.filter((other) => !isFirst(other))]) {
    const { name, needs } = service;
    const serviceLog = log.child({ service: name });
    const neighbours: { [name: string]: RpcClient<RpcService> } = {};
    for (const [need, type] of Object.entries(needs)) neighbours[need] = await clientOf(need, type);
    const open = await service.open({
      values,
      clients: neighbours,
      log: serviceLog,
      metrics,
      readiness,
      progress,
      onStop: (part, stop) => shutdown.add(part, stop),
    });
    opened.push(open);
    // Waited for below: until then whatever else fails goes first.
    open.ready?.catch(() => {});
    if (open.rpc === undefined) continue;
    served.set(name, open.rpc);
  }

  for (const { ready } of opened) await ready;
  for (const { prepare } of opened) await prepare?.();
  const stopLimiting = limitConnections(metrics);
  shutdown.add("connections", async () => stopLimiting());
  const [only] = opened;
  if (isAlone && only?.rpc !== undefined) {
    // Not before it is ready: callers find a ready neighbour.
    const listen = { host: rpcHost, port: rpcPort };
    const { name } = services[0]!;
    const { startRpcServer } = await import("./rpc/server.ts");
    const server = await startRpcServer({
      ...listen,
      services: [only.rpc],
      token,
      log: log.child({ service: name }),
      metrics,
    });
    shutdown.add(`server of ${name}`, () => server.close());
    url = server.address;
  }
  for (const { listen } of opened) if (listen !== undefined) url = await listen();
  const notes: Note[] = [];
  for (const { notes: notesOf } of opened) notes.push(...((await notesOf?.(url)) ?? []));
  if (!services.some(({ servesOperators }) => servesOperators)) {
    const operations = await startOperations({
      host: operationsHost ?? LOOPBACK,
      port: operationsPort ?? 0,
      readiness,
      metrics,
    });
    shutdown.add("operations", () => operations.close());
    notes.push(["health", `http://${operationsHost ?? LOOPBACK}:${operations.port}/readyz`]);
  }
  shutdown.add("readiness", () => readiness.stop());
  for (const { started } of opened) started?.();
  return { url, notes, shutdown };
}

/** Starts that take longer say what they do. */
const PATIENCE_MS = 1_000;

/** The whole of a program: settings from flags and variables, start, a few lines about it, stop on a signal. */
export async function run(program: string, services: readonly ServiceDefinition[]): Promise<void> {
  const values = configure(serverCommandOf(program), settingsOf(services));
  const begin = performance.now();
  const seconds = (): string => ((performance.now() - begin) / 1000).toFixed(1);
  let shown: string | null = null;
  try {
    const { url, notes, shutdown } = await startServices(program, services, values, (step) => {
      if (step === shown || (shown === null && performance.now() - begin < PATIENCE_MS)) return;
      shown = step;
      console.log(`  ${seconds().padStart(5)} s  ${step} …`);
    });
    collectEarly();
    void releaseUnusedMemory();
    shutdown.add("farewell", () => console.log("Etesian stops"));
    shutdown.onSignals();
    console.log(`Etesian serves ${url}`);
    for (const [label, sentence] of [...notes, ["ready", `after ${seconds()} s`] as const]) {
      console.log(`  ${label.padEnd(7)} ${sentence}`);
    }
  } catch (error) {
    console.error(explain(error, services, values));
    process.exitCode = 1;
  }
}

/** A reason against starting a program; its message is a sentence for operators, with the remedy. */
export class StartRefusedError extends Error {
  override readonly name: string = "StartRefusedError";
}

/**
 * The reason of a failed start, in one line where the cause is known. An error with a field `isForOperators` has a
 * message for operators. Errors of stores are marked so, which occur after the start, too.
 */
function explain(error: unknown, services: readonly ServiceDefinition[], values: ValuesOf<Settings>): string {
  for (const service of services) {
    const line = service.explain?.(error, values) ?? null;
    if (line !== null) return line;
  }
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? error.code : undefined;
  if (error instanceof StartRefusedError) return error.message;
  if ("isForOperators" in error) return `Etesian could not start: ${error.message}`;
  if (code === "EACCES") return `No permission: ${error.message}`;
  if (code === "EEXIST" && "path" in error) {
    return `Etesian could not start: ${String(error.path)} is a file; expected a directory`;
  }
  // The machine refused a file, an address or a connection: nothing in the program is at fault.
  if (isOfMachine(error)) return `Etesian could not start: ${error.message}`;
  return `Etesian could not start: ${error.stack ?? error.message}`;
}

const isOfMachine = (error: Error): boolean =>
  "syscall" in error || (error.cause instanceof Error && isOfMachine(error.cause));
