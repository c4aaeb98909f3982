/** The stores of a deployment: in files, in databases, or in a backup. */
import { join, resolve } from "node:path";
import { accountStoresOf } from "@etesian/accounts";
import { eventsUrl, keysUrl, PROCESSES, readModelsUrl, type StoreSettings } from "@etesian/event-store";
import { ID_SEQUENCES } from "@etesian/event-store/service";

/**
 * Data next to the events that cannot be derived from them: checkpoints of processes, because their effects must not
 * happen twice (read models are rebuilt), tables with other contents, and sequences of issued ids.
 */
export const NON_EVENT_DATA = {
  processes: PROCESSES,
  tables: ["curve_numbers"],
  sequences: ID_SEQUENCES.readModels,
} as const;

/** URLs of the stores. */
export interface Deployment<Keys extends string | null = string | null> {
  readonly events: string;
  /** The database next to the events. */
  readonly database: string;
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
  const events = eventsUrl(settings);
  return { events, database: readModelsUrl(settings) ?? events, keys: keysUrl(settings) };
}

/** Stores in files, as in a backup. `keys`: directory of the keys, or null to omit them. */
export function filesIn<Keys extends string | null>(directory: string, keys: Keys): Deployment<Keys> {
  const events = `sqlite:${join(resolve(directory), "events.db")}`;
  const keysUrl = keys === null ? null : `sqlite:${join(resolve(keys), "keys.db")}`;
  return { events, database: events, keys: keysUrl as Keys };
}

/** URLs of all stores in reading order: events before the stores they reference. */
export const urlsOf = ({ events, database, keys }: Deployment): readonly string[] => [
  ...new Set([events, database, ...(keys === null ? [] : [keys])]),
];
