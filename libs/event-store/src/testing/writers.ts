/**
 * Program: writers that append to their streams as fast as they can. Prints "stream version id" after each
 * acknowledged append. Arguments: URL of the store, number of writers, name of this run.
 */
import { randomUUID } from "node:crypto";
import { writeSync } from "node:fs";
import { openEventStore } from "../open.ts";

const [url = "", writers = "1", run = "run"] = process.argv.slice(2);
const store = await openEventStore(url);

async function write(stream: string): Promise<never> {
  let version = (await store.readStream(stream)).length;
  for (;;) {
    // Some appends have two events: after a crash, both are stored or neither.
    const events = Array.from({ length: 1 + (version % 3 === 0 ? 1 : 0) }, () => ({
      id: randomUUID(),
      type: "Written",
      schemaVersion: 1,
      time: new Date().toISOString(),
      actor: "anonymous",
      correlationId: run,
      causationId: null,
      data: { together: version },
    }));
    const recorded = await store.append(stream, events, version);
    for (const event of recorded) writeSync(1, `${stream} ${event.version} ${event.id}\n`);
    version += recorded.length;
  }
}

await Promise.all(Array.from({ length: Number(writers) }, (_, n) => write(`writer-${n}`)));
