/** Audit of changes from events: author and time of each change, and actions that required admin rights. */
import type { Accounts } from "@etesian/accounts";
import { adminEvents } from "@etesian/contracts/events/admin";
import { commentEvents } from "@etesian/contracts/events/comments";
import { collectionEvents } from "@etesian/contracts/events/collection";
import { savedScenarioEvents } from "@etesian/contracts/events/saved-scenario";
import { scenarioEvents } from "@etesian/contracts/events/scenario";
import { eventCodec, type EventStore, type RecordedEvent } from "@etesian/event-store";
import * as saved from "@etesian/saved-scenarios";
import * as scenarios from "@etesian/scenarios";

const codec = eventCodec({
  ...scenarioEvents,
  ...savedScenarioEvents,
  ...collectionEvents,
  ...commentEvents,
  ...adminEvents,
});

/** Streams of audited kinds of resources, with the admins' stream first. */
export const AUDITED_KINDS = {
  scenario: {
    streamsOf: (id: number) => [scenarios.adminStreamOf(id), scenarios.streamOf(id), scenarios.commentStreamOf(id)],
  },
  "saved-scenario": {
    streamsOf: (id: number) => [saved.adminStreamOf(saved.streamOf(id)), saved.streamOf(id)],
  },
  collection: {
    streamsOf: (id: number) => [saved.adminStreamOf(saved.collectionStreamOf(id)), saved.collectionStreamOf(id)],
  },
} as const;

/** One line of the audit. */
export interface Entry {
  /** ISO 8601. */
  readonly time: string;
  /** Such as "Ada <ada@example.org>", "person 3 (erased)", "anonymous" or "service:command-line". */
  readonly who: string;
  /** Type of the event, such as "MadePrivate". */
  readonly type: string;
  /** Event data, with names instead of person ids. */
  readonly data: { readonly [field: string]: unknown };
  /** Version of the resource after the change; null for an action or a comment, which does not change it. */
  readonly version: number | null;
  /** Id of the request that caused it. */
  readonly request: string;
}

/** All entries of the streams, ordered by time, then by stream; empty if no stream ever existed. */
export async function auditOf(
  streams: readonly string[],
  { store, accounts }: { readonly store: EventStore; readonly accounts: Pick<Accounts, "profile"> },
): Promise<readonly Entry[]> {
  const names = new Map<number, string>();
  const nameOf = async (person: number): Promise<string> => {
    const existing = names.get(person);
    if (existing !== undefined) return existing;
    const profile = await accounts.profile(person);
    const name =
      profile === null ? `person ${person} (erased)` : `${profile.name ?? `person ${person}`} <${profile.email}>`;
    names.set(person, name);
    return name;
  };
  const entryOf = async (event: RecordedEvent): Promise<Entry> => {
    const { type, data } = codec.decode(event);
    const actor = /^user:(\d+)$/.exec(event.actor)?.[1];
    const fields: { [field: string]: unknown } = { ...data };
    if (ENCRYPTED.has(type)) delete fields["text"];
    for (const field of PERSON_FIELDS) {
      const person = fields[field];
      if (typeof person === "number") fields[field] = await nameOf(person);
    }
    return {
      time: event.time,
      who: actor === undefined ? event.actor : await nameOf(Number(actor)),
      type,
      data: fields,
      version: Object.hasOwn(adminEvents, type) || Object.hasOwn(commentEvents, type) ? null : event.version,
      request: event.correlationId,
    };
  };
  const entries: Entry[] = [];
  for (const stream of streams) {
    for (let version = 0; ;) {
      const page = await store.readStream(stream, version);
      for (const event of page) entries.push(await entryOf(event));
      const last = page.at(-1);
      if (last === undefined) break;
      ({ version } = last);
    }
  }
  // An admin's action is recorded before it is carried out, so it comes first.
  return entries.toSorted((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
}

/** Event fields that hold person ids. */
const PERSON_FIELDS = ["person", "owner", "user", "author"];
/** Encrypted text, which the audit omits. */
const ENCRYPTED: ReadonlySet<string> = new Set(["CommentAdded", "CommentEdited"]);
