import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Input } from "@etesian/client";
import { moveSliders, type SliderState } from "@etesian/sliders";
import { inputTable } from "@etesian/sliders/testing";
import { changesOf } from "./share-changes.ts";

interface Share {
  readonly key: string;
  readonly default: number;
  readonly max?: number;
  readonly disabled?: boolean;
}

/** A share group, as the slider rules and the page represent it. */
function group(...members: readonly Share[]) {
  const table = inputTable(...members.map((member) => ({ ...member, shareGroup: "heating" })), { key: "alone" });
  const inputs = new Map(
    [...table.values()].map(({ key, min, max, default: start, disabled, shareGroup }) => [
      key,
      { min, max, default: start, disabled, ...(shareGroup === null ? {} : { share_group: shareGroup }) } as Input,
    ]),
  );
  let state: SliderState = { userValues: {}, balancedValues: {}, activeCouplings: [] };
  /** The balanced values of the latest calculated change. */
  let calculated = state.balancedValues;
  const shareOf = (key: string): number =>
    Number(state.userValues[key] ?? state.balancedValues[key] ?? table.get(key)!.default);
  return {
    inputs,
    shareOf,
    shares: () => members.map(({ key }) => shareOf(key)),
    changes: (key: string, value: number, locked: readonly string[] = []) =>
      changesOf(key, value, {
        inputs,
        valuesAtRest: () => ({ userValues: state.userValues, balancedValues: { ...calculated } }),
        locked: new Set(locked),
      }),
    /** Applies changes with the rules; throws their refusals. */
    send: (values: Readonly<Record<string, number | string>>, isCalculated = true): void => {
      const sliderChange = moveSliders(table, state, { values });
      if ("errors" in sliderChange) throw new Error(sliderChange.errors.join("\n"));
      ({ state } = sliderChange);
      if (isCalculated) calculated = state.balancedValues;
    },
  };
}

const heating = () =>
  group(
    { key: "boiler", default: 70 },
    { key: "hybrid", default: 10 },
    { key: "pump", default: 15 },
    { key: "wood", default: 5 },
  );

