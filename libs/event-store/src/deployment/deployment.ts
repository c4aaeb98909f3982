/**
 * Stores that belong together. Each records the id of its deployment, its own name and the last known heads of the
 * others. A store from another deployment, a swapped store or an older copy is refused before any write. An operator
 * can accept the loss of named stores.
 */
import { randomUUID } from "node:crypto";
import { commandOf } from "@etesian/service-kit/commands";
import { StartRefusedError } from "@etesian/service-kit";
import { backendOf, pathOf } from "../backends.ts";
import { StoreUnavailableError } from "../event-store.ts";
import { deleteRecordedHead } from "../sqlite/recorded-head.ts";
import { withDirectoryLock } from "./lock.ts";
import { type Place, shortForm, describePlace } from "./places.ts";
import {
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
 * Verifies the stores that a service opens, adds new ones to the deployment, and returns the `Deployment`, which
 * maintains their notes about other stores. The stores in `otherPlaces` are compared if they exist. @throws
 * StoreMismatchError if they do not belong together; nothing was written.
 */
export async function joinDeployment(
  ownPlaces: readonly Place[],
  otherPlaces: readonly Place[],
  directory: string,
): Promise<Deployment> {
  const isPersistent = ({ url }: Place): boolean => url !== "sqlite::memory:";
  const persistentPlaces = ownPlaces.filter(isPersistent);
  if (persistentPlaces.length === 0) return new Deployment([], []);
  const needsDirectory = [...persistentPlaces, ...otherPlaces].some(({ url }) => pathOf(url) !== null);
  const join = async (): Promise<Deployment> => {
    const ownStores = await Promise.all(persistentPlaces.map(inspect));
    const otherStores = (await Promise.all(otherPlaces.map(inspectIfReadable))).filter(
      (inspectedStore) => inspectedStore !== null,
    );
    await check(ownStores, otherStores);
    let deployment = mostFrequentDeployment([...ownStores, ...otherStores]) ?? randomUUID();
    for (const { keeper, place, record } of ownStores) {
      if (record?.stores.has(place.name) === true) continue;
      await keeper.claim(deployment, place.name);
      // If several processes start simultaneously, the first one creates the id.
      const first = (await keeper.read())?.deployment ?? deployment;
      if (first !== deployment) await keeper.claim(first, place.name);
      deployment = first;
    }
    return new Deployment(persistentPlaces, otherPlaces);
  };
  return needsDirectory ? withDirectoryLock(directory, join) : join();
}

/** Maintains a service's records of other stores. */
export class Deployment {
  readonly #ownPlaces: readonly Place[];
  readonly #otherPlaces: readonly Place[];

  constructor(ownPlaces: readonly Place[], otherPlaces: readonly Place[]) {
    this.#ownPlaces = ownPlaces;
    this.#otherPlaces = otherPlaces;
  }

  /** Records the heads of all reachable stores in the service's own stores. */
  async recordHeads(): Promise<void> {
    const ownStores = (await Promise.all(this.#ownPlaces.map(inspectIfReadable))).filter(hasRecord);
    const otherStores = (await Promise.all(this.#otherPlaces.map(inspectIfReadable))).filter(hasRecord);
    await recordHeadsIn(ownStores, [...ownStores, ...otherStores]);
    for (const { place, keeper, record } of ownStores) {
      if (place.name !== "events" && record.stores.has(place.name)) await keeper.tick(place.name);
    }
  }

  /** The largest number of each sequence in any reachable store. */
  async numbers(): Promise<ReadonlyMap<string, number>> {
    const greatest = new Map<string, number>();
    for (const { record } of (
      await Promise.all([...this.#ownPlaces, ...this.#otherPlaces].map(inspectIfReadable))
    ).filter(hasRecord)) {
      for (const [name, last] of record.numbers) greatest.set(name, Math.max(last, greatest.get(name) ?? 0));
    }
    return greatest;
  }
}

/**
 * Accepts the current state of stores despite other stores' notes. A store may be lost, older, foreign, or restored
 * from a backup. Its earlier copies and backups are refused from now on. The stores must be closed. `id`: the
 * deployment's id, if no other store has it. @throws StoreMismatchError if a place holds a store other than the
 * expected one.
 */
export async function acceptCurrentState(
  names: readonly StoreName[],
  places: readonly Place[],
  id: string | null = null,
): Promise<readonly string[]> {
  const stores = await Promise.all(places.map(inspect));
  const acceptedStores = stores.filter(({ place }) => names.includes(place.name));
  for (const { place, record } of acceptedStores) {
    const problem = describeMisplaced(place, record, stores);
    if (problem !== null) throw new StoreMismatchError(problem);
  }
  const deployment =
    mostFrequentDeployment(stores.filter((store) => !acceptedStores.includes(store))) ??
    id ??
    mostFrequentDeployment(acceptedStores) ??
    randomUUID();
  for (const { place, keeper, record } of acceptedStores) {
    const epochs = stores.flatMap(({ record }) => [record?.stores.get(place.name), record?.notes.get(place.name)]);
    // Based on the clock, so that two independently accepted stores differ; never decreasing.
    const epoch = Math.max(Math.floor(Date.now() / 1000), ...epochs.map((mark) => (mark?.epoch ?? 0) + 1));
    // A database may hold several stores, which share its notes: they are kept unless they are from another deployment.
    const previous = record?.deployment === deployment ? record.notes : new Map<StoreName, RecordedProgress>();
    await keeper.accept(deployment, place.name, epoch, previous);
    const path = pathOf(place.url);
    if (path !== null) deleteRecordedHead(path);
  }
  const existingStores = (await Promise.all(places.map(inspect))).filter(hasRecord);
  await recordHeadsIn(existingStores, existingStores);
  return acceptedStores.map(({ place }) => describePlace(place));
}

/**
 * Makes a copied event store replace its source in the deployment. `readModels`: URL of read models that stay where
 * they are and follow the copy from now on.
 */
export async function inherit(from: string, to: string, readModels: string | null = null): Promise<void> {
  const [source, target] = [await keeperOf(from), await keeperOf(to)];
  const record = await source.read();
  if (record === null || record.deployment === null) return;
  const targetRecord = await target.read();
  const notes = new Map([...record.notes, ...(targetRecord?.notes ?? [])]);
  // Read models in other places are rebuilt from the events.
  notes.delete("read-models");
  for (const name of [...record.stores.keys(), ...(targetRecord?.stores.keys() ?? [])]) notes.delete(name);
  for (const [name, { epoch }] of record.stores) {
    if (name === "events") await target.accept(record.deployment, name, epoch + 1, notes);
  }
  if (readModels !== null) await (await keeperOf(readModels)).claim(record.deployment, "read-models");
}

/** Access to a place's record. */
const keeperOf = (url: string): Promise<RecordKeeper> => backendOf(url).openRecord(url);

async function inspect(location: Place): Promise<InspectedStore> {
  const keeper = await keeperOf(location.url);
  return { place: location, keeper, record: await keeper.read() };
}

/** Null if the store cannot be read, which its own service reports. */
async function inspectIfReadable(location: Place): Promise<InspectedStore | null> {
  try {
    return await inspect(location);
  } catch (error) {
    if (error instanceof StoreUnavailableError) return null;
    throw error;
  }
}

const hasRecord = (
  inspectedStore: InspectedStore | null,
): inspectedStore is InspectedStore & { readonly record: StoreRecord } =>
  inspectedStore !== null && inspectedStore.record !== null;

/** Records the heads of a deployment's stores in some of them. */
async function recordHeadsIn(targets: readonly InspectedStore[], all: readonly InspectedStore[]): Promise<void> {
  const at = new Date().toISOString();
  for (const { keeper, record: storeRecord } of targets) {
    const marks = all.flatMap(({ place: { name }, record }) => {
      const mark = record?.stores.get(name);
      const isOther =
        mark !== undefined && storeRecord?.stores.has(name) === false && record?.deployment === storeRecord.deployment;
      const previousMark = storeRecord?.notes.get(name);
      return isOther && !(previousMark?.epoch === mark.epoch && previousMark.head === mark.head)
        ? [[name, { ...mark, at }] as const]
        : [];
    });
    if (marks.length > 0) await keeper.note(new Map(marks));
  }
}

/** The most frequent deployment among the stores; null if none has one. */
function mostFrequentDeployment(stores: readonly InspectedStore[]): string | null {
  const counts = new Map<string, number>();
  for (const { record } of stores) {
    if (typeof record?.deployment === "string") counts.set(record.deployment, (counts.get(record.deployment) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}

/** @throws StoreMismatchError */
async function check(ownStores: readonly InspectedStore[], otherStores: readonly InspectedStore[]): Promise<void> {
  if (problemOf(ownStores, otherStores) === null) return;
  // Heads may advance while records are read, so they are read again and compared with the notes read before.
  const reread = async (stores: readonly InspectedStore[]): Promise<readonly InspectedStore[]> =>
    Promise.all(
      stores.map(async (store) => {
        const record = await store.keeper.read();
        if (record === null || store.record === null) return { ...store, record };
        return { ...store, record: { ...record, notes: store.record.notes } };
      }),
    );
  const problem = problemOf(await reread(ownStores), await reread(otherStores));
  if (problem !== null) throw new StoreMismatchError(problem);
}

function problemOf(ownStores: readonly InspectedStore[], otherStores: readonly InspectedStore[]): string | null {
  const all = [...ownStores, ...otherStores];
  return (
    describeMixedDeployments(all) ??
    firstProblem(all, ({ place, record }) => describeMisplaced(place, record, all)) ??
    firstProblem(all, (inspectedStore) => describeMissing(inspectedStore, all, ownStores.includes(inspectedStore))) ??
    firstProblem(all, (inspectedStore) => describeOlder(inspectedStore, all))
  );
}

function firstProblem(
  stores: readonly InspectedStore[],
  problem: (store: InspectedStore) => string | null,
): string | null {
  for (const store of stores) {
    const text = problem(store);
    if (text !== null) return text;
  }
  return null;
}

/** Of several deployments, the most frequent one is assumed to be correct; in a tie, both are named. */
function describeMixedDeployments(stores: readonly InspectedStore[]): string | null {
  const expectedDeployment = mostFrequentDeployment(stores);
  const foreign = stores.find(({ record }) => (record?.deployment ?? expectedDeployment) !== expectedDeployment);
  if (foreign === undefined) return null;
  const storesOf = (deployment: string | null | undefined) =>
    stores.filter(({ record }) => record?.deployment === deployment);
  const others = storesOf(expectedDeployment).map(({ place }) => shortForm(place));
  if (storesOf(foreign.record?.deployment).length === others.length) {
    return (
      `${formatList([...others, describePlace(foreign.place)])} belong to different deployments, ${expectedDeployment} and ${foreign.record!.deployment}. ` +
      `Restore the correct one, or ${describeAcceptance(foreign.place)}`
    );
  }
  return (
    `${describePlace(foreign.place)} belongs to deployment ${foreign.record!.deployment}, but ${expectedDeployment}, the deployment of ${formatList(others)}, was expected. ` +
    `Restore the correct one, or ${describeAcceptance(foreign.place)}`
  );
}

/**
 * Describes a misplaced store: the place holds a store other than the expected one, and this store, or the expected
 * one, belongs elsewhere. Null if the store is not misplaced.
 */
function describeMisplaced(
  { name, url }: Place,
  record: StoreRecord | null,
  stores: readonly InspectedStore[],
): string | null {
  if (record === null || record.stores.size === 0) return null;
  // The expected store is also present; another one may be missing.
  if (stores.some(({ place }) => place.url === url && record.stores.has(place.name))) return null;
  const others = stores.filter((other) => other.place.url !== url && other.record !== null);
  const isElsewhere =
    stores.some((other) => other.record?.notes.has(name)) || others.some((other) => other.record!.stores.has(name));
  // A previous place, whose store has since moved.
  const isFormer = others.some(
    ({ place, record: otherRecord }) => record.stores.has(place.name) && otherRecord!.stores.has(place.name),
  );
  return isElsewhere || isFormer
    ? `${describePlace({ name, url })} holds ${formatList([...record.stores.keys()])}, expected ${name}: put each store back in its place`
    : null;
}

/** Describes a store that is missing or has no identity, although another store has recorded it; otherwise null. */
function describeMissing(
  { place, record }: InspectedStore,
  stores: readonly InspectedStore[],
  isOwn: boolean,
): string | null {
  if (record?.stores.has(place.name) === true || (record === null && !isOwn)) return null;
  const witness = witnessOf(place, stores);
  if (witness === null) return null;
  const problem =
    record === null || pathOf(place.url) === null
      ? "is missing"
      : "has no identity, like stores of older versions, so it is not the original store";
  return `${describePlace(place)} ${problem}, and ${describeWitness(witness)}. Restore it, restore a complete backup, or ${describeAcceptance(place)}`;
}

function describeOlder({ place, record }: InspectedStore, stores: readonly InspectedStore[]): string | null {
  const mark = record?.stores.get(place.name);
  const witness = witnessOf(place, stores);
  if (mark === undefined || witness === null) return null;
  const { mark: storeProgress, recordedAt } = witness;
  if (mark.epoch > storeProgress.epoch || (mark.epoch === storeProgress.epoch && mark.head >= storeProgress.head))
    return null;
  const action =
    mark.epoch < storeProgress.epoch
      ? `predates a restore or an accepted loss recorded in ${shortForm(witness.place)}${recordedAt === null ? "" : ` (${recordedAt})`}`
      : `is at ${mark.head}, but ${describeWitness(witness)}: it is an older copy`;
  return `${describePlace(place)} ${action}. Restore the newer one, restore a complete backup, or ${describeAcceptance(place)}`;
}

/** A place that knows a store's head: from its notes, or because it has another copy of the store. */
interface Witness {
  readonly place: Place;
  readonly mark: StoreProgress;
  /** When the head was recorded; null if the witness holds a store of that name itself. */
  readonly recordedAt: string | null;
}

/** The witness with the latest mark. */
function witnessOf({ name, url }: Place, stores: readonly InspectedStore[]): Witness | null {
  const witnesses = stores.flatMap(({ place, record }): readonly Witness[] => {
    const storedMark = record?.stores.get(name);
    // A place that holds the store itself is more reliable than old records.
    if (storedMark !== undefined)
      return place.url === url ? [] : [{ place: { name, url: place.url }, mark: storedMark, recordedAt: null }];
    const note = record?.notes.get(name);
    return note === undefined ? [] : [{ place, mark: note, recordedAt: note.at }];
  });
  return witnesses.toSorted((a, b) => b.mark.epoch - a.mark.epoch || b.mark.head - a.mark.head)[0] ?? null;
}

const describeWitness = ({ place, mark, recordedAt }: Witness): string =>
  recordedAt === null
    ? `${shortForm(place)} is at ${mark.head}`
    : `${shortForm(place)} recorded it at ${mark.head} (${recordedAt})`;

const describeAcceptance = ({ name, url }: Place): string =>
  `accept the loss: ${commandOf("events")} accept-loss ${pathOf(url) ?? name}`;

const formatList = (words: readonly string[]): string => new Intl.ListFormat("en").format(words);
