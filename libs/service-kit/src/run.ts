/**
 * Runs services: several in one process, which call each other directly, or a single one, which calls the others at
 * their addresses. Only the transport differs.
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
import { isForOperators, StartRefusedError } from "./operator-errors.ts";
import type { ServedService } from "./rpc/observed-calls.ts";
import { readCertificates } from "./rpc/certificates.ts";
import type { RpcClient } from "./rpc/client.ts";
import { connectLocally } from "./rpc/local.ts";
import type { RpcService } from "./rpc/service.ts";
import { Shutdown } from "./shutdown.ts";
import { startTraces } from "./operations/traces.ts";

const LOOPBACK = "127.0.0.1";
/** Maximum duration of a call between services (ms). */
const DEADLINE_MS = 60_000;
/** Maximum duration of a readiness probe of a needed service (ms). */
const PROBE_MS = 1_000;

const commonSettings = {
  logLevel: addDetails(
    setting.choice("how much is logged", ["trace", "debug", "info", "warn", "error", "fatal", "silent"], "warn"),
    "`info` logs every request. Logs are JSON lines on standard error",
  ),
} as const;

const singleServiceSettings = {
  token: addDetails(
    { ...setting.text("secret that services share, the same in all processes", "TEXT"), isSecret: true },
    "Calls without it are refused. Set it by variable, because the process list shows flags",
  ),
  rpcTls: addDetails(
    setting.text("directory of certificates with which services encrypt and authenticate calls", "DIR", null),
    "PEM files `ca.crt`, `tls.crt` and `tls.key`, read at startup. Certificates of all services are from one authority " +
      "and have the DNS name `etesian`. Set it for all services or for none",
    "none",
  ),
  operationsHost: addDetails(
    setting.text("address to listen on for health, readiness and metrics", "ADDRESS", LOOPBACK),
    "`/healthz`, `/readyz` and `/metrics`; the gateway serves them on its own port",
  ),
  operationsPort: setting.port("port to listen on for health, readiness and metrics; 0 for any free port", 0),
} as const;
const rpcSettings = {
  rpcHost: addDetails(
    setting.text("address to listen on for other services", "ADDRESS", LOOPBACK),
    "Without `--rpc-tls`, calls are not encrypted: use a private network",
  ),
  rpcPort: setting.port("port to listen on for other services; 0 for any free port", 0),
} as const;
type CommonValues = ValuesOf<typeof commonSettings>;
type SingleServiceValues = ValuesOf<typeof singleServiceSettings & typeof rpcSettings>;

const addressSetting = (name: string): string => `${name}Address`;

/** The settings of a process that runs these services. */
export function settingsOf(services: readonly ServiceDefinition[]): Settings {
  const all: { [name: string]: Settings[string] } = {};
  const add = (settings: Settings): void => {
    for (const [name, one] of Object.entries(settings)) {
      if (all[name] !== undefined && all[name] !== one) throw new Error(`two services define ${name} differently`);
      all[name] = one;
    }
  };
  for (const { settings } of services) add(settings);
  for (const { needs } of services) {
    for (const name of Object.keys(needs)) {
      if (services.some((service) => service.name === name)) continue;
      all[addressSetting(name)] = addDetails(
        setting.address(`address of the ${name} service`),
        "`dns:///NAME:PORT` balances calls over all addresses of a name",
      );
    }
  }
  add(commonSettings);
  const [onlyService] = services;
  if (services.length > 1) return all;
  if (onlyService?.servesOperators === true)
    add({ token: singleServiceSettings.token, rpcTls: singleServiceSettings.rpcTls });
  else add(onlyService?.isWorker === true ? singleServiceSettings : { ...singleServiceSettings, ...rpcSettings });
  return all;
}

export interface RunningServices {
  /** The URL for external clients if a service listens for them; otherwise the address for other services. */
  readonly url: string;
  readonly notes: readonly Note[];
  readonly shutdown: Shutdown;
}

