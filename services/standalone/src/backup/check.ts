/** Consistency check: reads every event of a deployment and compares references between its stores. */
import { collectionEvents } from "@etesian/contracts/events/collection";
import { curveSetEvents } from "@etesian/contracts/events/curve-set";
import { personEvents } from "@etesian/contracts/events/person";
import { savedScenarioEvents } from "@etesian/contracts/events/saved-scenario";
import { scenarioEvents } from "@etesian/contracts/events/scenario";
import {
  DamagedEventError,
  eventCodec,
  InvalidEventError,
  type RecordedEvent,
  type StoreSnapshot,
  withoutPassword,
} from "@etesian/event-store";
import { UnreadableError, unsealWith } from "@etesian/accounts";
import { hashOf } from "@etesian/curves";
import { type Deployment, ForeignStreamError, storeOf, storesAt } from "./deployment.ts";
import { LOST_KEYS } from "./rows.ts";

export interface Report {
  /** Number of existing resources of each kind, without deleted and erased ones. */
  readonly counts: {
    readonly events: number;
    readonly scenarios: number;
    readonly "saved scenarios": number;
    readonly curves: number;
    readonly people: number;
  };
  /** One message per problem. */
  readonly problems: readonly string[];
  /** Ids of people whose key is missing, although they were not erased. */
  readonly withoutKey: readonly number[];
  /** Highest id in use or referenced, by sequence. */
  readonly numbers: { readonly [sequence: string]: number };
}

const codec = eventCodec({
  ...scenarioEvents,
  ...savedScenarioEvents,
  ...collectionEvents,
  ...curveSetEvents,
  ...personEvents,
});

/** Checks a deployment's stores, given their snapshots. Without keys, checks that need them are skipped. */
export async function check(deployment: Deployment, snapshots: ReadonlyMap<string, StoreSnapshot>): Promise<Report> {
  const facts = new Facts();
  const problems: string[] = [];
  for (const url of new Set(Object.values(deployment.events))) {
    const names = storesAt(deployment, url);
    try {
      for await (const page of snapshots.get(url)!.events()) {
        for (const event of page) {
          storeOf(event.stream, names, withoutPassword(url));
          facts.add(event);
        }
      }
    } catch (error) {
      if (!isOfStore(error)) throw error;
      problems.push(`${withoutPassword(url)}: ${error.message}`);
    }
  }
  const numbers = new Set<string>();
  for await (const page of snapshots.get(deployment.databases.curves)!.rows("curve_numbers")) {
    for (const { hash, numbers: text } of page) {
      numbers.add(String(hash));
      if (hashOf(Buffer.from(String(text), "base64")) !== hash) {
        problems.push(`The values of the curve ${hash} are corrupt`);
      }
    }
  }
  const keys = deployment.keys === null ? null : await keysIn(snapshots.get(deployment.keys));
  // A person without a key is reported once, not with each of their resources.
  const lost = await lostIn(deployment.keys === null ? undefined : snapshots.get(deployment.keys));
  const withoutKey =
    keys === null ? [] : facts.people("present").filter((person) => !lost.has(person) && !opens(keys, person, facts));
  for (const person of withoutKey) {
    const why = keys?.has(person) === true ? "has another person's key" : "has no key";
    problems.push(`Person ${person} ${why}: their data cannot be read, and they cannot sign in`);
  }
  for (const person of facts.people("erased")) {
    if (keys?.has(person) === true) problems.push(`Person ${person} was erased but still has a key`);
  }
  problems.push(...facts.problems(numbers, keys));
  return { counts: facts.counts(numbers.size), problems, withoutKey, numbers: facts.highest() };
}

const isOfStore = (error: unknown): error is Error =>
  error instanceof DamagedEventError || error instanceof InvalidEventError || error instanceof ForeignStreamError;

/** Keys by person id. */
type Keys = ReadonlyMap<number, Buffer>;

/** Keys in a snapshot; none when the store is missing. */
async function keysIn(snapshot: StoreSnapshot | undefined): Promise<Keys> {
  const keys = new Map<number, Buffer>();
  if (snapshot === undefined) return keys;
  for await (const page of snapshot.rows("people")) {
    for (const { id, data_key: key } of page) keys.set(Number(id), Buffer.from(String(key), "base64"));
  }
  return keys;
}

/** Ids of people whose missing key an operator accepted. */
async function lostIn(snapshot: StoreSnapshot | undefined): Promise<ReadonlySet<number>> {
  const lost = new Set<number>();
  if (snapshot === undefined) return lost;
  for await (const page of snapshot.rows(LOST_KEYS)) for (const { person } of page) lost.add(Number(person));
  return lost;
}

