/** Messages between the thread of SQLite files and its callers; errors of the port keep their class. */
import { DuplicateEventError, StoreUnavailableError, StreamFullError, VersionConflictError } from "../event-store.ts";
import { SchemaTooNewError } from "../schema.ts";
import { DamagedEventError } from "../stored-event.ts";

/** An open file: a file that is opened twice is two of them. */
export interface OpenFile {
  readonly number: number;
  readonly path: string;
}

export interface ThreadCall {
  readonly id: number;
  readonly file: OpenFile;
  /** Of an operation; `open` opens the file and answers the names of all. */
  readonly name: string;
  readonly args: readonly unknown[];
}

export type Reply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: SerializedError };

const CLASSES = {
  DamagedEventError,
  DuplicateEventError,
  SchemaTooNewError,
  StoreUnavailableError,
  StreamFullError,
  VersionConflictError,
};

/** Structured cloning keeps message and stack of an error, but neither its class nor its fields. */
interface SerializedError {
  readonly name: string;
  readonly error: Error;
  readonly fields: object;
}

export const serializeError = (error: unknown): SerializedError => {
  const known = error instanceof Error ? error : new Error(String(error));
  const { cause: _, ...fields } = known;
  // Without its cause, which may be nothing that can be cloned; its message has the reason.
  const copy = Object.assign(new Error(known.message), { stack: known.stack });
  return { name: known.name, error: copy, fields };
};

export function deserializeError({ name, error, fields }: SerializedError): Error {
  const type = Object.hasOwn(CLASSES, name) ? CLASSES[name as keyof typeof CLASSES] : Error;
  return Object.assign(Object.setPrototypeOf(error, type.prototype as object) as Error, fields);
}
