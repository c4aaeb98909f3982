import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { openModel } from "./open.ts";
import type { SolveResponse, SolveRequest } from "./solve-thread.ts";

const STARTER = join(import.meta.dirname, "../../../models/starter");

test("the solver thread responds once and waits to be terminated", async () => {
  const { energy, molecules, carriers, config } = (await openModel(STARTER)).definition;
  const request: SolveRequest = {
    directory: STARTER,
    definition: { energy, molecules, carriers, config },
    // An area without attributes has no analysis year.
    datasets: [{ key: "nl", folder: "datasets/nl", attributes: {}, scaling: null, balances: ["energy_balance.csv"] }],
    area: "nl",
    hash: "",
  };
  const thread = new Worker(new URL("./solve-thread.ts", import.meta.url), { workerData: request });
  let hasEnded = false;
  const exit = once(thread, "exit").then(() => (hasEnded = true));
  const [response] = (await once(thread, "message")) as [SolveResponse];
  expect(response).toHaveProperty("problem");
  await sleep(300);
  expect(hasEnded).toBe(false);
  await thread.terminate();
  await exit;
});
