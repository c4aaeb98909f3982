/** The places of a deployment's stores, according to the services' settings. */
import { basename, join, resolve } from "node:path";
import { holdsOnlyEvents, pathOf, withoutPassword } from "../backends.ts";
import type { StoreName } from "./record.ts";

/** A store and its database, file or namespace. */
export interface Place {
  readonly name: StoreName;
  readonly url: string;
}

/** The settings that determine the stores' places. */
export interface StoreSettings {
  readonly data: string;
  readonly store: string | null;
  readonly readModels?: string | null;
  readonly keys?: string | null;
}

const fileIn = (data: string, name: StoreName): string => `sqlite:${join(resolve(data), `${name}.db`)}`;

/** URL of the events of all services. */
export const eventsUrl = ({ data, store }: StoreSettings): string => store ?? fileIn(data, "events");

/** URL of the personal data keys; by default the event store if it is a database on a server, otherwise a file. */
export function keysUrl({ data, store, keys }: StoreSettings): string {
  if (keys !== undefined && keys !== null) return keys;
  const isShared = store !== null && pathOf(store) === null && !holdsOnlyEvents(store);
  return isShared ? store : fileIn(data, "keys");
}

/** URL of read models that are separate from the events; null if they are together. */
export function readModelsUrl({ data, store, readModels }: StoreSettings): string | null {
  if (readModels !== undefined && readModels !== null) return readModels === store ? null : readModels;
  return store !== null && holdsOnlyEvents(store) ? fileIn(data, "read-models") : null;
}

/** All stores of a deployment whose services have the same settings. */
export function placesOf(settings: StoreSettings): readonly Place[] {
  const readModels = readModelsUrl(settings);
  return [
    { name: "events", url: eventsUrl(settings) },
    { name: "keys", url: keysUrl(settings) },
    ...(readModels === null ? [] : [{ name: "read-models", url: readModels } as const]),
  ];
}

/** Names a place in messages: the path of a file, or the store's name and the URL without its password. */
export const describePlace = ({ name, url }: Place): string => pathOf(url) ?? `${name} in ${withoutPassword(url)}`;

/** A shorter name for use next to the full name of another place. */
export const shortForm = (location: Place): string => {
  const path = pathOf(location.url);
  return path === null ? describePlace(location) : basename(path);
};
