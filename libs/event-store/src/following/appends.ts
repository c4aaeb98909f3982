/**
 * Events that were appended together: the changes of one request to a stream, all or nothing. Envelopes do not mark the
 * end of an append; time, actor and request identify it. Clients choose request ids: an id used twice within a
 * millisecond merges two appends, but never splits one.
 */
import type { EventStore } from "../event-store.ts";
import type { RecordedEvent } from "../event.ts";

/** All events of an append, in order; at least one. */
export type Append = readonly [RecordedEvent, ...RecordedEvent[]];

const belongToSameAppend = (a: RecordedEvent, b: RecordedEvent): boolean =>
  a.time === b.time && a.correlationId === b.correlationId && a.actor === b.actor && a.stream === b.stream;

/** Groups consecutive events of one stream by append; the first and last may be incomplete. */
export function groupIntoAppends(events: readonly RecordedEvent[]): Append[] {
  const appends: [RecordedEvent, ...RecordedEvent[]][] = [];
  for (const event of events) {
    const append = appends.at(-1);
    if (append !== undefined && belongToSameAppend(append[0], event)) append.push(event);
    else appends.push([event]);
  }
  return appends;
}

/** Events of one stream, completed with the remaining events of the last append. */
export async function completeLastAppend(
  store: EventStore,
  events: readonly RecordedEvent[],
): Promise<readonly RecordedEvent[]> {
  const all = [...events];
  for (let last = all.at(-1); last !== undefined; last = all.at(-1)) {
    const page = await store.readStream(last.stream, last.version);
    const [next] = groupIntoAppends([last, ...page]);
    const remainingEvents = next!.slice(1);
    all.push(...remainingEvents);
    if (remainingEvents.length === 0 || remainingEvents.length < page.length) break;
  }
  return all;
}

/** Number of events searched first for the start of an append; nearly all appends are shorter. */
const LOOK_BACK = 16;

/** The version of a stream before the append that contains a given version. */
export async function versionBeforeAppend(store: EventStore, stream: string, version: number): Promise<number> {
  for (let count = LOOK_BACK; ; count *= LOOK_BACK) {
    const after = Math.max(0, version - 1 - count);
    const append = groupIntoAppends(await readRange(store, stream, after, version)).at(-1);
    if (append === undefined) return version - 1;
    const previousVersion = append[0].version - 1;
    if (previousVersion > after || after === 0) return previousVersion;
  }
}

/** Events of a stream between two versions. */
async function readRange(store: EventStore, stream: string, after: number, last: number): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (let version = after; version < last;) {
    const page = await store.readStream(stream, version);
    if (page.length === 0) break;
    events.push(...page.slice(0, last - version));
    version += page.length;
  }
  return events;
}

/** The complete appends that contain the versions from `first` to `last` of a stream. */
export async function readAppends(store: EventStore, stream: string, first: number, last: number): Promise<Append[]> {
  const previousVersion = await versionBeforeAppend(store, stream, first);
  return groupIntoAppends(await completeLastAppend(store, await readRange(store, stream, previousVersion, last)));
}
