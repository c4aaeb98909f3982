import fc from "fast-check";
import { expect, test } from "vitest";
import { RecentList } from "./recent-list.ts";

test("a list keeps the values that were added or found last", () => {
  const list = new RecentList<string>(2);
  for (const value of ["a", "b"]) list.add(value);
  expect(list.find((value) => value === "a")).toBe("a");
  list.add("c");
  expect([...list]).toEqual(["c", "a"]);
  expect(list.find((value) => value === "b")).toBeUndefined();
});

test("a full list returns its oldest value, so that the next value can reuse its memory", () => {
  const list = new RecentList<string>(2);
  list.add("a");
  expect(list.takeOldest()).toBeUndefined();
  list.add("b");
  expect([list.takeOldest(), [...list]]).toEqual(["a", ["b"]]);
});

test("a list with a limit of 0 stays empty", () => {
  const list = new RecentList<string>(0);
  list.add("a");
  expect([[...list], list.takeOldest()]).toEqual([[], undefined]);
});

test("a list behaves like an array that is searched linearly and sorted by last use", () => {
  const uses = fc.array(fc.tuple(fc.boolean(), fc.nat(6)));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4 }), uses, (limit, all) => {
      const list = new RecentList<number>(limit);
      let model: number[] = [];
      const found: [number | undefined, number | undefined][] = [];
      for (const [isAdded, value] of all) {
        if (isAdded && !model.includes(value)) {
          list.add(value);
          model = [value, ...model].slice(0, limit);
        } else {
          found.push([list.find((each) => each === value), model.find((each) => each === value)]);
          model = [...model.filter((each) => each === value), ...model.filter((each) => each !== value)];
        }
        expect([...list]).toEqual(model);
      }
      for (const [its, expected] of found) expect(its).toBe(expected);
    }),
  );
});
