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
import type { IdSequence } from "@etesian/event-store/service";
import { UnreadableError, unsealWith } from "@etesian/accounts";
import { hashOf } from "@etesian/curves";
import type { Deployment } from "./deployment.ts";
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
  readonly numbers: Readonly<Record<IdSequence, number>>;
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
  const references = new References();
  const problems: string[] = [];
  try {
    for await (const page of snapshots.get(deployment.events)!.events())
      for (const event of page) references.add(event);
  } catch (error) {
    if (!(error instanceof DamagedEventError || error instanceof InvalidEventError)) throw error;
    problems.push(`${withoutPassword(deployment.events)}: ${error.message}`);
  }
  const numbers = new Set<string>();
  for await (const page of snapshots.get(deployment.database)!.rows("curve_numbers")) {
    for (const { hash, numbers: text } of page) {
      numbers.add(String(hash));
      if (hashOf(Buffer.from(String(text), "base64")) !== hash) {
        problems.push(`The values of the curve ${hash} are corrupt`);
      }
    }
  }
  const keys = deployment.keys === null ? null : await readKeys(snapshots.get(deployment.keys));
  // A person without a key is reported once, not with each of their resources.
  const lostKeys = await readLostKeys(deployment.keys === null ? undefined : snapshots.get(deployment.keys));
  const withoutKey =
    keys === null
      ? []
      : references
          .people("present")
          .filter((person) => !lostKeys.has(person) && !decryptsDetails(keys, person, references));
  for (const person of withoutKey) {
    const problem = keys?.has(person) === true ? "has another person's key" : "has no key";
    problems.push(`Person ${person} ${problem}: their data cannot be read, and they cannot sign in`);
  }
  for (const person of references.people("erased")) {
    if (keys?.has(person) === true) problems.push(`Person ${person} was erased but still has a key`);
  }
  problems.push(...references.problems(numbers, keys));
  return { counts: references.counts(numbers.size), problems, withoutKey, numbers: references.highest() };
}

/** Keys by person id. */
type Keys = ReadonlyMap<number, Buffer>;

/** Keys in a snapshot; none when the store is missing. */
async function readKeys(snapshot: StoreSnapshot | undefined): Promise<Keys> {
  const keys = new Map<number, Buffer>();
  if (snapshot === undefined) return keys;
  for await (const page of snapshot.rows("people")) {
    for (const { id, data_key: key } of page) keys.set(Number(id), Buffer.from(String(key), "base64"));
  }
  return keys;
}

/** Ids of people whose missing key an operator accepted. */
async function readLostKeys(snapshot: StoreSnapshot | undefined): Promise<ReadonlySet<number>> {
  const lostKeys = new Set<number>();
  if (snapshot === undefined) return lostKeys;
  for await (const page of snapshot.rows(LOST_KEYS)) for (const { person } of page) lostKeys.add(Number(person));
  return lostKeys;
}

/** Whether a person's key decrypts their data in events. */
function decryptsDetails(keys: Keys, person: number, references: References): boolean {
  const key = keys.get(person);
  const details = references.details(person);
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
  readonly references: Set<string>;
  /** Hashes of a set's files, by file number. */
  readonly files: string[];
  /** Id of the event that created it. */
  creation: string | null;
  /** Ids of the events that created the referenced scenarios, where recorded. */
  readonly creations: Map<string, string>;
  isDeleted: boolean;
}

const STREAM = /^(scenario|saved-scenario|collection|curve_set|person)-(\d+)$/;

/** Sequence of ids, by kind. */
const SEQUENCES = {
  scenario: "scenario",
  "saved-scenario": "saved scenario",
  collection: "collection",
  curve_set: "scenario",
  person: "person",
} as const satisfies { readonly [kind: string]: IdSequence };

