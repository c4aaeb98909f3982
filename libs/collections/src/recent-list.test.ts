import fc from "fast-check";
import { expect, test } from "vitest";
import { RecentList } from "./recent-list.ts";

test("a list keeps the values that were most recently added or found", () => {
  const list = new RecentList<string>(2);
  for (const value of ["a", "b"]) list.add(value);
  expect(list.find((value) => value === "a")).toBe("a");
  list.add("c");
  expect([...list]).toEqual(["c", "a"]);
  expect(list.find((value) => value === "b")).toBeUndefined();
});

test("a full list returns its oldest value so that the next value can reuse its memory", () => {
  const list = new RecentList<string>(2);
  list.add("a");
  expect(list.takeOldest()).toBeUndefined();
  list.add("b");
  expect([list.takeOldest(), [...list]]).toEqual(["a", ["b"]]);
});

test("a list with a limit of 0 remains empty", () => {
  const list = new RecentList<string>(0);
  list.add("a");
  expect([[...list], list.takeOldest()]).toEqual([[], undefined]);
});

test("a list behaves like an array that is searched linearly and sorted by last use", () => {
  const operations = fc.array(fc.tuple(fc.boolean(), fc.nat(6)));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4 }), operations, (limit, steps) => {
      const list = new RecentList<number>(limit);
      let model: number[] = [];
      const results: [number | undefined, number | undefined][] = [];
      for (const [isAdded, value] of steps) {
        if (isAdded && !model.includes(value)) {
          list.add(value);
          model = [value, ...model].slice(0, limit);
        } else {
          results.push([list.find((item) => item === value), model.find((item) => item === value)]);
          model = [...model.filter((other) => other === value), ...model.filter((other) => other !== value)];
        }
        expect([...list]).toEqual(model);
      }
      for (const [actual, expected] of results) expect(actual).toBe(expected);
    }),
  );
});
