/** Bytes of a small file are changed in turn: that is noticed, or does not matter; nothing wrong is ever read. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { encode } from "../stored-event.ts";
import { event, events } from "../testing/events.ts";
import { openDatabase } from "./database.ts";
import { EventReader, EventWriter } from "./event-file.ts";
import { EVENT_MIGRATIONS } from "./event-migrations.ts";

/** 1 takes some minutes. */
const STRIDE = Number(process.env["ETESIAN_FLIP_STRIDE"] ?? 7);
const STREAMS = ["scenario-1", "scenario-2", "scenario-3"];

test("a file of three streams", { timeout: 600_000 }, () => {
  const directory = mkdtempSync(join(tmpdir(), "etesian-flipped-"));
  const path = join(directory, "events.db");
  const small = new DatabaseSync(path);
  small.exec("pragma page_size = 512");
  small.exec("vacuum");
  small.close();
  const database = openDatabase(path, "events", EVENT_MIGRATIONS);
  const writer = new EventWriter(database);
  for (const [index, stream] of STREAMS.entries()) {
    writer.append(
      stream,
      [...events(2), event({ text: "a longer text, so that there are more pages" })].map(encode),
      0,
    );
    writer.append(stream, events(index).concat(event()).map(encode), 3);
    writer.writeSnapshot(stream, { version: 3, schemaVersion: 1, state: { stream } });
  }
  database.close();

  /** Everything that is served. */
  const readAll = (): string => {
    const opened = openDatabase(path, "events", EVENT_MIGRATIONS);
    try {
      const reader = new EventReader(opened);
      return JSON.stringify([
        STREAMS.map((stream) => [
          reader.readStream(stream, 0),
          reader.readStream(stream, 2),
          // One that cannot be read is one that is made again.
          reader.readSnapshot(stream, 1) ?? { version: 3, schemaVersion: 1, state: { stream } },
        ]),
        reader.readAll(0, 100),
      ]);
    } finally {
      opened.close();
    }
  };
  const truth = readAll();
  const whole = readFileSync(path);

  const outcomes = { noticed: 0, harmless: 0 };
  const served: number[] = [];
  for (let at = 0; at < whole.length; at += STRIDE) {
    const changed = Buffer.from(whole);
    changed[at] = changed[at]! ^ (1 << (at % 8));
    rmSync(`${path}-wal`, { force: true });
    rmSync(`${path}-shm`, { force: true });
    writeFileSync(path, changed);
    try {
      if (readAll() === truth) outcomes.harmless += 1;
      else served.push(at);
    } catch {
      outcomes.noticed += 1;
    }
  }
  expect(served).toEqual([]);
  expect(outcomes.noticed).toBeGreaterThan(outcomes.harmless / 4);
  rmSync(directory, { recursive: true });
});
