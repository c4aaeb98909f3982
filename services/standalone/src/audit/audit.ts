/** Who changed what of a scenario, and when, from its events; and what admins did with it that nobody else could. */
import type { Accounts } from "@etesian/accounts";
import { adminEvents } from "@etesian/contracts/events/admin";
import { scenarioEvents } from "@etesian/contracts/events/scenario";
import { eventCodec, type EventStore, type RecordedEvent } from "@etesian/event-store";
import { adminStreamOf, streamOf } from "@etesian/scenarios";

const codec = eventCodec({ ...scenarioEvents, ...adminEvents });

/** One thing that was done. */
export interface Entry {
  /** ISO 8601. */
  readonly time: string;
  /** "Ada <ada@example.org>", "person 3, who is erased", "anonymous", "service:command-line". */
  readonly who: string;
  /** "MadePrivate", with what came with it as JSON, people by name. */
  readonly what: string;
  /** Number of the event in the scenario; null for what is no change of it. */
  readonly version: number | null;
  /** The request it belongs to. */
  readonly request: string;
}

/** All of a scenario's entries in the order of time; none when there never was such a scenario. */
export async function auditOf(
  scenario: number,
  { store, accounts }: { readonly store: EventStore; readonly accounts: Pick<Accounts, "profile"> },
): Promise<readonly Entry[]> {
  const names = new Map<number, string>();
  const nameOf = async (person: number): Promise<string> => {
    const known = names.get(person);
    if (known !== undefined) return known;
    const profile = await accounts.profile(person);
    const name =
      profile === null ? `person ${person}, who is erased` : `${profile.name ?? `person ${person}`} <${profile.email}>`;
    names.set(person, name);
    return name;
  };
  const entryOf = async (event: RecordedEvent): Promise<Entry> => {
    const { type, data } = codec.decode(event);
    const actor = /^user:(\d+)$/.exec(event.actor)?.[1];
    const facts: { [field: string]: unknown } = { ...data };
    for (const field of PEOPLE) {
      const person = facts[field];
      if (typeof person === "number") facts[field] = await nameOf(person);
    }
    return {
      time: event.time,
      who: actor === undefined ? event.actor : await nameOf(Number(actor)),
      what: [type, ...(Object.keys(facts).length === 0 ? [] : [JSON.stringify(facts)])].join(" "),
      version: type === "AdminActed" ? null : event.version,
      request: event.correlationId,
    };
  };
  const entries: Entry[] = [];
  for (const stream of [adminStreamOf(scenario), streamOf(scenario)]) {
    for (let version = 0; ;) {
      const page = await store.readStream(stream, version);
      for (const event of page) entries.push(await entryOf(event));
      const last = page.at(-1);
      if (last === undefined) break;
      ({ version } = last);
    }
  }
  // What an admin is about to do comes before what they did.
  return entries.toSorted((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
}

/** Fields of events that are numbers of people. */
const PEOPLE = ["person", "owner", "user"];
