import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inputTable } from "./testing/input-table.ts";
import type { InputFacts } from "./input-facts.ts";
import { balance, checkGroup, changedGroups } from "./share-groups.ts";

const group = (...defaults: readonly number[]): InputFacts[] => [
  ...inputTable(...defaults.map((start, i) => ({ key: `m${i + 1}`, default: start, shareGroup: "g" }))).values(),
];

describe("balancing", () => {
  test.each([
    { defaults: [50, 30, 20], user: { m1: 70 }, others: { m2: 20, m3: 10 } },
    { defaults: [50, 30, 20], user: { m1: 0 }, others: { m2: 55, m3: 45 } },
    { defaults: [100, 0, 0], user: { m1: 50 }, others: { m2: 25, m3: 25 } },
    { defaults: [100, 0], user: { m1: 10 }, others: { m2: 90 } },
    { defaults: [100, 0, 0], user: { m1: 40, m2: 10 }, others: { m3: 50 } },
    { defaults: [100, 0, 0], user: { m1: 20, m2: 30, m3: 50 }, others: {} },
  ])("$defaults with $user moves the others to $others", ({ defaults, user, others }) => {
    expect(balance(group(...defaults), user)).toEqual(others);
  });

  test("balancing ignores a group without a set member", () => {
    expect(balance(group(50, 50), { elsewhere: 3 })).toEqual({});
  });

  test("balancing fails if the excess does not fit", () => {
    expect(balance(group(100, 0), { m1: 101 })).toBeNull();
    expect(balance(group(50, 50), { m1: 49, m2: 50 })).toBeNull();
  });

  test("balancing does not change members that cannot move or that the area disables", () => {
    const members = [
      ...inputTable(
        { key: "set", default: 50, shareGroup: "g" },
        { key: "tight", default: 10, min: 10, max: 10, shareGroup: "g" },
        { key: "off", default: 5, disabled: true, shareGroup: "g" },
        { key: "free", default: 35, shareGroup: "g" },
      ).values(),
    ];
    expect(balance(members, { set: 60 })).toEqual({ tight: 10, off: 5, free: 25 });
  });

  test("balancing moves an excess that does not fit one member to the others", () => {
    const members = [
      ...inputTable(
        { key: "set", default: 60 },
        { key: "small", default: 9, max: 10 },
        { key: "large", default: 31 },
      ).values(),
    ];
    expect(balance(members, { set: 20 })).toEqual({ small: 10, large: 70 });
  });

  test("balancing matches published results of a real group", () => {
    const start = {
      cng: 0.17250239362497433,
      diesel: 19.605221456671483,
      electricity: 8.767496102127527,
      gasoline: 68.70814507426546,
      hydrogen: 0,
      lpg: 2.746634973310551,
    };
    const members = [...inputTable(...Object.entries(start).map(([key, value]) => ({ key, default: value }))).values()];
    expect(balance(members, { electricity: 20 })).toEqual({
      cng: 0,
      diesel: 15.448538191203012,
      gasoline: 64.55146180879699,
      hydrogen: 0,
      lpg: 0,
    });
    expect(checkGroup("cars", members, { electricity: 99 }, {})).toMatch(
      /^"cars" group does not balance: group sums to 190\.2325038978724\d using electricity=99\.0 cng=0\.17250239362497433 diesel=/,
    );
  });

  const percentages = fc.double({ min: 0, max: 100, noNaN: true });

  test("a balanced group sums to 100 and every member stays within its bounds", () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ weight: percentages, max: percentages, set: fc.boolean() }), {
          minLength: 2,
          maxLength: 9,
        }),
        (samples) => {
          const members = [
            ...inputTable(
              ...samples.map(({ weight, max }, i) => ({ key: `m${i}`, default: Math.min(weight, max), max })),
            ).values(),
          ];
          const user = Object.fromEntries(samples.flatMap(({ weight, set }, i) => (set ? [[`m${i}`, weight]] : [])));
          const balanced = balance(members, user);
          if (balanced === null || Object.keys(user).length === 0) return;
          expect(checkGroup("g", members, user, balanced)).toBeNull();
          // A bound may become the adjacent double: fractions are converted to floats as in the reference.
          const membersOutsideBounds = members.filter(
            ({ key, max }) => balanced[key]! < 0 || balanced[key]! > max! * (1 + 2 * Number.EPSILON),
          );
          expect(membersOutsideBounds).toEqual([]);
          expect(Object.keys({ ...user, ...balanced })).toHaveLength(members.length);
        },
      ),
    );
  });

  test("any user value can be balanced in a group whose members have the full range", () => {
    fc.assert(
      fc.property(fc.array(percentages, { minLength: 2, maxLength: 9 }), percentages, (weights, position) => {
        const members = group(...weights);
        expect(balance(members, { m1: position })).not.toBeNull();
      }),
    );
  });
});

describe("checkGroup", () => {
  test("checkGroup accepts 100 within the rounding of doubles and nothing else", () => {
    const members = group(50, 30, 20);
    expect(checkGroup("g", members, { m1: 50 + 5e-13 }, {})).toBeNull();
    expect(checkGroup("g", members, { m1: 50 + 1e-11 }, {})).not.toBeNull();
  });

  test("checkGroup prefers user values, then balanced values, then start values, and lists them", () => {
    expect(checkGroup("g", group(50, 30, 20), { m1: 10 }, { m1: 70, m2: 5 })).toBe(
      '"g" group does not balance: group sums to 35.0 using m1=10.0 m2=5.0 m3=20.0',
    );
  });

  test("the message lists members set by the user first", () => {
    expect(checkGroup("g", group(50, 30, 20), { m3: 60, m2: 60 }, {})).toBe(
      '"g" group does not balance: group sums to 170.0 using m2=60.0 m3=60.0 m1=50.0',
    );
  });

  test("checkGroup ignores members disabled by the area", () => {
    const members = [...inputTable({ key: "a", default: 100 }, { key: "off", default: 7, disabled: true }).values()];
    expect(checkGroup("g", members, {}, {})).toBeNull();
  });
});

test("changedGroups returns all members of the groups to which the inputs belong", () => {
  const table = inputTable(
    { key: "a", shareGroup: "g" },
    { key: "b", shareGroup: "h" },
    { key: "c", shareGroup: "g" },
    { key: "d" },
  );
  const groups = changedGroups(table, ["c", "d", "unknown"]);
  expect([...groups.keys()]).toEqual(["g"]);
  expect(groups.get("g")!.map((input) => input.key)).toEqual(["a", "c"]);
});
