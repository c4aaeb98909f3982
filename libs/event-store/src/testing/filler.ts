/**
 * Program: appends until the store refuses, then looks whether it still reads. Prints "stored ID" for each event that was
 * acknowledged, "refused ERROR MESSAGE", and at the end "readable COUNT". Argument: URL of the store.
 */
import { randomUUID } from "node:crypto";
import { StoreUnavailableError } from "../event-store.ts";
import { openEventStore } from "../open.ts";

const [url = ""] = process.argv.slice(2);
const store = await openEventStore(url);

let version = 0;
let refusals = 0;
while (refusals < 3 && version < 1_000) {
  // Two events in one append: a refused one leaves neither.
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
console.log(`readable ${(await store.readStream("filler")).length}`);
