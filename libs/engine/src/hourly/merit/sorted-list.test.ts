import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CurveMemo } from "../curves/memo.ts";
import { costOptions, curtailment, dispatchable, flex, hourly } from "./order.fixture.ts";
import { HOURS, Kind, Participant } from "./participant.ts";
import { SortedList, type SortKey } from "./sorted-list.ts";

/** Returns the keys in the order of each hour. */
function keysIn({ participants, list }: ParticipantList, hours: readonly number[]): readonly string[] {
  return hours.map((h) => {
    list.moveTo(h);
    return keysOf(participants, list.indices).join(" ");
  });
}

function groups({ participants, list }: ParticipantList): readonly string[] {
  return Array.from({ length: list.groupCount }, (_, g) =>
    keysOf(participants, list.indices.slice(list.groupStart[g], list.groupStart[g + 1])).join("+"),
  );
}

interface ParticipantList {
  readonly participants: readonly Participant[];
  readonly list: SortedList;
}

function sortParticipants(participants: readonly Participant[], key: SortKey): ParticipantList {
  return { participants, list: new SortedList(new CurveMemo(), participants, key) };
}

function keysOf(participants: readonly Participant[], indices: Int32Array): readonly string[] {
  return Array.from(indices, (index) => participants[index]!.key);
}

const fixedCost = (key: string, cost: number): Participant => dispatchable(key, cost, 1);
const hourlyCost = (key: string, ...costs: readonly number[]): Participant => dispatchable(key, hourly(...costs), 1);

describe("a list without hourly prices", () => {
  test("producers are sorted by cost, equal ones in order of addition", () => {
    const list = sortParticipants(
      [fixedCost("c", 3), fixedCost("a", 1), fixedCost("b1", 2), fixedCost("b2", 2)],
      "cost",
    );
    expect(list.list.isVariable).toBe(false);
    expect(keysIn(list, [0, 1])).toEqual(["a b1 b2 c", "a b1 b2 c"]);
  });

  test("consumers are sorted by price, highest first, in groups of the same price; infinite consumers start a group", () => {
    const list = sortParticipants(
      [flex("b1", 2, 1), flex("a", 9, 1), flex("b2", 2, 1), curtailment("x"), curtailment("y")],
      "price",
    );
    expect(groups(list)).toEqual(["a", "b1+b2", "x", "y"]);
  });
});

describe("a list with few hourly prices", () => {
  test("curve-priced members are inserted before the first member with a higher cost, after equal ones, in order of addition", () => {
    const list = sortParticipants(
      [hourlyCost("v1", 2, 0, 9), fixedCost("a", 1), fixedCost("b", 2), hourlyCost("v2", 2, 5, 1), fixedCost("c", 3)],
      "cost",
    );
    expect(keysIn(list, [0, 1, 2])).toEqual(["a b v1 v2 c", "v1 a b c v2", "a v2 b c v1"]);
  });

  test("the order does not depend on earlier hours", () => {
    const members = [hourlyCost("v1", 1, 2, 1), hourlyCost("v2", 2, 2, 1), fixedCost("a", 1)];
    const list = sortParticipants(members, "cost");
    expect(keysIn(list, [0, 1, 2])).toEqual(["a v1 v2", "a v1 v2", "a v1 v2"]);
  });

  test("groups belong to the hour", () => {
    const exporter = new Participant("export", Kind.Flex, new Float64Array(HOURS), {
      outputCapacityPerUnit: 0,
      inputCapacityPerUnit: 1,
      units: 1,
      ...costOptions(hourly(9, 5)),
    });
    const list = sortParticipants([flex("a", 9, 1), flex("b", 5, 1), exporter], "price");
    list.list.moveTo(0);
    expect(groups(list)).toEqual(["a+export", "b"]);
    list.list.moveTo(1);
    expect(groups(list)).toEqual(["a", "b+export"]);
  });
});

