/**
 * Program: appends until the store refuses, then takes numbers until that is also refused, and reads the events. Then
 * it removes its own limit on file sizes. Prints "stored ID" for each acknowledged event, "refused MESSAGE" for each
 * error, "readable COUNT", and the readiness after each step. Argument: URL of the store.
 */
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { StoreUnavailableError } from "../event-store.ts";
import { openEventStore, openReadDatabase } from "../open.ts";
import { WatchedReadDatabase } from "../projections/watched-read-database.ts";
import { WatchedStore } from "../watched-store.ts";

const [url = ""] = process.argv.slice(2);
const observer = { log: { error: () => {} }, failures: { inc: () => {} } };
const store = new WatchedStore(await openEventStore(url), observer);
const readModels = new WatchedReadDatabase(await openReadDatabase(url), observer);

async function printReadiness(): Promise<void> {
  for (const [part, resource] of Object.entries({ store, readModels })) {
    const outcome = await resource.ready().then(
      () => "ready",
      (error: unknown) => `not ready: ${(error as Error).message}`,
    );
    console.log(`${part} ${outcome}`);
  }
}

let version = 0;
let refusals = 0;
while (refusals < 3 && version < 1_000) {
  // Two events in one append: a refused append stores neither.
  const events = ["first", "second"].map((part) => ({
    id: randomUUID(),
    type: "Filled",
    schemaVersion: 1,
    time: new Date().toISOString(),
    actor: "anonymous",
    correlationId: "filler",
    causationId: null,
    data: { part, text: "x".repeat(10_000) },
  }));
  try {
    const recorded = await store.append("filler", events, version);
    version += recorded.length;
    for (const { id } of recorded) console.log(`stored ${id}`);
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
    refusals += 1;
    console.log(`refused ${error.message}`);
  }
}
await printReadiness();
for (let count = 0; count < 1_000; count++) {
  try {
    await readModels.nextNumber("filler");
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
    console.log(`refused ${error.message}`);
    break;
  }
}
await printReadiness();
console.log(`readable ${(await store.readStream("filler")).length}`);

// Raises the soft limit to the hard limit, which is unchanged.
execFileSync("prlimit", ["--pid", String(process.pid), "--fsize=unlimited"]);
await printReadiness();
await readModels.close();
await store.close();
