/** Where the stores of a deployment are, by the settings of its services. */
import { basename, join, resolve } from "node:path";
import { isEventStoreDb, sqlitePath, withoutPassword } from "../open.ts";
import { EVENT_STORE_NAMES, type StoreName } from "./record.ts";

/** A store, and the database, file or namespace that it is in. */
export interface Place {
  readonly name: StoreName;
  readonly url: string;
}

/** The settings that say where stores are. */
export interface StoreSettings {
  readonly data: string;
  readonly store: string | null;
  readonly readModels?: string | null;
  readonly keys?: string | null;
}

const fileIn = (data: string, name: StoreName): string => `sqlite:${join(resolve(data), `${name}.db`)}`;

/** URL of the events of a service. */
export const eventsUrl = (name: StoreName, { data, store }: StoreSettings): string => store ?? fileIn(data, name);

/** URL of the keys of people: the store itself where that is a database of PostgreSQL. */
export function keysUrl({ data, store, keys }: StoreSettings): string {
  if (keys !== undefined && keys !== null) return keys;
  const isShared = store !== null && !store.startsWith("sqlite:") && !isEventStoreDb(store);
  return isShared ? store : fileIn(data, "keys");
}

/** URL of read models that are not beside the events; null where they are. */
export function readModelsUrl({ data, store, readModels }: StoreSettings): string | null {
  if (readModels !== undefined && readModels !== null) return readModels === store ? null : readModels;
  return store !== null && isEventStoreDb(store) ? fileIn(data, "read-models") : null;
}

/** All stores of a deployment whose services have the same settings. */
export function placesOf(settings: StoreSettings): readonly Place[] {
  const readModels = readModelsUrl(settings);
  return [
    ...EVENT_STORE_NAMES.map((name) => ({ name, url: eventsUrl(name, settings) })),
    { name: "keys", url: keysUrl(settings) },
    ...(readModels === null ? [] : [{ name: "read-models", url: readModels } as const]),
  ];
}

/** Path of a file; null for what is not one. */
export const pathOf = (url: string): string | null => (isEventStoreDb(url) ? null : sqlitePath(url));

/** A place as messages call it: the path of a file; else what it holds, and the URL without password. */
export const shown = ({ name, url }: Place): string => pathOf(url) ?? `${name} in ${withoutPassword(url)}`;

/** The same beside another one that was named in full. */
export const shortly = (place: Place): string => {
  const path = pathOf(place.url);
  return path === null ? shown(place) : basename(path);
};
