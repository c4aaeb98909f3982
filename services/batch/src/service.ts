/** Definition of the batch service: settings, dependencies and start. */
import { systemClock } from "@etesian/clock";
import { SweepsServiceDefinition } from "@etesian/contracts/sweeps";
import { openWorkQueue } from "@etesian/event-bus";
import { BUS } from "@etesian/event-bus/service";
import { DATA_DIRECTORY, defineService, MODEL_DIRECTORY, StartRefusedError } from "@etesian/service-kit";
import { openPool, PartWorker, QUEUE, SWEEP_THREADS } from "@etesian/sweep/queue";
import { dispatcherOf } from "./dispatcher.ts";

export const batch = defineService({
  name: "batch",
  settings: { data: DATA_DIRECTORY, bus: BUS, model: MODEL_DIRECTORY, sweepThreads: SWEEP_THREADS },
  needs: { sweeps: SweepsServiceDefinition },
  isWorker: true,

  async open({ values, clients, log, metrics, onStop }) {
    const queue = await openWorkQueue(values.bus, QUEUE);
    if (queue === null)
      throw new StartRefusedError(
        `bus is ${values.bus}: expected nats://…, from which the batch service gets its work`,
      );
    const pool = openPool(values, metrics);
    onStop("queue of sweeps", () => queue.close());
    return {
      onStarted: () => {
        const worker = new PartWorker({
          queue,
          dispatcher: dispatcherOf(clients.sweeps),
          pool,
          clock: systemClock,
          log,
        });
        onStop("parts of sweeps", async () => {
          await pool.close();
          await worker.close();
        });
      },
    };
  },
});
