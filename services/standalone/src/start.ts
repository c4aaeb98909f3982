/**
 * Composes all services in one process. They talk gRPC over loopback as they do between processes: only what is at either
 * end of an address differs from a distributed deployment.
 */
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { Calculator, computeService, type ModelDescription } from "@etesian/compute";
import { ComputeServiceDefinition } from "@etesian/contracts/compute";
import { ScenariosServiceDefinition } from "@etesian/contracts/scenarios";
import { checkpointIn, openEventBus } from "@etesian/event-bus";
import { openEventStore, openReadDatabase, WatchedStore } from "@etesian/event-store";
import { createGateway } from "@etesian/gateway";
import { scenariosService } from "@etesian/scenarios";
import {
  connect,
  counter,
  createLogger,
  createMetrics,
  type Logger,
  Readiness,
  type ServedService,
  Shutdown,
  startRpcServer,
} from "@etesian/service-kit";
import type { Values } from "./settings.ts";

const LOOPBACK = "127.0.0.1";
/** Longest time a call between the services may take. */
const DEADLINE_MS = 60_000;

export interface Standalone {
  /** Where the API is: "http://127.0.0.1:3000". */
  readonly url: string;
  readonly model: ModelDescription;
  /** URL of the event store. */
  readonly store: string;
  readonly shutdown: Shutdown;
}

/** Starts everything, or nothing: what was started is stopped again when a later part fails. */
export async function startStandalone(values: Values, progress: (step: string) => void): Promise<Standalone> {
  const log = createLogger({ service: "standalone", level: values.logLevel, fd: 2 });
  const shutdown = new Shutdown(log);
  try {
    return await compose(values, progress, log, shutdown);
  } catch (error) {
    await shutdown.stop();
    throw error;
  }
}

async function compose(
  values: Values,
  progress: (step: string) => void,
  log: Logger,
  shutdown: Shutdown,
): Promise<Standalone> {
  const metrics = createMetrics();
  const readiness = new Readiness();
  const data = resolve(values.data);
  mkdirSync(data, { recursive: true });

  const serve = async (name: string, service: ServedService): Promise<string> => {
    const services = [service];
    const server = await startRpcServer({
      host: LOOPBACK,
      port: 0,
      services,
      log: log.child({ service: name }),
      metrics,
    });
    shutdown.add(`${name} server`, () => server.close());
    return server.address;
  };

  const calculator = await Calculator.open({
    modelDirectory: resolve(values.model),
    cacheDirectory: join(data, "cache"),
    usedAreasFile: join(data, "used-areas.json"),
    workers: values.workers,
    queueLength: values.queueLength,
    solutionBytes: values.solutionMemory * 1_000_000,
    log: log.child({ service: "compute" }),
    metrics,
    progress,
  });
  shutdown.add("calculation", () => calculator.close());
  progress("practising");
  const practised = calculator.ready();
  // Waited for below: until then whatever else fails goes first.
  practised.catch(() => {});
  const computeAddress = await serve("compute", computeService(calculator));
  const compute = connect(ComputeServiceDefinition, {
    address: computeAddress,
    deadlineMs: DEADLINE_MS,
  });
  shutdown.add("compute client", () => compute.close());

  const storeUrl = values.store ?? `sqlite:${join(data, "events.db")}`;
  const store = new WatchedStore(await openEventStore(storeUrl), {
    log: log.child({ service: "event store" }),
    failures: counter(metrics, {
      name: "event_store_failures_total",
      help: "Reads and writes of events that failed, by operation",
      labelNames: ["operation"],
    }),
  });
  shutdown.add("event store", () => store.close());
  const readModels = await openReadDatabase(storeUrl);
  shutdown.add("read models", () => readModels.close());
  const bus = await openEventBus(values.bus, log.child({ service: "event bus" }));
  shutdown.add("event bus", () => bus.close());
  bus.relay(store, checkpointIn(readModels, "relay"));
  readiness.add("event store", () => store.ready());
  readiness.add("compute", () => compute.ready(1_000));
  const scenariosAddress = await serve("scenarios", await scenariosService({ store, readModels, compute }));
  const scenarios = connect(ScenariosServiceDefinition, {
    address: scenariosAddress,
    deadlineMs: DEADLINE_MS,
  });
  shutdown.add("scenarios client", () => scenarios.close());
  readiness.add("scenarios", () => scenarios.ready(1_000));

  const gateway = await createGateway({
    backends: { scenarios, compute },
    readiness,
    metrics,
    log: log.child({ service: "gateway" }),
    bodyLimit: values.bodyLimit * 1024,
    rateLimit: values.rateLimit,
    trustProxy: values.trustProxy,
  });
  shutdown.add("gateway", () => gateway.close());
  await practised;
  const url = await gateway.listen({ host: values.host, port: values.port });
  shutdown.add("readiness", () => readiness.stop());

  calculator.warmUp().catch((error: unknown) => log.warn({ err: error }, "the threads could not be warmed up"));
  return { url, model: calculator.model, store: storeUrl, shutdown };
}