/** Collects the references in events to other stores. */
class References {
  readonly #resources = new Map<string, Resource>();
  readonly #people = new Map<number, "present" | "leaving" | "erased">();
  readonly #details = new Map<number, string>();
  /** Highest referenced ids. */
  readonly #highest: Record<IdSequence, number> = { scenario: 0, "saved scenario": 0, collection: 0, person: 0 };
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
        for (const file of Object.values(event.data.curves)) resource.references.add(fileName(file));
        break;
      case "ScenarioRestored":
        for (const file of Object.values(event.data.curves)) resource.references.add(fileName(file));
        break;
      case "CurveAttached":
        resource.references.add(fileName(event.data));
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
        resource.isDeleted = true;
        break;
      default:
    }
  }

  /** The latest sealed details of a person. */
  details(person: number): string | null {
    return this.#details.get(person) ?? null;
  }

  people(status: "present" | "erased"): readonly number[] {
    return [...this.#people].filter(([, personStatus]) => personStatus === status).map(([person]) => person);
  }

  counts(curves: number): Report["counts"] {
    const count = (kind: string): number =>
      [...this.#resources].filter(([name, { isDeleted }]) => name.startsWith(`${kind} `) && !isDeleted).length;
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

  /** Messages about missing references. */
  problems(storedHashes: ReadonlySet<string>, keys: Keys | null): readonly string[] {
    const problems: string[] = [];
    for (const [name, { people, references, files, creations, isDeleted }] of this.#resources) {
      if (isDeleted) continue;
      const [kind, id] = name.split(" ") as [string, string];
      const title = `${kind === "scenario" ? "Scenario" : kind === "collection" ? "Collection" : "Saved scenario"} ${id}`;
      for (const [person, reasons] of people) {
        if (!this.#people.has(person) && keys?.has(person) !== true) {
          problems.push(`${title} gives a role to the unknown person ${person}`);
        }
        for (const savedScenario of reasons) {
          if (savedScenario === null || this.#resources.has(`saved-scenario ${savedScenario}`)) continue;
          problems.push(
            `${title} gives person ${person} a role through saved scenario ${savedScenario}, which never existed`,
          );
        }
      }
      if (kind === "collection") {
        for (const name of references) {
          if (!this.#resources.has(name))
            problems.push(`${title} references ${name.replace("-", " ")}, which never existed`);
        }
      }
      if (kind === "scenario") problems.push(...this.#missingFiles(title, id, references));
      if (kind === "saved-scenario") {
        for (const name of references) {
          const creation = this.#resources.get(name)?.creation;
          if (creation === undefined) problems.push(`${title} references ${name}, which never existed`);
          else if (creation !== (creations.get(name) ?? creation)) {
            problems.push(`${title} references ${name}, which is now a different scenario`);
          }
        }
      }
      for (const hash of files.filter((file) => !storedHashes.has(file))) {
        problems.push(`The curves of scenario ${id} reference the values ${hash}, which are missing`);
      }
    }
    return problems;
  }

  #missingFiles(title: string, id: string, references: ReadonlySet<string>): readonly string[] {
    const set = this.#resources.get(`curve_set ${id}`);
    return [...references]
      .filter((file) => {
        const [number, hash] = file.split(" ") as [string, string];
        return set === undefined || set.isDeleted || set.files[Number(number) - 1] !== hash;
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
        references: new Set(),
        files: [],
        creation: null,
        creations: new Map(),
        isDeleted: false,
      };
      this.#resources.set(name, resource);
    }
    return resource;
  }

  #raise(sequence: IdSequence, number: number): void {
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
    { references, creations }: Resource,
    { scenario, creation }: { readonly scenario: number; readonly creation: string | null },
  ): void {
    const name = `scenario ${scenario}`;
    references.add(name);
    if (creation !== null) creations.set(name, creation);
    this.#raise("scenario", scenario);
  }

  /** Replaces a collection's members. */
  #addMembers(
    { references }: Resource,
    members: { readonly scenarios: readonly number[]; readonly savedScenarios: readonly number[] },
  ): void {
    references.clear();
    for (const scenario of members.scenarios) {
      references.add(`scenario ${scenario}`);
      this.#raise("scenario", scenario);
    }
    for (const savedScenario of members.savedScenarios) {
      references.add(`saved-scenario ${savedScenario}`);
      this.#raise("saved scenario", savedScenario);
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
