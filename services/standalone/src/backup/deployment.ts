/** The stores of a deployment: in files, in databases, or in a backup. */
import { join, resolve } from "node:path";
import { accountStoresOf } from "@etesian/accounts";
import { eventsUrl, keysUrl, readModelsUrl, type StoreSettings } from "@etesian/event-store";

/**
 * Event stores, referencing stores first: a store that is copied later contains everything that earlier copies
 * reference. `streams` matches a store's own streams. Checkpoints of `processes` must be kept, because their effects
 * must not happen twice (read models are rebuilt). `tables` contain data that is not in events; `sequences` contain
 * issued ids.
 */
export const STORES = {
  "saved-scenarios": {
    file: "saved-scenarios.db",
    streams: /^(admin-|unchanged-)?(saved-scenario|collection)-\d+$/,
    processes: ["saved scenarios"],
    tables: [],
    sequences: ["saved scenario", "collection"],
  },
  events: {
    file: "events.db",
    streams: /^((unchanged-)?scenario-\d+|admin-\d+|content-[0-9a-f]+)$/,
    processes: ["dropping curves of deleted scenarios"],
    tables: [],
    sequences: ["scenario"],
  },
  curves: {
    file: "curves.db",
    streams: /^(unchanged-)?curve_set-\d+$/,
    processes: [],
    tables: ["curve_numbers"],
    sequences: [],
  },
  // Result files are omitted: they can be recalculated.
  sweeps: {
    file: "sweeps.db",
    streams: /^(unchanged-)?sweep-\d+$/,
    processes: [],
    tables: [],
    sequences: [],
  },
  accounts: {
    file: "accounts.db",
    streams: /^(unchanged-)?person-\d+$/,
    processes: ["erasures"],
    tables: [],
    sequences: [],
  },
} as const satisfies { readonly [name: string]: StoreOfEvents };

interface StoreOfEvents {
  readonly file: string;
  readonly streams: RegExp;
  readonly processes: readonly string[];
  readonly tables: readonly string[];
  readonly sequences: readonly string[];
}

export type StoreName = keyof typeof STORES;
export const STORE_NAMES = Object.keys(STORES) as readonly StoreName[];

const KEYS_FILE = "keys.db";

/** URL of each store. */
export interface Deployment<Keys extends string | null = string | null> {
  readonly events: { readonly [N in StoreName]: string };
  /** The database next to each event store. */
  readonly databases: { readonly [N in StoreName]: string };
  /** Null if the keys are omitted. */
  readonly keys: Keys;
}

/** Locations of a deployment's stores from the command line or the environment. */
export interface Flags {
  readonly data?: string | undefined;
  readonly store?: string | undefined;
  readonly "read-models"?: string | undefined;
  readonly keys?: string | undefined;
}

/** The settings that `npm start` would use with these flags. */
export function settingsOf(flags: Flags): StoreSettings {
  const readModels = flags["read-models"] ?? (process.env["ETESIAN_READ_MODELS"] || null);
  return { ...accountStoresOf(flags), readModels };
}

/** The stores that services use with these settings. */
export function deploymentOf(settings: StoreSettings): Deployment<string> {
  const events = byStore((name) => eventsUrl(name, settings));
  const databases = byStore((name) => readModelsUrl(settings) ?? events[name]);
  return { events, databases, keys: keysUrl(settings) };
}

/** Stores in files, as in a backup. `keys`: directory of the keys, or null to omit them. */
export function filesIn<Keys extends string | null>(directory: string, keys: Keys): Deployment<Keys> {
  const urls = byStore((name) => `sqlite:${join(resolve(directory), STORES[name].file)}`);
  const own = keys === null ? null : `sqlite:${join(resolve(keys), KEYS_FILE)}`;
  return { events: urls, databases: urls, keys: own as Keys };
}

/** URLs of all stores in the order of reading: events before what they reference. */
export function urlsOf({ events, databases, keys }: Deployment): readonly string[] {
  return [...new Set([...Object.values(events), ...Object.values(databases), ...(keys === null ? [] : [keys])])];
}

export const byStore = <T>(of: (name: StoreName) => T): { readonly [N in StoreName]: T } =>
  Object.fromEntries(STORE_NAMES.map((name) => [name, of(name)])) as { [N in StoreName]: T };

/** The stores whose events are at a URL. */
export const storesAt = ({ events }: Deployment, url: string): readonly StoreName[] =>
  STORE_NAMES.filter((name) => events[name] === url);

/** The store among the given ones that owns a stream. @throws ForeignStreamError if none does. */
export function storeOf(stream: string, among: readonly StoreName[], url: string): StoreName {
  const name = among.find((each) => STORES[each].streams.test(stream));
  if (name === undefined) throw new ForeignStreamError(stream, among, url);
  return name;
}

/** A store contains a stream of another service, or of a newer program. */
export class ForeignStreamError extends Error {
  override readonly name = "ForeignStreamError";

  constructor(stream: string, among: readonly StoreName[], url: string) {
    super(`${url} has the stream ${stream}, which does not belong to ${among.join(", ")}: is this the right store?`);
  }
}
