/** Reads all events in a store to find damage. */
import { type EventStore, PAGE } from "./event-store.ts";
import { START } from "./event.ts";
import { DamagedEventError } from "./stored-event.ts";

/** Number of streams read concurrently. */
const MAX_CONCURRENT_READS = 8;

export interface CheckReport {
  readonly streams: number;
  readonly events: number;
  /** Descriptions of the damage, one sentence each. */
  readonly problems: readonly string[];
}

export async function checkStore(store: EventStore): Promise<CheckReport> {
  const problems: string[] = [];
  // Number of events per stream in the log of all events.
  const lengths = new Map<string, number>();
  await noteProblems(problems, async () => {
    for (let position = START; ;) {
      const page = await store.readAll(position, PAGE.events);
      const last = page.at(-1);
      if (last === undefined) break;
      for (const { stream } of page) lengths.set(stream, (lengths.get(stream) ?? 0) + 1);
      position = last.position;
    }
  });
  // Every event of a stream must occur once in the log.
  const eventsInLog = [...lengths.values()].reduce((sum, length) => sum + length, 0);
  let streams = 0;
  let events = 0;
  const names = store.streams()[Symbol.asyncIterator]();
  const readStreams = async (): Promise<void> => {
    for (let next = await names.next(); !next.done; next = await names.next()) {
      const name = next.value;
      streams += 1;
      await noteProblems(problems, async () => {
        const length = lengths.get(name) ?? 0;
        for (let version = 0; ;) {
          const page = await store.readStream(name, version);
          events += page.length;
          version += page.length;
          if (page.length === 0 || version === length) break;
        }
      });
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_READS }, readStreams));
  if (eventsInLog < events)
    problems.push(`${events} events are in streams, but ${eventsInLog} in the log of all events`);
  return { streams, events, problems: [...new Set(problems)] };
}

async function noteProblems(problems: string[], work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof DamagedEventError)) throw error;
    problems.push(error.message);
  }
}
