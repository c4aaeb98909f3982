/** The simulation against what is known of queues without simulating them. */
import { describe, expect, test } from "vitest";
import { mean } from "../report.ts";
import { type Machine, type Outcome, simulate, type Source, type Station, type Step } from "./queueing.ts";

const ample: Machine = { processors: Number.POSITIVE_INFINITY };
const station = (name: string, threads = 1, machine = ample): Station => ({ name, threads, machine });

const story = (sources: readonly Source[], more: Partial<Parameters<typeof simulate>[0]> = {}): Outcome =>
  simulate({ sources, seed: 1, warmUpMs: 60_000, forMs: 2_000_000, ...more });

/** By how much (%) a value differs from what is expected. */
const off = (value: number, expected: number): number => Math.abs(value / expected - 1) * 100;

describe("one queue", () => {
  // λ = 0.07 per ms, S = 10 ms: ρ = 0.7.
  const [perSecond, meanMs, load] = [70, 10, 0.7];
  const route: readonly Step[] = [{ at: [station("queue")], meanMs }];

  test("with times that spread exponentially: M/M/1", () => {
    const { responses, busy, underWay } = story([{ route, perSecond }]);
    expect(off(mean(responses), meanMs / (1 - load))).toBeLessThan(3);
    expect(off(underWay, load / (1 - load))).toBeLessThan(3);
    expect(off(busy.get("queue")!, load)).toBeLessThan(2);
    // The times themselves are exponential, too.
    expect(off(responses[Math.floor(responses.length * 0.95)]!, (Math.log(20) * meanMs) / (1 - load))).toBeLessThan(5);
  });

  test("with times that are all the same: half of the waiting (Pollaczek and Khinchine)", () => {
    const { responses } = story([{ route, perSecond }], { spread: "none" });
    expect(off(mean(responses), meanMs + (load * meanMs) / (2 * (1 - load)))).toBeLessThan(3);
  });

  test("of several threads: M/M/2 (Erlang's C)", () => {
    const { responses, busy } = story([{ route: [{ at: [station("queue", 2)], meanMs }], perSecond: 140 }]);
    expect(off(mean(responses), meanMs / (1 - load ** 2))).toBeLessThan(3);
    expect(off(busy.get("queue")!, load)).toBeLessThan(2);
  });
});

describe("several queues", () => {
  const [first, second] = [station("first"), station("second")];
  const route: readonly Step[] = [
    { at: [first], meanMs: 4 },
    { pauseMs: 7 },
    { at: [second], meanMs: 10 },
    { at: [first], meanMs: 2 },
  ];

  test("Little's law, and the utilisation law at each of them", () => {
    const { perSecond, responses, underWay, busy } = story([{ route, perSecond: 60 }]);
    expect(off(perSecond, 60)).toBeLessThan(2);
    expect(off(underWay, (perSecond / 1_000) * mean(responses))).toBeLessThan(1);
    expect(off(busy.get("first")!, (perSecond / 1_000) * 6)).toBeLessThan(2);
    expect(off(busy.get("second")!, (perSecond / 1_000) * 10)).toBeLessThan(2);
  });

  test("users who think: as many under way or thinking as there are, and the slowest station sets the pace", () => {
    const few = story([{ route, users: 3, thinkMs: 1_000 }]);
    expect(off((few.perSecond / 1_000) * (1_000 + mean(few.responses)), 3)).toBeLessThan(1);
    const many = story([{ route, users: 400, thinkMs: 1_000 }]);
    expect(off(many.perSecond, 100)).toBeLessThan(2);
    expect(off(mean(many.responses), 400 * 10 - 1_000)).toBeLessThan(3);
  });

  test("stations that take turns share the work; what is done aside is not waited for", () => {
    const aside: readonly Step[] = [
      { aside: [{ at: [second], meanMs: 8 }] },
      { at: [station("a"), station("b")], meanMs: 5 },
    ];
    const { busy, responses } = story([{ route: aside, perSecond: 50 }], { spread: "none" });
    expect(off(busy.get("second")!, 0.4)).toBeLessThan(2);
    expect(off(busy.get("a")!, 0.125)).toBeLessThan(3);
    expect(off(busy.get("b")!, 0.125)).toBeLessThan(3);
    expect(mean(responses)).toBeLessThan(6);
  });
});

test("threads of a machine share its processors: with one it is M/M/1 with shares, whatever the stations are", () => {
  const machine: Machine = { processors: 1 };
  const sources = ["a", "b", "c"].map((name) => ({
    route: [{ at: [station(name, 100, machine)], meanMs: 10 }],
    perSecond: 20,
  }));
  const { responses, processors } = story(sources);
  expect(off(mean(responses), 10 / (1 - 0.6))).toBeLessThan(3);
  expect(off(processors, 0.6)).toBeLessThan(2);
});

test("the same seed is the same story, another one is not", () => {
  const once = (seed: number) =>
    story([{ route: [{ at: [station("queue")], meanMs: 10 }], perSecond: 50 }], { seed, forMs: 10_000 }).responses;
  expect(once(7)).toEqual(once(7));
  expect(once(7)).not.toEqual(once(8));
});
