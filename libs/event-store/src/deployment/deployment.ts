/**
 * Stores that belong together. Each has the id of its deployment, its own name and the last known heads of the
 * others. A store of another deployment, a swapped store or an older copy is refused before any write. An operator
 * can accept the loss by name.
 */
import { randomUUID } from "node:crypto";
import { commandOf } from "@etesian/service-kit/commands";
import { StartRefusedError } from "@etesian/service-kit";
import { backendOf, pathOf } from "../backends.ts";
import { StoreUnavailableError } from "../event-store.ts";
import { deleteRecordedHead } from "../sqlite/recorded-head.ts";
import { withDirectoryLock } from "./lock.ts";
import { type Place, shortForm, shown } from "./places.ts";
import {
  holdsEvents,
  type StoreProgress,
  type RecordedProgress,
  type RecordKeeper,
  type StoreName,
  type StoreRecord,
} from "./record.ts";

/** The stores do not belong together; the message names the wrong one and the remedy. */
export class StoreMismatchError extends StartRefusedError {
  override readonly name = "StoreMismatchError";
}

/** The identity recorded in a store. */
export interface Identity {
  readonly deployment: string;
  readonly stores: readonly ({ readonly name: StoreName } & StoreProgress)[];
}

/** A store's identity and heads, read without opening it for writing; null if the store or its identity is missing. */
export async function identityOf(url: string): Promise<Identity | null> {
  const record = await (await keeperOf(url)).read();
  if (record === null || record.deployment === null) return null;
  const { deployment, stores } = record;
  return { deployment, stores: [...stores].map(([name, mark]) => ({ name, ...mark })) };
}

/** A place and the store found there. */
interface InspectedStore {
  readonly place: Place;
  readonly keeper: RecordKeeper;
  /** Null if there is no store. */
  readonly record: StoreRecord | null;
}

/**
 * Verifies the stores that a service opens, adds new ones to the deployment, and returns a keeper of their notes
 * about other stores. Stores `neighbours` are compared if they exist. @throws StoreMismatchError when they do not belong
 * together; nothing was written.
 */
export async function joinDeployment(
  own: readonly Place[],
  neighbours: readonly Place[],
  directory: string,
): Promise<Deployment> {
  const isStored = ({ url }: Place): boolean => url !== "sqlite::memory:";
  const places = own.filter(isStored);
  if (places.length === 0) return new Deployment([], []);
  const needsDirectory = [...places, ...neighbours].some(({ url }) => pathOf(url) !== null);
  const join = async (): Promise<Deployment> => {
    const mine = await Promise.all(places.map(inspect));
    const others = (await Promise.all(neighbours.map(inspectIfReadable))).filter((each) => each !== null);
    await check(mine, others);
    let deployment = known([...mine, ...others]) ?? randomUUID();
    for (const { keeper, place, record } of mine) {
      if (record?.stores.has(place.name) === true) continue;
      await keeper.claim(deployment, place.name);
      // If several processes start at once, the first one creates the id.
      const first = (await keeper.read())?.deployment ?? deployment;
      if (first !== deployment) await keeper.claim(first, place.name);
      deployment = first;
    }
    return new Deployment(places, neighbours);
  };
  return needsDirectory ? withDirectoryLock(directory, join) : join();
}

/** Maintains the notes of a service's stores. */
export class Deployment {
  readonly #own: readonly Place[];
  readonly #neighbours: readonly Place[];

  constructor(own: readonly Place[], neighbours: readonly Place[]) {
    this.#own = own;
    this.#neighbours = neighbours;
  }

