import { expect, test } from "vitest";
import { withoutPassword } from "./backends.ts";
import { openEventStore } from "./open.ts";

test("the URL of a store is printed without its password", async () => {
  expect(withoutPassword("postgres://me:s3:cret@db.example/etesian?ssl=1")).toBe(
    "postgres://me:…@db.example/etesian?ssl=1",
  );
  expect(withoutPassword("esdb+discover://me:s3cret@db.example:2113")).toBe("esdb+discover://me:…@db.example:2113");
  expect(withoutPassword("postgres://me:s3@cret@db.example/x")).toBe("postgres://me:…@db.example/x");
  expect(withoutPassword("postgres://me@db.example/x?password=s3cret&port=5")).toBe(
    "postgres://me@db.example/x?password=…&port=5",
  );
  expect(withoutPassword("postgres://me@db.example/x")).toBe("postgres://me@db.example/x");
  expect(withoutPassword("sqlite:/var/data/events.db")).toBe("sqlite:/var/data/events.db");
  await expect(openEventStore("mysql://me:s3cret@db.example/x")).rejects.toThrow(
    '"mysql://me:…@db.example/x": expected',
  );
});
