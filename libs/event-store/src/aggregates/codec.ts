/**
 * Converts between an aggregate's typed events and stored payloads. Schemas validate both directions, and upcasters
 * convert older schema versions to the current one. Stored events are never rewritten.
 */
import type { z } from "zod";
import type { RecordedEvent } from "../event.ts";

/** One type of event. */
export interface EventDefinition<Data = unknown> {
  /** Version of the schema, from 1; increases whenever older payloads no longer match. */
  readonly version: number;
  readonly schema: z.ZodType<Data>;
  /** Converts a payload of each earlier version to the next version. */
  readonly upcast?: { readonly [fromVersion: number]: (old: never) => unknown };
}

export interface EventDefinitions {
  readonly [type: string]: EventDefinition;
}

/** The union of the events in the definitions. */
export type EventOf<D extends EventDefinitions> = {
  readonly [T in keyof D & string]: { readonly type: T; readonly data: z.output<D[T]["schema"]> };
}[keyof D & string];

/** An event's type, schema version and payload for the store. */
export interface EncodedEvent {
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: unknown;
}

export interface EventCodec<Event> {
  /** @throws InvalidEventError if the payload does not match its schema. */
  encode(event: Event): EncodedEvent;
  /** @throws InvalidEventError if the type, version or payload is unknown or invalid. */
  decode(recorded: RecordedEvent): Event;
}

/** A payload that cannot be stored, or a stored one that cannot be read. */
export class InvalidEventError extends Error {
  override readonly name = "InvalidEventError";
}

export function eventCodec<D extends EventDefinitions>(definitions: D): EventCodec<EventOf<D>> {
  for (const [type, { version, upcast = {} }] of Object.entries(definitions)) {
    for (let from = 1; from < version; from++) {
      if (upcast[from] === undefined) throw new Error(`Event ${type}: no upcast from schema version ${from}`);
    }
  }

  return {
    encode({ type, data }) {
      const definition = definitions[type]!;
      const result = definition.schema.safeParse(data);
      if (!result.success)
        throw new InvalidEventError(`Event ${type} cannot be stored: ${describeProblems(result.error)}`);
      // Normalised to the form that will be read: without undefined and −0.
      return { type, schemaVersion: definition.version, data: JSON.parse(JSON.stringify(result.data)) as unknown };
    },

    decode(recorded) {
      const { type, schemaVersion, stream, version } = recorded;
      const subject = `Event ${version} of ${stream}, ${type} in schema version ${schemaVersion}, cannot be read`;
      const definition = Object.hasOwn(definitions, type) ? definitions[type] : undefined;
      if (definition === undefined) throw new InvalidEventError(`${subject}: unknown type`);
      if (schemaVersion > definition.version) {
        throw new InvalidEventError(
          `${subject}: written by a newer program; this one supports version ${definition.version}`,
        );
      }
      let data = recorded.data;
      for (let from = schemaVersion; from < definition.version; from++) data = definition.upcast![from]!(data as never);
      const result = definition.schema.safeParse(data);
      if (!result.success) throw new InvalidEventError(`${subject}: ${describeProblems(result.error)}`);
      return { type, data: result.data } as EventOf<D>;
    },
  };
}

const describeProblems = (error: z.ZodError): string =>
  error.issues.map(({ path, message }) => `${path.join(".") || "payload"}: ${message}`).join("; ");
