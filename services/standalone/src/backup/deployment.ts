/** The stores of a deployment, wherever they are: in files, in databases, in a backup. */
import { join, resolve } from "node:path";
import { placeOf } from "@etesian/accounts";
import { eventsUrl, isEventStoreDb, keysUrl, readModelsUrl, type StoreSettings } from "@etesian/event-store";

/**
 * The stores of events, each before those that it refers to, so that an earlier copy names nothing that is missing from
 * a later one. `streams` are its own. `processes` keep a checkpoint that has to survive, because their effects must not
 * happen twice (read models begin again). `tables` are facts that are no events; `sequences` are numbers that were
 * given out.
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

/** Where each store is, by URL. */
export interface Deployment<Keys extends string | null = string | null> {
  readonly events: { readonly [N in StoreName]: string };
  /** The database beside the events. */
  readonly beside: { readonly [N in StoreName]: string };
  /** Null: left out. */
  readonly keys: Keys;
}

/** How a deployment is named on the command line, or by variables. */
export interface Flags {
  readonly data?: string | undefined;
  readonly store?: string | undefined;
  readonly "read-models"?: string | undefined;
  readonly keys?: string | undefined;
}

/** The settings of `npm start` with these flags. */
export function settingsOf(flags: Flags): StoreSettings {
  const readModels = flags["read-models"] ?? (process.env["ETESIAN_READ_MODELS"] || null);
  return { ...placeOf(flags), readModels };
}

/** The stores that services with these settings use. */
export function deploymentOf(settings: StoreSettings): Deployment<string> {
  const events = byStore((name) => eventsUrl(name, settings));
  const beside = byStore((name) => readModelsUrl(settings) ?? events[name]);
  return { events, beside, keys: keysUrl(settings) };
}

/** The stores in the files of directories, as a backup has them. `keys`: the directory of those, null without. */
export function filesIn<Keys extends string | null>(directory: string, keys: Keys): Deployment<Keys> {
  const urls = byStore((name) => `sqlite:${join(resolve(directory), STORES[name].file)}`);
  const own = keys === null ? null : `sqlite:${join(resolve(keys), KEYS_FILE)}`;
  return { events: urls, beside: urls, keys: own as Keys };
}

/** All stores of a deployment, in the order in which they are to be read: events first, what they name after them. */
export function urlsOf({ events, beside, keys }: Deployment): readonly string[] {
  return [...new Set([...Object.values(events), ...Object.values(beside), ...(keys === null ? [] : [keys])])];
}

export const byStore = <T>(of: (name: StoreName) => T): { readonly [N in StoreName]: T } =>
  Object.fromEntries(STORE_NAMES.map((name) => [name, of(name)])) as { [N in StoreName]: T };

/** The stores whose events are at a URL. */
export const storesAt = ({ events }: Deployment, url: string): readonly StoreName[] =>
  STORE_NAMES.filter((name) => events[name] === url);

/** The store, of some, that a stream belongs to. @throws ForeignStreamError when it is none of them. */
export function storeOf(stream: string, among: readonly StoreName[], url: string): StoreName {
  const name = among.find((each) => STORES[each].streams.test(stream));
  if (name === undefined) throw new ForeignStreamError(stream, among, url);
  return name;
}

/** A store has events that are none of its own: it is another one's, or a newer program's. */
export class ForeignStreamError extends Error {
  override readonly name = "ForeignStreamError";

  constructor(stream: string, among: readonly StoreName[], url: string) {
    super(`${url} has the stream ${stream}, which is none of ${among.join(", ")}: is it another store?`);
  }
}

/** The file of a store in a file. */
export const pathOf = (url: string): string => url.slice("sqlite:".length);

/** In words, for a manifest. */
export const kindOf = (url: string): "sqlite" | "postgresql" | "eventstoredb" =>
  isEventStoreDb(url) ? "eventstoredb" : url.startsWith("sqlite:") ? "sqlite" : "postgresql";
