import { SWEEPS_WITH_TOKEN, SWEEPS_WITHOUT_TOKEN } from "@etesian/contracts/limits";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { excessOf, timeExcess, usageExcess } from "./limits.ts";
import { hasResults, isOpen, type RequestedSweep, type SweepCommand, sweepDecider, type SweepState } from "./sweep.ts";
import { newSweepId, parseSweepId, sweepIdText } from "./sweep-id.ts";

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
const callerFor = (person: number | null, admin = false) => ({ person, admin, scopes: null });

/** Returns the state after commands; a refusal throws an error with its reason. */
function stateAfter(...commands: readonly SweepCommand[]): SweepState {
  return commands.reduce<SweepState>((state, command) => {
    const decision = sweepDecider.decide(command, state);
    if ("refusal" in decision) throw new Error(decision.refusal.reason);
    return decision.events.reduce(
      (current, event) => sweepDecider.evolve(current, event, "2026-01-01T00:00:00Z"),
      state,
    );
  }, sweepDecider.initial);
}

const request: SweepCommand = { type: "Request", ...REQUESTED };
const start: SweepCommand = { type: "Start" };
const complete: SweepCommand = { type: "Complete", failed: 2 };

describe("a sweep", () => {
  test("a sweep is requested, started and completed", () => {
    expect(stateAfter(request, start, complete)).toMatchObject({ ...REQUESTED, status: "completed", failed: 2 });
  });

  test("a sweep continues after an interruption without another event", () => {
    expect(sweepDecider.decide(start, stateAfter(request, start))).toEqual({ events: [] });
  });

  test("a sweep can be cancelled by its owner or an admin, and a repetition has no effect", () => {
    for (const caller of [callerFor(7), callerFor(1, true)])
      expect(stateAfter(request, start, { type: "Cancel", caller }).status).toBe("cancelled");
    expect(
      sweepDecider.decide(
        { type: "Cancel", caller: callerFor(7) },
        stateAfter(request, { type: "Cancel", caller: callerFor(7) }),
      ),
    ).toEqual({ events: [] });
    for (const caller of [callerFor(8), callerFor(null)])
      expect(() => stateAfter(request, { type: "Cancel", caller })).toThrow("not_yours");
  });

  test("a sweep without an owner can be cancelled by every caller", () => {
    expect(
      stateAfter({ type: "Request", ...REQUESTED, owner: null }, { type: "Cancel", caller: callerFor(null) }).status,
    ).toBe("cancelled");
  });

  test("a sweep that has ended never reopens", () => {
    const commands: readonly SweepCommand[] = [
      request,
      start,
      complete,
      { type: "Fail", reason: "no" },
      { type: "Cancel", caller: callerFor(7) },
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
  test("sweep ids are random, or derived from a key", () => {
    const ids = Array.from({ length: 1_000 }, () => newSweepId(null));
    expect(new Set(ids).size).toBe(1_000);
    expect(newSweepId("user:1 a")).toBe(newSweepId("user:1 a"));
    expect(newSweepId("user:1 a")).not.toBe(newSweepId("user:2 a"));
  });

  test("sweep ids are strings of 14 hexadecimal digits; no other string is an id", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => parseSweepId(sweepIdText(id)) === id),
    );
    for (const text of ["", "12", "0123456789ABCD", "00000000000000", "ffffffffffffff", "0123456789abcd "])
      expect([text, parseSweepId(text)]).toEqual([text, null]);
  });
});

describe("limits", () => {
  const [withoutToken, withToken] = [SWEEPS_WITHOUT_TOKEN, SWEEPS_WITH_TOKEN];
  const outline = (rows: number, outputs: number) => ({
    rows,
    dimensions: 1,
    factors: [],
    omitted: [],
    settings: [{ name: "factor.a", unit: null }],
    outputs: Array.from({ length: outputs }, (_, index) => ({
      name: `query.${index}`,
      unit: null,
      query: String(index),
      year: "future" as const,
      statistic: null,
    })),
    parts: [],
  });

  test.each([
    [withToken, 100_000, 1, null],
    [withToken, 100_001, 1, "design has 100,001 variants; expected at most 100,000"],
    [withoutToken, 2_001, 1, "design has 2,001 variants; expected at most 2,000"],
    [withToken, 10, 250, null],
    [withToken, 10, 251, "outputs has 251 columns; expected at most 250"],
    [withoutToken, 2_000, 49, null],
    [withoutToken, 2_000, 50, "variants times columns of factors and outputs is 102,000; expected at most 100,000"],
  ])("a plan is accepted up to each limit, and refused above it: %#", (limits, rows, outputs, message) => {
    expect(excessOf(limits, outline(rows, outputs))?.message ?? null).toBe(message);
  });

  test("limits on time, storage and open sweeps name the limit and the value", () => {
    expect(timeExcess(withToken, 7_200)).toBeNull();
    expect(timeExcess(withToken, 7_201)?.message).toBe(
      "the sweep would take 7,201 s of CPU time; expected at most 7,200 s",
    );
    expect(usageExcess(withToken, { open: 9, bytes: 0 }, 2e9)).toBeNull();
    expect(usageExcess(withToken, { open: 10, bytes: 0 }, 0)?.reason).toBe("too_many_sweeps");
    expect(usageExcess(withToken, { open: 0, bytes: 1e9 }, 1.1e9)?.message).toBe(
      "results would take 2,100 MB; expected at most 2,000 MB: delete older sweeps",
    );
  });
});
