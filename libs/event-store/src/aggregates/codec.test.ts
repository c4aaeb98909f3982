import { describe, expect, test } from "vitest";
import { z } from "zod";
import { eventCodec, InvalidEventError } from "./codec.ts";
import type { Position, RecordedEvent } from "../event.ts";

const recordedEvent = (facts: Partial<RecordedEvent>): RecordedEvent => ({
  id: "0192d3a4-0000-7000-8000-000000000000",
  type: "Renamed",
  schemaVersion: 1,
  time: "2026-11-21T09:23:00.000Z",
  actor: "anonymous",
  correlationId: "r",
  causationId: null,
  data: {},
  stream: "thing-1",
  version: 4,
  position: "1" as Position,
  ...facts,
});

/** Version 1 was a string, version 2 {name}, version 3 is {name, language}. */
const codec = eventCodec({
  Renamed: {
    version: 3,
    schema: z.object({ name: z.string(), language: z.string() }),
    upcast: {
      1: (old: string) => ({ name: old }),
      2: (old: { name: string }) => ({ ...old, language: "nl" }),
    },
  },
  Opened: { version: 1, schema: z.object({ note: z.string().optional(), level: z.number() }) },
});

describe("a codec for typed events", () => {
  test("typed events are written in the current version and read back the same", () => {
    const event = { type: "Renamed", data: { name: "a", language: "fr" } } as const;
    const encoded = codec.encode(event);
    expect(encoded).toEqual({ ...event, schemaVersion: 3 });
    expect(codec.decode(recordedEvent(encoded))).toEqual(event);
  });

  test.each([
    [1, "old"],
    [2, { name: "old" }],
    [3, { name: "old", language: "nl" }],
  ])("events of schema version %i are upcast to the current one", (schemaVersion, data) => {
    const stored = recordedEvent({ schemaVersion, data });
    expect(codec.decode(stored)).toEqual({ type: "Renamed", data: { name: "old", language: "nl" } });
    expect(stored.data).toBe(data);
  });

  test("data are normalised to JSON when they are written", () => {
    expect(codec.encode({ type: "Opened", data: { note: undefined, level: -0 } }).data).toStrictEqual({ level: 0 });
  });

  test("events that do not match their schema are neither written nor read", () => {
    const invalidEvent = { type: "Renamed", data: { name: 1 } } as never;
    expect(() => codec.encode(invalidEvent)).toThrow(InvalidEventError);
    expect(() => codec.decode(recordedEvent({ schemaVersion: 3, data: { name: "x" } }))).toThrow(
      /^Event 4 of thing-1, Renamed in schema version 3, cannot be read: language: /,
    );
  });

  test("events of an unknown type or a newer program are not read", () => {
    expect(() => codec.decode(recordedEvent({ type: "toString" }))).toThrow("cannot be read: unknown type");
    expect(() => codec.decode(recordedEvent({ schemaVersion: 4 }))).toThrow(
      "written by a newer program; this one supports version 3",
    );
  });

  test("a missing upcast is reported before anything is read", () => {
    expect(() => eventCodec({ Moved: { version: 2, schema: z.object({}) } })).toThrow(
      "Event Moved: no upcast from schema version 1",
    );
  });
});
