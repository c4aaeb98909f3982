/** Tests that this version reads the events of every earlier version. A changed payload needs a new schema version. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type EventDefinitions, eventCodec, type RecordedEvent } from "@etesian/event-store";
import { describe, expect, test } from "vitest";
import { ALL_EVENTS, type Corpus, currentEntries } from "./corpus.ts";

const DIRECTORY = join(import.meta.dirname, "corpus");
const files = readdirSync(DIRECTORY).sort();
const read = (file: string): Corpus => JSON.parse(readFileSync(join(DIRECTORY, file), "utf8")) as Corpus;

/** The hint in a failure message. */
const HINT =
  "a changed schema needs a new version and an upcast (docs/events.md); to add a new version: npm run generate";

const definitions: EventDefinitions = ALL_EVENTS;
const codec = eventCodec(ALL_EVENTS);

const toRecordedEvent = (event: string, data: unknown): RecordedEvent => {
  const [type = "", version] = event.split(" ");
  return { type, schemaVersion: Number(version), stream: "corpus-1", version: 1, data } as RecordedEvent;
};

describe.each(files)("stored events of %s", (file) => {
  test.each(Object.entries(read(file)))("%s are read", (event, { payloads }) => {
    expect(payloads.length).toBeGreaterThan(0);
    for (const payload of payloads) {
      const { type, data } = codec.decode(toRecordedEvent(event, payload));
      expect(definitions[type]).toBeDefined();
      // Reading loses no field.
      expect(data).toMatchObject(payload as object);
    }
  });
});

describe("events written by this version", () => {
  const corpus: Corpus = Object.assign({}, ...files.map(read));

  test.each(Object.entries(currentEntries()))("%s match the schema of their version", (event, { schema }) => {
    expect({ event, schema, hint: HINT }).toEqual({ event, schema: corpus[event]?.schema, hint: HINT });
  });

  test("every older schema version has an entry", () => {
    const missing = Object.entries(definitions).flatMap(([type, { version }]) =>
      Array.from({ length: version }, (_, index) => `${type} ${index + 1}`).filter(
        (event) => corpus[event] === undefined,
      ),
    );
    expect(missing).toEqual([]);
  });
});
