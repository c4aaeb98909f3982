import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CurveMemo } from "../curves/memo.ts";
import { costing, curtailment, dispatchable, flex, hourly } from "./order.fixture.ts";
import { HOURS, Kind, Participant } from "./participant.ts";
import { SortedList, type SortKey } from "./sorted-list.ts";

/** Keys in the order of each hour. */
function keysIn({ participants, list }: Sorted, hours: readonly number[]): readonly string[] {
  return hours.map((h) => {
    list.moveTo(h);
    return keysOf(participants, list.places).join(" ");
  });
}

function groups({ participants, list }: Sorted): readonly string[] {
  return Array.from({ length: list.groupCount }, (_, g) =>
    keysOf(participants, list.places.slice(list.groupStart[g], list.groupStart[g + 1])).join("+"),
  );
}

interface Sorted {
  readonly participants: readonly Participant[];
  readonly list: SortedList;
}

function sorted(participants: readonly Participant[], key: SortKey): Sorted {
  return { participants, list: new SortedList(new CurveMemo(), participants, key) };
}

function keysOf(participants: readonly Participant[], places: Int32Array): readonly string[] {
  return Array.from(places, (place) => participants[place]!.key);
}

const fixed = (key: string, cost: number): Participant => dispatchable(key, cost, 1);
const priced = (key: string, ...costs: readonly number[]): Participant => dispatchable(key, hourly(...costs), 1);

describe("without hourly prices", () => {
  test("producers are sorted by cost, equal ones in order of addition", () => {
    const list = sorted([fixed("c", 3), fixed("a", 1), fixed("b1", 2), fixed("b2", 2)], "cost");
    expect(list.list.variable).toBe(false);
    expect(keysIn(list, [0, 1])).toEqual(["a b1 b2 c", "a b1 b2 c"]);
  });

  test("consumers are sorted by price, highest first, in groups of the same price; infinite ones begin a group", () => {
    const list = sorted(
      [flex("b1", 2, 1), flex("a", 9, 1), flex("b2", 2, 1), curtailment("x"), curtailment("y")],
      "price",
    );
    expect(groups(list)).toEqual(["a", "b1+b2", "x", "y"]);
  });
});

describe("with few hourly prices", () => {
  test("curve-priced members are inserted before the first that costs more, behind equal ones, in order of addition", () => {
    const list = sorted(
      [priced("v1", 2, 0, 9), fixed("a", 1), fixed("b", 2), priced("v2", 2, 5, 1), fixed("c", 3)],
      "cost",
    );
    expect(keysIn(list, [0, 1, 2])).toEqual(["a b v1 v2 c", "v1 a b c v2", "a v2 b c v1"]);
  });

  test("the order does not depend on earlier hours", () => {
    const members = [priced("v1", 1, 2, 1), priced("v2", 2, 2, 1), fixed("a", 1)];
    const list = sorted(members, "cost");
    expect(keysIn(list, [0, 1, 2])).toEqual(["a v1 v2", "a v1 v2", "a v1 v2"]);
  });

  test("groups belong to the hour", () => {
    const exporting = new Participant("export", Kind.Flex, new Float64Array(HOURS), {
      outputCapacityPerUnit: 0,
      inputCapacityPerUnit: 1,
      units: 1,
      ...costing(hourly(9, 5)),
    });
    const list = sorted([flex("a", 9, 1), flex("b", 5, 1), exporting], "price");
    list.list.moveTo(0);
    expect(groups(list)).toEqual(["a+export", "b"]);
    list.list.moveTo(1);
    expect(groups(list)).toEqual(["a", "b+export"]);
  });
});

