import { expect, it } from "vitest";
import type { BrowserStorage } from "../calculation/outbox.ts";
import { clearRecent, recordRecent, readRecent } from "./recent.ts";

function storageWith(entries = new Map<string, string>()): BrowserStorage {
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    key: (index) => [...entries.keys()][index] ?? null,
    get length() {
      return entries.size;
    },
  };
}
const scenario = (id: number, title = "") => ({ id, title, area: "nl", endYear: 2050 });

it("the list has the latest scenarios first, without duplicates, and at most five", () => {
  const storage = storageWith();
  for (const id of [1, 2, 3, 2, 4, 5, 6]) recordRecent(storage, scenario(id));
  recordRecent(storage, scenario(3, "Wind"), "2026-01-02T03:04:05Z");
  expect(readRecent(storage).map(({ id }) => id)).toEqual([3, 6, 5, 4, 2]);
  expect(readRecent(storage)[0]).toEqual({ ...scenario(3, "Wind"), openedAt: "2026-01-02T03:04:05Z" });
});

it("the list is empty after a person signs in", () => {
  const storage = storageWith();
  recordRecent(storage, scenario(1));
  clearRecent(storage);
  expect(readRecent(storage)).toEqual([]);
});

it("a browser without valid stored data has no recent scenarios", () => {
  expect(readRecent(storageWith(new Map([["etesian.recent", "no list"]])))).toEqual([]);
  expect(readRecent(storageWith(new Map([["etesian.recent", "{}"]])))).toEqual([]);
  const full: BrowserStorage = {
    ...storageWith(),
    length: 0,
    setItem: () => {
      throw new Error("full");
    },
  };
  recordRecent(full, scenario(1));
  expect(readRecent(full)).toEqual([]);
});
