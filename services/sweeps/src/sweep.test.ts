import { SWEEPS_WITH_TOKEN, SWEEPS_WITHOUT_TOKEN } from "@etesian/contracts/limits";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { excessOf, timeExcess, usageExcess } from "./limits.ts";
import { hasResults, isOpen, type RequestedSweep, type SweepCommand, sweepDecider, type SweepState } from "./sweep.ts";
import { newSweepId, sweepIdIn, sweepIdText } from "./sweep-id.ts";

const REQUESTED: RequestedSweep = {
  owner: 7,
  scenario: 1,
  scenarioVersion: 3,
  creation: "event",
  spec: "{}",
  variants: 10,
  bytes: 1_000,
  seconds: 2,
};
const as = (person: number | null, admin = false) => ({ person, admin, scopes: null });

/** The state after commands; a refusal raises an error with its reason. */
function after(...commands: readonly SweepCommand[]): SweepState {
  return commands.reduce<SweepState>((state, command) => {
    const decision = sweepDecider.decide(command, state);
    if ("refusal" in decision) throw new Error(decision.refusal.reason);
    return decision.events.reduce((now, event) => sweepDecider.evolve(now, event, "2026-01-01T00:00:00Z"), state);
  }, sweepDecider.initial);
}

const request: SweepCommand = { type: "Request", ...REQUESTED };
const begin: SweepCommand = { type: "Start" };
const complete: SweepCommand = { type: "Complete", failed: 2 };

describe("a sweep", () => {
  test("a sweep is requested, started and completed", () => {
    expect(after(request, begin, complete)).toMatchObject({ ...REQUESTED, status: "completed", failed: 2 });
  });

  test("a sweep continues after an interruption without another event", () => {
    expect(sweepDecider.decide(begin, after(request, begin))).toEqual({ events: [] });
  });

  test("a sweep is cancelled by its owner or an admin, and a repetition has no effect", () => {
    for (const caller of [as(7), as(1, true)])
      expect(after(request, begin, { type: "Cancel", caller }).status).toBe("cancelled");
    expect(
      sweepDecider.decide({ type: "Cancel", caller: as(7) }, after(request, { type: "Cancel", caller: as(7) })),
    ).toEqual({ events: [] });
    for (const caller of [as(8), as(null)])
      expect(() => after(request, { type: "Cancel", caller })).toThrow("not_yours");
  });

  test("a sweep without an owner is cancelled by every caller", () => {
    expect(after({ type: "Request", ...REQUESTED, owner: null }, { type: "Cancel", caller: as(null) }).status).toBe(
      "cancelled",
    );
  });

  test("a sweep that has ended never reopens", () => {
    const commands: readonly SweepCommand[] = [
      request,
      begin,
      complete,
      { type: "Fail", reason: "no" },
      { type: "Cancel", caller: as(7) },
      { type: "Expire" },
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...commands), { maxLength: 12 }), (all) => {
        let state = sweepDecider.initial;
        let wasOver = false;
        for (const command of all) {
          const decision = sweepDecider.decide(command, state);
          for (const event of "refusal" in decision ? [] : decision.events)
            state = sweepDecider.evolve(state, event, "2026-01-01T00:00:00Z");
          wasOver ||= state.status !== "absent" && !hasResults(state);
          expect(wasOver && (isOpen(state) || hasResults(state))).toBe(false);
        }
      }),
    );
  });
});

describe("sweep ids", () => {
  test("sweep ids are random, or follow from a key", () => {
    const ids = Array.from({ length: 1_000 }, () => newSweepId(null));
    expect(new Set(ids).size).toBe(1_000);
    expect(newSweepId("user:1 a")).toBe(newSweepId("user:1 a"));
    expect(newSweepId("user:1 a")).not.toBe(newSweepId("user:2 a"));
  });

  test("sweep ids are strings of 14 hexadecimal digits; no other string is an id", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => sweepIdIn(sweepIdText(id)) === id),
    );
    for (const text of ["", "12", "0123456789ABCD", "00000000000000", "ffffffffffffff", "0123456789abcd "])
      expect([text, sweepIdIn(text)]).toEqual([text, null]);
  });
});

describe("limits", () => {
  const [anonymous, known] = [SWEEPS_WITHOUT_TOKEN, SWEEPS_WITH_TOKEN];
  const outline = (rows: number, outputs: number) => ({
    rows,
    dimensions: 1,
    factors: [],
    leftOut: [],
    settings: [{ name: "factor.a", unit: null }],
    outputs: Array.from({ length: outputs }, (_, place) => ({
      name: `query.${place}`,
      unit: null,
      query: String(place),
      year: "future" as const,
      statistic: null,
    })),
    parts: [],
  });

  test.each([
    [known, 100_000, 1, null],
    [known, 100_001, 1, "design has 100,001 variants; expected at most 100,000"],
    [anonymous, 2_001, 1, "design has 2,001 variants; expected at most 2,000"],
    [known, 10, 250, null],
    [known, 10, 251, "outputs has 251 columns; expected at most 250"],
    [anonymous, 2_000, 49, null],
    [anonymous, 2_000, 50, "variants times columns of factors and outputs is 102,000; expected at most 100,000"],
  ])("a plan is accepted up to each limit, and refused above it: %#", (limits, rows, outputs, message) => {
    expect(excessOf(limits, outline(rows, outputs))?.message ?? null).toBe(message);
  });

  test("limits of time, storage and open sweeps name the limit and the value", () => {
    expect(timeExcess(known, 7_200)).toBeNull();
    expect(timeExcess(known, 7_201)?.message).toBe(
      "the sweep would take 7,201 s of processor time; expected at most 7,200 s",
    );
    expect(usageExcess(known, { open: 9, bytes: 0 }, 2e9)).toBeNull();
    expect(usageExcess(known, { open: 10, bytes: 0 }, 0)?.reason).toBe("too_many_sweeps");
    expect(usageExcess(known, { open: 0, bytes: 1e9 }, 1.1e9)?.message).toBe(
      "results would take 2,100 MB; expected at most 2,000 MB: delete older sweeps",
    );
  });
});