describe("with many members, mostly with hourly prices", () => {
  const many = (): Sorted =>
    sorted(
      [
        ...Array.from({ length: 8 }, (_, index) => priced(`v${index}`, index, 1, 7 - index, 1)),
        fixed("a", 1),
        fixed("b", 4),
      ],
      "cost",
    );

  test("all members are sorted again, and equal ones keep the order of the hour before", () => {
    expect(keysIn(many(), [0, 1, 2, 3])).toEqual([
      "v0 v1 a v2 v3 v4 b v5 v6 v7",
      "v0 v1 a v2 v3 v4 v5 v6 v7 b",
      "v7 a v6 v5 v4 v3 b v2 v1 v0",
      "v7 a v6 v5 v4 v3 v2 v1 v0 b",
    ]);
  });

  test("no member moves when the same hour is requested again", () => {
    const list = many();
    expect(keysIn(list, [1])).toEqual(keysIn(list, [1]));
  });

  test("nine members, or three fixed ones for two hourly ones, are not sorted again", () => {
    // Equal costs distinguish the two methods: inserted ones always follow the fixed ones.
    const swap = (hourlyPriced: number, fixedOnes: number): readonly string[] =>
      keysIn(
        sorted(
          [
            ...Array.from({ length: hourlyPriced }, (_, index) => priced(`v${index}`, 0, 1)),
            ...Array.from({ length: fixedOnes }, (_, index) => fixed(`f${index}`, 1)),
          ],
          "cost",
        ),
        [0, 1],
      ).slice(1);
    expect(swap(8, 1)[0]).toMatch(/^f0 v0/);
    expect(swap(4, 6)[0]).toMatch(/^f0/);
    expect(swap(9, 1)[0]).toMatch(/^v0/);
    expect(swap(5, 5)[0]).toMatch(/^v0/);
  });
});

/** Up to fourteen members, with a cost or one for each of four hours; many costs are equal. */
const members: fc.Arbitrary<readonly Participant[]> = (() => {
  const cost = fc.integer({ min: 0, max: 5 });
  const costs = fc.oneof(
    cost.map((value) => [value]),
    fc.array(cost, { minLength: 4, maxLength: 4 }),
  );
  return fc
    .array(costs, { minLength: 1, maxLength: 14 })
    .map((all) =>
      all.map((each, index) => (each.length === 1 ? fixed(`${index}`, each[0]!) : priced(`${index}`, ...each))),
    );
})();

test("the list is, in any hour, a permutation of its members in order of cost", () => {
  fc.assert(
    fc.property(members, (participants) => {
      const list = new SortedList(new CurveMemo(), participants, "cost");
      for (let h = 0; h < 4; h++) {
        list.moveTo(h);
        expect([...list.places].sort((a, b) => a - b)).toEqual([...participants.keys()]);
        const costs = Array.from(list.places, (place) => participants[place]!.costAt(h));
        expect(costs).toEqual(costs.toSorted((a, b) => a - b));
      }
    }),
    { numRuns: 30 },
  );
});

test("hours have the same orders in any sequence", () => {
  const hours = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(members, hours, (participants, jumps) => {
      const inSequence = keysIn(sorted(participants, "cost"), [0, 1, 2, 3]);
      expect(keysIn(sorted(participants, "cost"), jumps)).toEqual(jumps.map((h) => inSequence[h]!));
    }),
    { numRuns: 60 },
  );
});

test("the last participant that fulfils a condition is the last of the order", () => {
  fc.assert(
    fc.property(members, fc.integer({ min: 1, max: 3 }), (participants, part) => {
      const fulfils = ({ key }: Participant, h: number): boolean => (Number(key) + h) % part === 0;
      const { list } = sorted(participants, "cost");
      const { list: searched } = sorted(participants, "cost");
      for (let h = 0; h < 4; h++) {
        list.moveTo(h);
        const last = Array.from(list.places, (place) => participants[place]!).findLast((one) => fulfils(one, h));
        expect(searched.lastWhere(h, fulfils)?.key).toBe(last?.key);
      }
    }),
    { numRuns: 60 },
  );
});

test("a list may have some of the participants as members", () => {
  const participants = [fixed("c", 3), fixed("a", 1), priced("v", 2, 0), fixed("b", 1)];
  const list = new SortedList(new CurveMemo(), participants, "cost", Int32Array.of(3, 2, 0));
  expect(keysIn({ participants, list }, [0, 1])).toEqual(["b v c", "v b c"]);
});
