import { expect, test } from "vitest";
import { engineOptions } from "./engine.ts";

test("engines in checks use a server's memory setting, in MB", () => {
  expect(engineOptions(undefined)).toEqual({});
  expect(["0", "1", "200"].map(engineOptions)).toEqual([
    { memoryBytes: 0 },
    { memoryBytes: 1_000_000 },
    { memoryBytes: 200_000_000 },
  ]);
});

test.each(["", "-1", "1.5", "much"])("an engine memory of %j is refused", (value) => {
  expect(() => engineOptions(value)).toThrow(`ETESIAN_ENGINE_MEMORY is "${value}"; expected a number of MB`);
});
