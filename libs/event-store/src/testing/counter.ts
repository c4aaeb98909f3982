/**
 * Program: appends, reads, takes a number and advances a checkpoint while a timer runs; prints how often the timer
 * fired during each operation. Argument: URL of the store.
 */
import { START, type Position } from "../event.ts";
import { openEventStore, openReadDatabase } from "../open.ts";
import { event } from "./events.ts";

const [url = ""] = process.argv.slice(2);
const store = await openEventStore(url);
const readModels = await openReadDatabase(url);

let ticks = 0;
setInterval(() => (ticks += 1), 10).unref();

async function count(name: string, work: () => Promise<unknown>): Promise<void> {
  ticks = 0;
  await work();
  console.log(`${name} ${ticks}`);
}

await count("append", () => store.append("a", [event()], 0));
await count("read", () => store.readStream("a"));
await count("number", () => readModels.nextNumber("n"));
await count("advance", () => readModels.advance("c", START, "1" as Position, []));
await readModels.close();
await store.close();