describe("a member of a share group", () => {
  it("a member of a share group changes all others in proportion, and leaves one of them to the rules", () => {
    const { changes, send, shares } = heating();
    expect(changes("hybrid", 55)).toEqual({ hybrid: 55, pump: 7.5, wood: 2.5 });
    send(changes("hybrid", 55));
    expect(shares()).toEqual([35, 55, 7.5, 2.5]);
    send(changes("wood", 51.25));
    expect(shares()).toEqual([17.5, 27.5, 3.75, 51.25]);
  });

  it("a member of a share group reduces small members in proportion, so that none reaches 0 before the others", () => {
    const { changes, send, shares } = group(
      { key: "boiler", default: 78.2 },
      { key: "hybrid", default: 1.2 },
      { key: "ground", default: 2 },
      { key: "air", default: 18.6 },
    );
    send(changes("air", 30.6));
    const [boiler, hybrid, ground, air] = shares();
    expect(air).toBe(30.6);
    expect(hybrid! / 1.2).toBeCloseTo(boiler! / 78.2, 5);
    expect(ground! / 2).toBeCloseTo(boiler! / 78.2, 5);
  });

  it("a member of a share group restores the others in proportion to their start values once they are at 0", () => {
    const { changes, send, shares } = heating();
    send(changes("hybrid", 100));
    expect(shares()).toEqual([0, 100, 0, 0]);
    send(changes("hybrid", 10));
    expect(shares()).toEqual([70, 10, 15, 5]);
  });

  it("a member of a share group reduces set members as well", () => {
    const { changes, send, shares } = heating();
    send({ boiler: 60, hybrid: 40, pump: 0, wood: 0 });
    expect(changes("pump", 20)).toEqual({ pump: 20, boiler: 48, hybrid: 32 });
    send(changes("pump", 20));
    expect(shares()).toEqual([48, 32, 20, 0]);
  });

  it("a member of a share group raises set members when the others are at their limits", () => {
    const { changes, send, shares } = group({ key: "one", default: 50 }, { key: "two", default: 50 });
    send({ one: 25, two: 75 });
    send(changes("one", 70));
    expect(shares()).toEqual([70, 30]);
    send(changes("one", 100));
    send(changes("one", 60));
    expect(shares()).toEqual([60, 40]);
  });

  it("a member of a share group does not change locked members, set or not, and gets at most the remaining share", () => {
    const { changes, send, shares } = heating();
    expect(changes("hybrid", 60, ["boiler"])).toEqual({ hybrid: 30, boiler: 70, wood: 0 });
    send(changes("hybrid", 60, ["boiler"]));
    expect(shares()).toEqual([70, 30, 0, 0]);
    send(changes("pump", 10, ["boiler"]));
    expect(shares()).toEqual([70, 20, 10, 0]);
  });

  it("members of a share group keep their proportions if one is moved again before the change is calculated", () => {
    const { changes, send, shares } = heating();
    for (const share of [30, 50, 70]) send(changes("hybrid", share), false);
    expect(shares()).toEqual([70 / 3, 70, 5, 5 / 3].map((share) => expect.closeTo(share, 5)));
    expect(changes("pump", 10, ["boiler"])).toMatchObject({ boiler: expect.closeTo(70 / 3, 5) });
  });

  it("a slider without a share group is sent unchanged", () => {
    expect(heating().changes("alone", 40, ["boiler"])).toEqual({ alone: 40 });
  });

  it("a member of a share group is never refused by the rules, for any values of the group", () => {
    const shares = fc
      .array(fc.nat(1000), { minLength: 2, maxLength: 9 })
      .filter((parts) => parts.some((part) => part > 0))
      .map((parts) => {
        const total = parts.reduce((sum, part) => sum + part, 0);
        const rounded = parts.slice(1).map((part) => Number(((100 * part) / total).toFixed(12)));
        return [100 - rounded.reduce((sum, part) => sum + part, 0), ...rounded];
      })
      .filter(([first]) => first! >= 0);
    const maxima = fc.oneof(
      fc.constant(Array<number>(9).fill(100)),
      fc.array(fc.oneof(fc.constant(0), fc.constant(100), fc.nat(100)), { minLength: 9, maxLength: 9 }),
    );
    const moves = fc.array(
      fc.record({
        member: fc.nat(8),
        value: fc.oneof(
          fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10),
          fc.double({ min: 0, max: 100, noNaN: true }),
        ),
        locked: fc.uniqueArray(fc.nat(8), { maxLength: 3 }),
        isReset: fc.boolean(),
        isCalculated: fc.boolean(),
      }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(shares, maxima, moves, (starts, bounds, steps) => {
        const {
          inputs,
          changes,
          send,
          shareOf,
          shares: all,
        } = group(
          ...starts.map((share, index) => ({
            key: `m${index}`,
            default: share,
            max: Math.max(Math.ceil(share), bounds[index]!),
            // The range is 0 in areas without the technology.
            disabled: share === 0 && bounds[index] === 0,
          })),
        );
        for (const { member, value, locked, isReset, isCalculated } of steps) {
          const key = `m${member % starts.length}`;
          if (inputs.get(key)!.disabled) continue;
          const lockedKeys = [...new Set(locked.map((index) => `m${index % starts.length}`))].filter(
            (other) => other !== key,
          );
          const before = lockedKeys.map(shareOf);
          const room = 100 - before.reduce((sum, share) => sum + share, 0);
          // Bounds, or locks of all others, may limit it.
          const isUnlimited = bounds.every((max) => max === 100) && lockedKeys.length < starts.length - 1;
          send(changes(key, value, lockedKeys), isCalculated);
          lockedKeys.forEach((other, index) => expect(shareOf(other)).toBeCloseTo(before[index]!, 5));
          expect(all().reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 9);
          expect(shareOf(key)).toBeCloseTo(isUnlimited ? Math.min(value, Math.max(0, room)) : shareOf(key), 5);
          if (isReset) {
            try {
              send({ [key]: "reset" });
            } catch {
              // The rules refuse a value if the others, which were set, leave no room.
            }
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