/** Starts all services in sequence, or none: if one fails, the others are stopped. */
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
  const servedByName = new Map<string, ServedService>();
  const clients = new Map<string, RpcClient<RpcService>>();
  const isSingleService = services.length === 1;
  const {
    rpcHost = LOOPBACK,
    rpcPort = 0,
    operationsHost,
    operationsPort,
    ...rest
  } = values as Partial<SingleServiceValues>;
  const token = rest.token ?? "";
  const { rpcTls = null } = rest;
  const certificates = rpcTls === null ? null : readCertificates(rpcTls);
  let url = "";

  const clientOf = async (name: string, definition: RpcService): Promise<RpcClient<RpcService>> => {
    const rpcClient = clients.get(name);
    if (rpcClient !== undefined) return rpcClient;
    const client = services.some((service) => service.name === name)
      ? connectLocally(definition, () => servedByName.get(name), {
          deadlineMs: DEADLINE_MS,
          log: log.child({ service: name }),
          metrics,
        })
      : (await import("./rpc/client.ts")).connect(definition, {
          address: String(values[addressSetting(name)]),
          deadlineMs: DEADLINE_MS,
          token,
          certificates,
        });
    clients.set(name, client);
    shutdown.add(`client of ${name}`, () => client.close());
    readiness.add(name, () => client.ready(PROBE_MS));
    return client;
  };

  const openedServices: OpenedService[] = [];
  const isFirst = ({ opensFirst = false }: ServiceDefinition): boolean => opensFirst;
  for (const service of [...services.filter(isFirst), ...services.filter((other) => !isFirst(other))]) {
    const { name, needs } = service;
    const serviceLog = log.child({ service: name });
    const dependencies: { [name: string]: RpcClient<RpcService> } = {};
    for (const [dependencyName, type] of Object.entries(needs))
      dependencies[dependencyName] = await clientOf(dependencyName, type);
    const openedService = await service.open({
      values,
      clients: dependencies,
      log: serviceLog,
      metrics,
      readiness,
      progress,
      onStop: (part, stop) => shutdown.add(part, stop),
    });
    openedServices.push(openedService);
    // Awaited below; until then, other errors take precedence.
    openedService.ready?.catch(() => {});
    if (openedService.rpc === undefined) continue;
    servedByName.set(name, openedService.rpc);
  }

  for (const { ready } of openedServices) await ready;
  for (const { prepare } of openedServices) await prepare?.();
  const stopLimiting = limitConnections(metrics);
  shutdown.add("connections", async () => stopLimiting());
  const [onlyService] = openedServices;
  if (isSingleService && onlyService?.rpc !== undefined) {
    // The server does not listen before it is ready, so that callers use another process until then.
    const listen = { host: rpcHost, port: rpcPort };
    const { name } = services[0]!;
    const { startRpcServer } = await import("./rpc/server.ts");
    const server = await startRpcServer({
      ...listen,
      services: [onlyService.rpc],
      token,
      certificates,
      log: log.child({ service: name }),
      metrics,
    });
    shutdown.add(`server of ${name}`, () => server.close());
    url = server.address;
  }
  for (const { listen } of openedServices) if (listen !== undefined) url = await listen();
  const notes: Note[] = [];
  for (const { notes: notesOf } of openedServices) notes.push(...((await notesOf?.(url)) ?? []));
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
  for (const { onStarted } of openedServices) onStarted?.();
  return { url, notes, shutdown };
}

/** Time (ms) after which startup reports its steps. */
const SLOW_START_MS = 1_000;

/** Runs a program: reads settings, starts services, prints the startup message, and stops on a signal. */
export async function run(program: string, services: readonly ServiceDefinition[]): Promise<void> {
  const values = configure(serverCommandOf(program), settingsOf(services));
  const startedAt = performance.now();
  const seconds = (): string => ((performance.now() - startedAt) / 1000).toFixed(1);
  let lastStep: string | null = null;
  try {
    const { url, notes, shutdown } = await startServices(program, services, values, (step) => {
      if (step === lastStep || (lastStep === null && performance.now() - startedAt < SLOW_START_MS)) return;
      lastStep = step;
      console.log(`  ${seconds().padStart(5)} s  ${step} …`);
    });
    if (!services.every(({ isWorker }) => isWorker)) {
      collectEarly();
      void releaseUnusedMemory();
    }
    shutdown.add("farewell", () => console.log("Etesian is stopping"));
    shutdown.onSignals();
    console.log(url === "" ? `Etesian runs ${program}` : `Etesian is listening on ${url}`);
    for (const [label, sentence] of [...notes, ["ready", `after ${seconds()} s`] as const]) {
      console.log(`  ${label.padEnd(7)} ${sentence}`);
    }
  } catch (error) {
    console.error(explain(error, services, values));
    process.exitCode = 1;
  }
}

/** The reason for a failed start, in one line if the cause is known. */
function explain(error: unknown, services: readonly ServiceDefinition[], values: ValuesOf<Settings>): string {
  for (const service of services) {
    const line = service.explain?.(error, values) ?? null;
    if (line !== null) return line;
  }
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? error.code : undefined;
  if (error instanceof StartRefusedError) return error.message;
  if (isForOperators(error)) return `Etesian could not start: ${error.message}`;
  if (code === "EACCES") return `No permission: ${error.message}`;
  if (code === "EEXIST" && "path" in error) {
    return `Etesian could not start: ${String(error.path)} is a file; expected a directory`;
  }
  // The system refused a file, address or connection, so a stack trace would not help.
  if (isSystemError(error)) return `Etesian could not start: ${error.message}`;
  return `Etesian could not start: ${error.stack ?? error.message}`;
}

const isSystemError = (error: Error): boolean =>
  "syscall" in error || (error.cause instanceof Error && isSystemError(error.cause));
