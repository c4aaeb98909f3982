/** Messages between a thread for SQLite files and its callers; errors keep their class. */
import { DuplicateEventError, StoreUnavailableError, StreamFullError, VersionConflictError } from "../event-store.ts";
import { MigrationFailedError, SchemaTooNewError } from "../schema.ts";
import { DamagedEventError } from "../stored-event.ts";

/** An open file, which has a new number each time it is opened. */
export interface OpenFile {
  readonly number: number;
  readonly path: string;
}

export interface ThreadCall {
  readonly id: number;
  readonly file: OpenFile;
  /** Name of an operation; `open` opens the file and returns the names of all operations. */
  readonly name: string;
  readonly args: readonly unknown[];
}

export type Reply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: SerializedError };

const CLASSES = {
  DamagedEventError,
  DuplicateEventError,
  MigrationFailedError,
  SchemaTooNewError,
  StoreUnavailableError,
  StreamFullError,
  VersionConflictError,
};

/** Structured cloning keeps an error's message and stack, but neither its class nor its fields. */
interface SerializedError {
  readonly name: string;
  readonly error: Error;
  readonly fields: object;
}

export const serializeError = (error: unknown): SerializedError => {
  const original = error instanceof Error ? error : new Error(String(error));
  const { cause: _, ...fields } = original;
  // Omits the cause, which may not be cloneable; the message contains the reason.
  const copy = Object.assign(new Error(original.message), { stack: original.stack });
  return { name: original.name, error: copy, fields };
};

export function deserializeError({ name, error, fields }: SerializedError): Error {
  const type = Object.hasOwn(CLASSES, name) ? CLASSES[name as keyof typeof CLASSES] : Error;
  return Object.assign(Object.setPrototypeOf(error, type.prototype as object) as Error, fields);
}