describe("a list with many members, mostly with hourly prices", () => {
  const manyMembers = (): ParticipantList =>
    sortParticipants(
      [
        ...Array.from({ length: 8 }, (_, index) => hourlyCost(`v${index}`, index, 1, 7 - index, 1)),
        fixedCost("a", 1),
        fixedCost("b", 4),
      ],
      "cost",
    );

  test("all members are sorted again, and equal ones keep the order of the previous hour", () => {
    expect(keysIn(manyMembers(), [0, 1, 2, 3])).toEqual([
      "v0 v1 a v2 v3 v4 b v5 v6 v7",
      "v0 v1 a v2 v3 v4 v5 v6 v7 b",
      "v7 a v6 v5 v4 v3 b v2 v1 v0",
      "v7 a v6 v5 v4 v3 v2 v1 v0 b",
    ]);
  });

  test("no member moves when the same hour is requested again", () => {
    const list = manyMembers();
    expect(keysIn(list, [1])).toEqual(keysIn(list, [1]));
  });

  test("lists of nine members, or with three fixed members per two hourly ones, are not sorted again", () => {
    // Equal costs distinguish the two methods: inserted members always follow the fixed ones.
    const swap = (hourlyCount: number, fixedCount: number): readonly string[] =>
      keysIn(
        sortParticipants(
          [
            ...Array.from({ length: hourlyCount }, (_, index) => hourlyCost(`v${index}`, 0, 1)),
            ...Array.from({ length: fixedCount }, (_, index) => fixedCost(`f${index}`, 1)),
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
    .map((bidLists) =>
      bidLists.map((bids, index) =>
        bids.length === 1 ? fixedCost(`${index}`, bids[0]!) : hourlyCost(`${index}`, ...bids),
      ),
    );
})();

test("the list in any hour is a permutation of its members in order of cost", () => {
  fc.assert(
    fc.property(members, (participants) => {
      const list = new SortedList(new CurveMemo(), participants, "cost");
      for (let h = 0; h < 4; h++) {
        list.moveTo(h);
        expect([...list.indices].sort((a, b) => a - b)).toEqual([...participants.keys()]);
        const costs = Array.from(list.indices, (index) => participants[index]!.costAt(h));
        expect(costs).toEqual(costs.toSorted((a, b) => a - b));
      }
    }),
    { numRuns: 30 },
  );
});

test("hours have the same orders, regardless of the sequence in which they are visited", () => {
  const hours = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(members, hours, (participants, jumps) => {
      const sequentialKeys = keysIn(sortParticipants(participants, "cost"), [0, 1, 2, 3]);
      expect(keysIn(sortParticipants(participants, "cost"), jumps)).toEqual(jumps.map((h) => sequentialKeys[h]!));
    }),
    { numRuns: 60 },
  );
});

test("the last participant that fulfils a condition is the last one in the order of the hour", () => {
  fc.assert(
    fc.property(members, fc.integer({ min: 1, max: 3 }), (participants, part) => {
      const fulfils = ({ key }: Participant, h: number): boolean => (Number(key) + h) % part === 0;
      const { list } = sortParticipants(participants, "cost");
      const { list: searched } = sortParticipants(participants, "cost");
      for (let h = 0; h < 4; h++) {
        list.moveTo(h);
        const last = Array.from(list.indices, (index) => participants[index]!).findLast((one) => fulfils(one, h));
        expect(searched.lastWhere(h, fulfils)?.key).toBe(last?.key);
      }
    }),
    { numRuns: 60 },
  );
});

test("a list may have a subset of the participants as members", () => {
  const participants = [fixedCost("c", 3), fixedCost("a", 1), hourlyCost("v", 2, 0), fixedCost("b", 1)];
  const list = new SortedList(new CurveMemo(), participants, "cost", Int32Array.of(3, 2, 0));
  expect(keysIn({ participants, list }, [0, 1])).toEqual(["b v c", "v b c"]);
});