  /** Records the heads of all reachable stores in the service's own stores. */
  async noteHeads(): Promise<void> {
    const own = (await Promise.all(this.#own.map(inspectIfReadable))).filter(isThere);
    const neighbours = (await Promise.all(this.#neighbours.map(inspectIfReadable))).filter(isThere);
    await recordHeadsIn(own, [...own, ...neighbours]);
    for (const { place, keeper, record } of own) {
      if (!holdsEvents(place.name) && record.stores.has(place.name)) await keeper.tick(place.name);
    }
  }

  /** The largest number of each sequence in any reachable store. */
  async numbers(): Promise<ReadonlyMap<string, number>> {
    const greatest = new Map<string, number>();
    for (const { record } of (await Promise.all([...this.#own, ...this.#neighbours].map(inspectIfReadable))).filter(
      isThere,
    )) {
      for (const [name, last] of record.numbers) greatest.set(name, Math.max(last, greatest.get(name) ?? 0));
    }
    return greatest;
  }
}

/**
 * Accepts the current state of stores despite the notes of others: a lost, older or foreign store, or a restored
 * backup. Their earlier copies and backups are refused from now on. None may be open. `id`: the deployment's id, if
 * no other store has it. @throws StoreMismatchError if a place holds a different store than expected.
 */
export async function acceptCurrentState(
  names: readonly StoreName[],
  places: readonly Place[],
  id: string | null = null,
): Promise<readonly string[]> {
  const stores = await Promise.all(places.map(inspect));
  const chosen = stores.filter(({ place }) => names.includes(place.name));
  for (const { place, record } of chosen) {
    const wrong = misplaced(place, record, stores);
    if (wrong !== null) throw new StoreMismatchError(wrong);
  }
  const deployment = known(stores.filter((each) => !chosen.includes(each))) ?? id ?? known(chosen) ?? randomUUID();
  for (const { place, keeper, record } of chosen) {
    const epochs = stores.flatMap(({ record }) => [record?.stores.get(place.name), record?.noted.get(place.name)]);
    // Based on the clock, so that two independently accepted stores differ; never decreasing.
    const epoch = Math.max(Math.floor(Date.now() / 1000), ...epochs.map((mark) => (mark?.epoch ?? 0) + 1));
    // Keeps records of other stores in the same place: one database may hold several.
    const kept = record?.deployment === deployment ? record.noted : new Map<StoreName, RecordedProgress>();
    await keeper.accept(deployment, place.name, epoch, kept);
    const path = pathOf(place.url);
    if (path !== null) deleteRecordedHead(path);
  }
  const after = (await Promise.all(places.map(inspect))).filter(isThere);
  await recordHeadsIn(after, after);
  return chosen.map(({ place }) => shown(place));
}

/**
 * Makes a copied event store replace its source in the deployment. `readModels`: URL of read models that stay in
 * place and follow the copy from now on.
 */
export async function inherit(from: string, to: string, readModels: string | null = null): Promise<void> {
  const [source, target] = [await keeperOf(from), await keeperOf(to)];
  const record = await source.read();
  if (record === null || record.deployment === null) return;
  const before = await target.read();
  const noted = new Map([...record.noted, ...(before?.noted ?? [])]);
  // Read models in other places are rebuilt from the events.
  noted.delete("read-models");
  for (const name of [...record.stores.keys(), ...(before?.stores.keys() ?? [])]) noted.delete(name);
  for (const [name, { epoch }] of record.stores) {
    if (holdsEvents(name)) await target.accept(record.deployment, name, epoch + 1, noted);
  }
  if (readModels !== null) await (await keeperOf(readModels)).claim(record.deployment, "read-models");
}

/** The keeper of a place's record. */
const keeperOf = (url: string): Promise<RecordKeeper> => backendOf(url).openRecord(url);

async function inspect(place: Place): Promise<InspectedStore> {
  const keeper = await keeperOf(place.url);
  return { place, keeper, record: await keeper.read() };
}

/** Null if the store cannot be read: its own service reports that. */
async function inspectIfReadable(place: Place): Promise<InspectedStore | null> {
  try {
    return await inspect(place);
  } catch (error) {
    if (error instanceof StoreUnavailableError) return null;
    throw error;
  }
}

const isThere = (each: InspectedStore | null): each is InspectedStore & { readonly record: StoreRecord } =>
  each !== null && each.record !== null;

/** Records the heads of a deployment's stores in some of them. */
async function recordHeadsIn(writing: readonly InspectedStore[], all: readonly InspectedStore[]): Promise<void> {
  const at = new Date().toISOString();
  for (const { keeper, record: own } of writing) {
    const marks = all.flatMap(({ place: { name }, record }) => {
      const mark = record?.stores.get(name);
      const isOther = mark !== undefined && own?.stores.has(name) === false && record?.deployment === own.deployment;
      const before = own?.noted.get(name);
      return isOther && !(before?.epoch === mark.epoch && before.head === mark.head)
        ? [[name, { ...mark, at }] as const]
        : [];
    });
    if (marks.length > 0) await keeper.note(new Map(marks));
  }
}

/** The most frequent deployment among the stores; null if none has one. */
function known(stores: readonly InspectedStore[]): string | null {
  const counts = new Map<string, number>();
  for (const { record } of stores) {
    if (typeof record?.deployment === "string") counts.set(record.deployment, (counts.get(record.deployment) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}

/** @throws StoreMismatchError */
async function check(own: readonly InspectedStore[], neighbours: readonly InspectedStore[]): Promise<void> {
  if (problemOf(own, neighbours) === null) return;
  // Heads may advance between two reads: those read later than the notes are at least as far.
  const later = async (stores: readonly InspectedStore[]): Promise<readonly InspectedStore[]> =>
    Promise.all(
      stores.map(async (each) => {
        const record = await each.keeper.read();
        if (record === null || each.record === null) return { ...each, record };
        return { ...each, record: { ...record, noted: each.record.noted } };
      }),
    );
  const problem = problemOf(await later(own), await later(neighbours));
  if (problem !== null) throw new StoreMismatchError(problem);
}

function problemOf(own: readonly InspectedStore[], neighbours: readonly InspectedStore[]): string | null {
  const all = [...own, ...neighbours];
  return (
    mixedDeployments(all) ??
    firstOf(all, ({ place, record }) => misplaced(place, record, all)) ??
    firstOf(all, (each) => missing(each, all, own.includes(each))) ??
    firstOf(all, (each) => older(each, all))
  );
}

function firstOf(stores: readonly InspectedStore[], problem: (each: InspectedStore) => string | null): string | null {
  for (const each of stores) {
    const found = problem(each);
    if (found !== null) return found;
  }
  return null;
}

/** Among several deployments the most frequent one is assumed to be correct; in a tie, both are named. */
function mixedDeployments(stores: readonly InspectedStore[]): string | null {
  const right = known(stores);
  const wrong = stores.find(({ record }) => (record?.deployment ?? right) !== right);
  if (wrong === undefined) return null;
  const are = (deployment: string | null | undefined) =>
    stores.filter(({ record }) => record?.deployment === deployment);
  const others = are(right).map(({ place }) => shortForm(place));
  if (are(wrong.record?.deployment).length === others.length) {
    return (
      `${listed([...others, shown(wrong.place)])} are of different deployments, ${right} and ${wrong.record!.deployment}. ` +
      `Restore the correct one, or ${acceptance(wrong.place)}`
    );
  }
  return (
    `${shown(wrong.place)} is of deployment ${wrong.record!.deployment}, expected ${right}, as ${listed(others)}. ` +
    `Restore the correct one, or ${acceptance(wrong.place)}`
  );
}

/** A place holds another store than expected: this store, or the expected one, belongs elsewhere. */
function misplaced({ name, url }: Place, record: StoreRecord | null, stores: readonly InspectedStore[]): string | null {
  if (record === null || record.stores.size === 0) return null;
  // The expected store is also present; another one may be missing.
  if (stores.some(({ place }) => place.url === url && record.stores.has(place.name))) return null;
  const others = stores.filter((other) => other.place.url !== url && other.record !== null);
  const isElsewhere =
    stores.some((other) => other.record?.noted.has(name)) || others.some((other) => other.record!.stores.has(name));
  // A former place: its store has moved since.
  const isFormer = others.some(
    ({ place, record: its }) => record.stores.has(place.name) && its!.stores.has(place.name),
  );
  return isElsewhere || isFormer
    ? `${shown({ name, url })} holds ${listed([...record.stores.keys()])}, expected ${name}: put each store back in its place`
    : null;
}

/** A store that is missing, or has no identity, although another store has noted it. */
function missing({ place, record }: InspectedStore, stores: readonly InspectedStore[], isOwn: boolean): string | null {
  if (record?.stores.has(place.name) === true || (record === null && !isOwn)) return null;
  const witness = witnessOf(place, stores);
  if (witness === null) return null;
  const subject =
    record === null || pathOf(place.url) === null
      ? "is missing"
      : "has no identity, like stores of older versions: it is not the original store";
  return `${shown(place)} ${subject}, and ${describeWitness(witness)}. Restore it, restore a complete backup, or ${acceptance(place)}`;
}

function older({ place, record }: InspectedStore, stores: readonly InspectedStore[]): string | null {
  const mark = record?.stores.get(place.name);
  const witness = witnessOf(place, stores);
  if (mark === undefined || witness === null) return null;
  const { mark: known, at } = witness;
  if (mark.epoch > known.epoch || (mark.epoch === known.epoch && mark.head >= known.head)) return null;
  const action =
    mark.epoch < known.epoch
      ? `is from before a restore or an accepted loss that ${shortForm(witness.place)} knows of${at === null ? "" : ` (${at})`}`
      : `is at ${mark.head}, but ${describeWitness(witness)}: it is an older copy`;
  return `${shown(place)} ${action}. Restore the newer one, restore a complete backup, or ${acceptance(place)}`;
}

/** A store that has noted another store's head. */
interface Witness {
  readonly place: Place;
  readonly mark: StoreProgress;
  /** When it was noted; null if the witness holds a store of that name itself. */
  readonly at: string | null;
}

/** The witness with the latest mark: by its notes, or as another copy. */
function witnessOf({ name, url }: Place, stores: readonly InspectedStore[]): Witness | null {
  const witnesses = stores.flatMap(({ place, record }): readonly Witness[] => {
    const held = record?.stores.get(name);
    // A place that holds the store is more reliable than its own old notes.
    if (held !== undefined) return place.url === url ? [] : [{ place: { name, url: place.url }, mark: held, at: null }];
    const noted = record?.noted.get(name);
    return noted === undefined ? [] : [{ place, mark: noted, at: noted.at }];
  });
  return witnesses.toSorted((a, b) => b.mark.epoch - a.mark.epoch || b.mark.head - a.mark.head)[0] ?? null;
}

const describeWitness = ({ place, mark, at }: Witness): string =>
  at === null ? `${shortForm(place)} is at ${mark.head}` : `${shortForm(place)} has noted it at ${mark.head} (${at})`;

const acceptance = ({ name, url }: Place): string =>
  `accept the loss: ${commandOf("events")} accept-loss ${pathOf(url) ?? name}`;

const listed = (words: readonly string[]): string => new Intl.ListFormat("en").format(words);
