/** Definition of the sweeps service: settings, dependencies and start. */
import { mkdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { systemClock } from "@etesian/clock";
import { CurvesServiceDefinition } from "@etesian/contracts/curves";
import { ScenariosServiceDefinition } from "@etesian/contracts/scenarios";
import { BUS, relayEvents } from "@etesian/event-bus/service";
import { Aggregates, Projector } from "@etesian/event-store";
import { openStores, READ_MODELS, STORE } from "@etesian/event-store/service";
import { addDetails, DATA_DIRECTORY, defineService, MODEL_DIRECTORY, setting } from "@etesian/service-kit";
import { SweepPool } from "@etesian/sweep/running";
import { expireRegularly } from "./expiry.ts";
import { sweepsService } from "./handlers.ts";
import { Runner } from "./runner.ts";
import { sweepDecider as decider } from "./sweep.ts";
import { streamOf } from "./sweep-id.ts";
import { codec, openSweeps, sweepList } from "./sweep-list.ts";

/** Name of the model that compute fetches into the data directory. */
const FETCHED = "etsource";

export const sweeps = defineService({
  name: "sweeps",
  settings: {
    data: DATA_DIRECTORY,
    store: STORE,
    readModels: READ_MODELS,
    bus: BUS,
    model: MODEL_DIRECTORY,
    sweepThreads: addDetails(
      setting.integer("threads that calculate sweeps", { min: 1, max: 256 }, Math.max(1, availableParallelism() - 1)),
      "They start with the first sweep, run behind all other threads, and end after a minute without work. Each takes about 500 MB with a large model",
      "processors − 1",
    ),
  },
  needs: { scenarios: ScenariosServiceDefinition, curves: CurvesServiceDefinition },

  async open(context) {
    const { values, clients, log, onStop } = context;
    const names = { store: "sweeps store", readModels: "sweeps read models" };
    const { store, readModels } = await openStores(["sweeps"], names, values, context);
    await relayEvents("sweeps", { store, database: readModels }, context);
    const data = resolve(values.data);
    const directory = join(data, "sweeps");
    mkdirSync(directory, { recursive: true });
    const aggregates = new Aggregates({ store, codec, decider, streamOf });
    const list = await Projector.open(store, readModels, sweepList);
    const pool = new SweepPool(values.sweepThreads, {
      modelDirectory: values.model === FETCHED ? join(data, "models", FETCHED) : values.model,
      cacheDirectory: join(data, "cache"),
      isBehind: true,
    });
    const clock = systemClock;
    const { scenarios, curves } = clients;
    const runner = new Runner({ pool, sweeps: aggregates, scenarios, curves, directory, clock, log });
    onStop("sweeps", () => runner.close());
    const stopping = new AbortController();
    const parts = { sweeps: aggregates, readModels, list, runner };
    return {
      rpc: sweepsService({ ...parts, scenarios, curves, pool }),
      started: () => {
        const expiring = expireRegularly({ ...parts, clock }, stopping.signal, (err) =>
          log.warn({ err }, "old results could not be deleted; retrying in an hour"),
        );
        const resuming = list
          .catchUp()
          .then(() => openSweeps(readModels))
          .then((ids) => {
            for (const id of ids) runner.add(id);
            return runner.tidy();
          })
          .catch((err: unknown) => log.error({ err }, "open sweeps could not be continued"));
        onStop("expiry", async () => {
          stopping.abort();
          await Promise.all([expiring, resuming]);
        });
      },
    };
  },
});
