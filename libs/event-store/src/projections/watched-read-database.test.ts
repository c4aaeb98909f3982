import { expect, test } from "vitest";
import { StoreUnavailableError } from "../event-store.ts";
import { openReadDatabase } from "../open.ts";
import { sql } from "./read-database.ts";
import { WatchedReadDatabase } from "./watched-read-database.ts";

test("failed writes of read models are counted, and the database is not ready until a write succeeds", async () => {
  const database = await openReadDatabase("sqlite::memory:");
  const full = new StoreUnavailableError("cannot write read models: database or disk is full");
  let isFull = false;
  const counted: string[] = [];
  const refuse = () => Promise.reject(full);
  const watched = new WatchedReadDatabase(
    new Proxy(database, {
      get: (target, property) =>
        isFull && (property === "nextNumber" || property === "checkWritable")
          ? refuse
          : (Reflect.get(target, property) as unknown),
    }),
    { log: { error: () => {} }, failures: { inc: ({ operation }) => counted.push(operation) } },
  );
  await watched.nextNumber("scenario");
  await watched.ready();
  isFull = true;
  await expect(watched.nextNumber("scenario")).rejects.toBe(full);
  // A successful read does not prove that writes work.
  await watched.query(sql`select 1 as one`);
  await expect(watched.ready()).rejects.toThrow("disk is full");
  expect(counted).toEqual(["next number", "check"]);
  isFull = false;
  await watched.ready();
  expect(await watched.nextNumber("scenario")).toBe(2);
  await watched.close();
});
