/** Definition of the sweeps service: settings, dependencies and start. */
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { systemClock } from "@etesian/clock";
import { CurvesServiceDefinition } from "@etesian/contracts/curves";
import { ScenariosServiceDefinition } from "@etesian/contracts/scenarios";
import { openWorkQueue } from "@etesian/event-bus";
import { BUS } from "@etesian/event-bus/service";
import { Aggregates, Projector } from "@etesian/event-store";
import { openStores, READ_MODELS, STORE } from "@etesian/event-store/service";
import { DATA_DIRECTORY, defineService, MODEL_DIRECTORY } from "@etesian/service-kit";
import { openPool, PartWorker, QUEUE, SWEEP_THREADS, SweepQueue } from "@etesian/sweep/queue";
import { dispatcherOf } from "./dispatcher.ts";
import { expireRegularly } from "./expiry.ts";
import { sweepsService } from "./handlers.ts";
import { Runner } from "./runner.ts";
import { sweepDecider as decider } from "./sweep.ts";
import { streamOf } from "./sweep-id.ts";
import { codec, openSweeps, sweepList } from "./sweep-list.ts";

export const sweeps = defineService({
  name: "sweeps",
  settings: {
    data: DATA_DIRECTORY,
    store: STORE,
    readModels: READ_MODELS,
    bus: BUS,
    model: MODEL_DIRECTORY,
    sweepThreads: SWEEP_THREADS,
  },
  needs: { scenarios: ScenariosServiceDefinition, curves: CurvesServiceDefinition },

  async open(context) {
    const { values, clients, log, metrics, onStop } = context;
    const names = { store: "sweeps store", readModels: "sweeps read models" };
    const { store, readModels } = await openStores(names, values, context);
    const data = resolve(values.data);
    const directory = join(data, "sweeps");
    mkdirSync(directory, { recursive: true });
    const aggregates = new Aggregates({ store, codec, decider, streamOf });
    const list = await Projector.open(store, readModels, sweepList);
    const pool = openPool(values, metrics);
    const queue = await openWorkQueue(values.bus, QUEUE);
    const clock = systemClock;
    const { scenarios, curves } = clients;
    const sharedQueue = queue === null ? null : new SweepQueue({ queue, pool, clock, log });
    const calculator = sharedQueue ?? pool;
    const runner = new Runner({ pool, calculator, sweeps: aggregates, scenarios, curves, directory, clock, log });
    if (queue !== null) onStop("queue of sweeps", () => queue.close());
    onStop("sweeps", () => runner.close());
    const dispatcher = sharedQueue === null ? null : dispatcherOf(aggregates, sharedQueue);
    if (queue !== null && dispatcher !== null) {
      const worker = new PartWorker({ queue, dispatcher, pool, clock, log });
      onStop("parts of sweeps", () => worker.close());
    }
    const stopping = new AbortController();
    const parts = { sweeps: aggregates, readModels, list, runner };
    return {
      rpc: sweepsService({ ...parts, scenarios, curves, pool, dispatcher }),
      onStarted: () => {
        const expiring = expireRegularly({ ...parts, clock }, stopping.signal, (err) =>
          log.warn({ err }, "old results could not be deleted; retrying in an hour"),
        );
        const resuming = list
          .catchUp()
          .then(() => openSweeps(readModels))
          .then((ids) => {
            for (const id of ids) runner.add(id);
            return runner.deleteOrphans();
          })
          .catch((err: unknown) => log.error({ err }, "open sweeps could not be resumed"));
        onStop("expiry", async () => {
          stopping.abort();
          await Promise.all([expiring, resuming]);
        });
      },
    };
  },
});
