/** The expected contents of `events.db` after the files written by `writeFormerFiles` were merged. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect } from "vitest";
import { checkStore } from "../../check.ts";
import { START } from "../../event.ts";
import { openEventStore } from "../../open.ts";
import { FORMER_STREAMS } from "../../testing/former-files.ts";
import { FORMER_NAMES } from "./merge.ts";

const EVENT_FILES = ["events", ...FORMER_NAMES] as const;

/** Expects that no event, row, reader or number is lost or duplicated, and that former files are renamed. */
export async function expectMerged(data: string): Promise<void> {
  const path = join(data, "events.db");
  const store = await openEventStore(`sqlite:${path}`);
  const events = await store.readAll(START, 1_000);
  expect(events.map(({ stream, version }) => `${stream} ${version}`)).toEqual(
    EVENT_FILES.flatMap((name) =>
      [1, 2].flatMap((version) => Array.from({ length: FORMER_STREAMS }, (_, n) => `${name}-${n + 1} ${version}`)),
    ),
  );
  expect((await checkStore(store)).problems).toEqual([]);
  await store.close();
  const database = new DatabaseSync(path);
  const readRows = (statement: string) =>
    database
      .prepare(statement)
      .all()
      .map((row) => Object.values(row));
  const half = FORMER_STREAMS;
  expect(
    readRows("select consumer, cast(position as integer) from checkpoints where consumer like 'reader%' order by 2"),
  ).toEqual(EVENT_FILES.map((name, index) => [`reader of ${name}`, index * half * 2 + half]));
  for (const name of EVENT_FILES) {
    expect(readRows(`select * from "list of ${name}"`)).toEqual([[7, `of ${name}`]]);
    expect(readRows(`select name from sqlite_master where name = 'titles of ${name}'`)).toHaveLength(1);
    expect(readRows(`select last from sequences where name = '${name}'`)).toEqual([[40]]);
  }
  expect(readRows("select last from sequences where name = 'shared'")).toEqual([["saved-scenarios".length]]);
  expect(readRows("select name from deployment_stores")).toEqual([["events"]]);
  database.close();
  const files = FORMER_NAMES.flatMap((name) => [`${name}.db`, `${name}.db.merged`]);
  expect(files.filter((file) => existsSync(join(data, file)))).toEqual(FORMER_NAMES.map((name) => `${name}.db.merged`));
}