/** Whether a person's key decrypts their data in events. */
function opens(keys: Keys, person: number, facts: Facts): boolean {
  const key = keys.get(person);
  const details = facts.details(person);
  if (key === undefined || details === null) return key !== undefined;
  try {
    unsealWith(key, person, details);
    return true;
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    return false;
  }
}

/** References from a resource to people and other resources. */
interface Resource {
  /** By person id: the saved scenarios that granted a role; null is an owner's grant. */
  readonly people: Map<number, Set<number | null>>;
  /** References: scenarios of a saved scenario, members of a collection, files of a scenario as "number hash". */
  readonly names: Set<string>;
  /** Hashes of a set's files, by file number. */
  readonly files: string[];
  /** Id of the event that created it. */
  creation: string | null;
  /** Ids of the events that created the referenced scenarios, where recorded. */
  readonly creations: Map<string, string>;
  isGone: boolean;
}

const STREAM = /^(scenario|saved-scenario|collection|curve_set|person)-(\d+)$/;

/** Sequence of ids, by kind. */
const SEQUENCES = {
  scenario: "scenario",
  "saved-scenario": "saved scenario",
  collection: "collection",
  curve_set: "scenario",
  person: "person",
} as const;
type Sequence = (typeof SEQUENCES)[keyof typeof SEQUENCES];

/** References in events to other stores. */
class Facts {
  readonly #resources = new Map<string, Resource>();
  readonly #people = new Map<number, "present" | "leaving" | "erased">();
  readonly #details = new Map<number, string>();
  /** Highest referenced ids. */
  readonly #highest = { scenario: 0, "saved scenario": 0, collection: 0, person: 0 };
  #events = 0;

