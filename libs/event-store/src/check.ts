/** Reads everything that a store holds, to find what is damaged. */
import type { EventStore } from "./event-store.ts";
import { START } from "./event.ts";
import { DamagedEventError } from "./stored-event.ts";

const STREAMS = 1_000;

export interface CheckReport {
  readonly streams: number;
  readonly events: number;
  /** What is damaged, a sentence each. */
  readonly problems: readonly string[];
}

export async function checkStore(store: EventStore): Promise<CheckReport> {
  const problems: string[] = [];
  let streams = 0;
  let events = 0;
  for (let after = ""; ;) {
    const names = await store.streams(after, STREAMS);
    for (const name of names) {
      streams += 1;
      await noteProblems(problems, async () => {
        for (let version = 0; ;) {
          const page = await store.readStream(name, version);
          if (page.length === 0) break;
          events += page.length;
          version = page.at(-1)!.version;
        }
      });
    }
    const last = names.at(-1);
    if (last === undefined) break;
    after = last;
  }
  // In the order of all, too: what is in a stream has to be there, once.
  await noteProblems(problems, async () => {
    let seen = 0;
    for (let position = START; ;) {
      const page = await store.readAll(position, 500);
      const last = page.at(-1);
      if (last === undefined) break;
      seen += page.length;
      position = last.position;
    }
    if (seen < events) problems.push(`${events} events are in streams, ${seen} in the order of all events`);
  });
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
