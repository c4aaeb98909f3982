import { describe, expect, test } from "vitest";
import { BACKENDS, backendOf, holdsOnlyEvents, pathOf } from "./backends.ts";

const URLS = ["sqlite:/var/data/events.db", "postgres://db/etesian", "postgresql://db/etesian", "esdb://db:2113"];

describe("the table of backends", () => {
  test("every scheme belongs to one backend, and every backend has its own name", () => {
    const schemes = BACKENDS.flatMap((backend) => backend.schemes);
    expect(new Set(schemes).size).toBe(schemes.length);
    for (const scheme of schemes) expect(schemes.filter((item) => scheme.startsWith(item))).toEqual([scheme]);
    expect(new Set(BACKENDS.map(({ name }) => name)).size).toBe(BACKENDS.length);
  });

  test("a URL selects its backend, and the backend's properties", () => {
    expect(URLS.map((url) => backendOf(url).name)).toEqual(["sqlite", "postgresql", "postgresql", "eventstoredb"]);
    expect(URLS.map(pathOf)).toEqual(["/var/data/events.db", null, null, null]);
    expect(URLS.map(holdsOnlyEvents)).toEqual([false, false, false, true]);
  });

  test.each(["mysql://db/etesian", "sqlite:", "postgres://", "events.db"])("%s is refused with all schemes", (url) => {
    expect(() => backendOf(url)).toThrow(
      `"${url}": expected a URL that starts with sqlite: or postgres:// or postgresql:// or esdb:// or esdb+discover://`,
    );
  });
});