  add(recorded: RecordedEvent): void {
    this.#events += 1;
    const [, kind, id] = STREAM.exec(recorded.stream) ?? [];
    if (kind === undefined) return;
    const event = codec.decode(recorded);
    this.#raise(SEQUENCES[kind as keyof typeof SEQUENCES], Number(id));
    if (kind === "person") {
      if (event.type === "ErasureBegun") this.#people.set(Number(id), "leaving");
      else if (event.type === "PersonErased") this.#people.set(Number(id), "erased");
      else if (!this.#people.has(Number(id))) this.#people.set(Number(id), "present");
      if ("details" in event.data) this.#details.set(Number(id), event.data.details);
      return;
    }
    const resource = this.#resource(`${kind} ${id}`);
    switch (event.type) {
      case "ScenarioCreated":
        resource.creation = recorded.id;
        if (event.data.owner !== null) this.#addPerson(resource, event.data.owner);
        for (const file of Object.values(event.data.curves)) resource.names.add(fileName(file));
        break;
      case "ScenarioRestored":
        for (const file of Object.values(event.data.curves)) resource.names.add(fileName(file));
        break;
      case "CurveAttached":
        resource.names.add(fileName(event.data));
        break;
      case "ScenarioSaved":
        this.#addPerson(resource, event.data.owner);
        this.#addVersion(resource, event.data);
        break;
      case "SavedVersionAdded":
        this.#addVersion(resource, event.data);
        break;
      case "RoleGranted":
        this.#addPerson(resource, event.data.person, event.data.savedScenario);
        break;
      case "RoleRemoved":
        removeRole(resource, event.data);
        break;
      case "SavedScenarioRoleGranted":
        this.#addPerson(resource, event.data.person);
        break;
      case "SavedScenarioRoleRemoved":
        resource.people.delete(event.data.person);
        break;
      case "CollectionMade":
        this.#addPerson(resource, event.data.owner);
        this.#addMembers(resource, event.data);
        break;
      case "CollectionChanged":
        this.#addMembers(resource, event.data);
        break;
      case "CollectionHandedOver":
        resource.people.clear();
        this.#addPerson(resource, event.data.owner);
        break;
      case "CurvesKept":
        resource.files.push(...event.data.curves.map(({ hash }) => hash));
        break;
      case "ScenarioDeleted":
      case "SavedScenarioDeleted":
      case "SavedScenarioPurged":
      case "CollectionDeleted":
      case "CurveSetDropped":
        resource.isGone = true;
        break;
      default:
    }
  }

  /** The latest sealed details of a person. */
  details(person: number): string | null {
    return this.#details.get(person) ?? null;
  }

  people(status: "present" | "erased"): readonly number[] {
    return [...this.#people].filter(([, each]) => each === status).map(([person]) => person);
  }

  counts(curves: number): Report["counts"] {
    const count = (kind: string): number =>
      [...this.#resources].filter(([name, { isGone }]) => name.startsWith(`${kind} `) && !isGone).length;
    return {
      events: this.#events,
      scenarios: count("scenario"),
      "saved scenarios": count("saved-scenario"),
      curves,
      people: this.people("present").length,
    };
  }

  highest(): Report["numbers"] {
    return this.#highest;
  }

  /** Messages about missing references. `numbers`: hashes of the stored curves. */
  problems(numbers: ReadonlySet<string>, keys: Keys | null): readonly string[] {
    const problems: string[] = [];
    for (const [name, { people, names, files, creations, isGone }] of this.#resources) {
      if (isGone) continue;
      const [kind, id] = name.split(" ") as [string, string];
      const title = `${kind === "scenario" ? "Scenario" : kind === "collection" ? "Collection" : "Saved scenario"} ${id}`;
      for (const [person, reasons] of people) {
        if (!this.#people.has(person) && keys?.has(person) !== true) {
          problems.push(`${title} gives a role to the unknown person ${person}`);
        }
        for (const saved of reasons) {
          if (saved === null || this.#resources.has(`saved-scenario ${saved}`)) continue;
          problems.push(`${title} gives person ${person} a role through saved scenario ${saved}, which never existed`);
        }
      }
      if (kind === "collection") {
        for (const each of names) {
          if (!this.#resources.has(each))
            problems.push(`${title} references ${each.replace("-", " ")}, which never existed`);
        }
      }
      if (kind === "scenario") problems.push(...this.#filesMissing(title, id, names));
      if (kind === "saved-scenario") {
        for (const each of names) {
          const creation = this.#resources.get(each)?.creation;
          if (creation === undefined) problems.push(`${title} references ${each}, which never existed`);
          else if (creation !== (creations.get(each) ?? creation)) {
            problems.push(`${title} references ${each}, which is now a different scenario`);
          }
        }
      }
      for (const hash of files.filter((each) => !numbers.has(each))) {
        problems.push(`The curves of scenario ${id} reference the values ${hash}, which are missing`);
      }
    }
    return problems;
  }

  #filesMissing(title: string, id: string, names: ReadonlySet<string>): readonly string[] {
    const set = this.#resources.get(`curve_set ${id}`);
    return [...names]
      .filter((file) => {
        const [number, hash] = file.split(" ") as [string, string];
        return set === undefined || set.isGone || set.files[Number(number) - 1] !== hash;
      })
      .map(
        (file) => `${title} has the curve file ${file.split(" ")[0]} attached, which is missing from its set of curves`,
      );
  }

  #resource(name: string): Resource {
    let resource = this.#resources.get(name);
    if (resource === undefined) {
      resource = {
        people: new Map(),
        names: new Set(),
        files: [],
        creation: null,
        creations: new Map(),
        isGone: false,
      };
      this.#resources.set(name, resource);
    }
    return resource;
  }

  #raise(sequence: Sequence, number: number): void {
    this.#highest[sequence] = Math.max(this.#highest[sequence], number);
  }

  /** An owner's grant replaces all others of the person. */
  #addPerson({ people }: Resource, person: number, savedScenario: number | null = null): void {
    people.set(person, new Set(savedScenario === null ? [null] : [...(people.get(person) ?? []), savedScenario]));
    this.#raise("person", person);
    if (savedScenario !== null) this.#raise("saved scenario", savedScenario);
  }

  /** Adds a scenario as a version of a saved scenario. */
  #addVersion(
    { names, creations }: Resource,
    { scenario, creation }: { readonly scenario: number; readonly creation: string | null },
  ): void {
    const name = `scenario ${scenario}`;
    names.add(name);
    if (creation !== null) creations.set(name, creation);
    this.#raise("scenario", scenario);
  }

  /** Replaces a collection's members. */
  #addMembers(
    { names }: Resource,
    of: { readonly scenarios: readonly number[]; readonly savedScenarios: readonly number[] },
  ): void {
    names.clear();
    for (const scenario of of.scenarios) {
      names.add(`scenario ${scenario}`);
      this.#raise("scenario", scenario);
    }
    for (const saved of of.savedScenarios) {
      names.add(`saved-scenario ${saved}`);
      this.#raise("saved scenario", saved);
    }
  }
}

/** Removes one of a person's reasons for a role; null removes all. */
function removeRole(
  { people }: Resource,
  { person, savedScenario }: { readonly person: number; readonly savedScenario: number | null },
): void {
  const reasons = people.get(person);
  if (savedScenario !== null) reasons?.delete(savedScenario);
  if (savedScenario === null || reasons?.size === 0) people.delete(person);
}

const fileName = ({ number, hash }: { readonly number: number; readonly hash: string }): string => `${number} ${hash}`;
