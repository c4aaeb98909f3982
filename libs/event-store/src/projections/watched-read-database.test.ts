import { expect, test } from "vitest";
import { StoreUnavailableError } from "../event-store.ts";
import { openReadDatabase } from "../open.ts";
import { sql } from "./read-database.ts";
import { WatchedReadDatabase } from "./watched-read-database.ts";

test("failed writes to read models are counted, and the database is not ready until a write succeeds", async () => {
  const database = await openReadDatabase("sqlite::memory:");
  const diskFull = new StoreUnavailableError("cannot write read models: database or disk is full");
  let isFull = false;
  const failedOperations: string[] = [];
  const refuse = () => Promise.reject(diskFull);
  const watchedDatabase = new WatchedReadDatabase(
    new Proxy(database, {
      get: (target, property) =>
        isFull && (property === "nextNumber" || property === "checkWritable")
          ? refuse
          : (Reflect.get(target, property) as unknown),
    }),
    { log: { error: () => {} }, failures: { inc: ({ operation }) => failedOperations.push(operation) } },
  );
  await watchedDatabase.nextNumber("scenario");
  await watchedDatabase.ready();
  isFull = true;
  await expect(watchedDatabase.nextNumber("scenario")).rejects.toBe(diskFull);
  // A successful read does not prove that writes work.
  await watchedDatabase.query(sql`select 1 as one`);
  await expect(watchedDatabase.ready()).rejects.toThrow("disk is full");
  expect(failedOperations).toEqual(["next number", "check"]);
  isFull = false;
  await watchedDatabase.ready();
  expect(await watchedDatabase.nextNumber("scenario")).toBe(2);
  await watchedDatabase.close();
});
