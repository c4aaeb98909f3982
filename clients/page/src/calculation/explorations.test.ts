import { describe, expect, test } from "vitest";
import type { ExplorationWork, Explored } from "./calculator.ts";
import { Explorations, type Run, textOf } from "./explorations.ts";
import { isolatedSession } from "./session.fixture.ts";

const work = (seed: number): ExplorationWork => ({
  kind: "sweep",
  spec: {
    factors: { all: { part_of_present: 0.1 } },
    design: { method: "sobol", n: 100 },
    outputs: { queries: ["costs"], series: [] },
    seed,
  },
});
const report = (id: number, done: number, more: Partial<Explored> = {}): Explored => ({
  id,
  done,
  of: 100,
  failed: 0,
  isOver: false,
  found: null,
  fault: null,
  ...more,
});

describe("an exploration", () => {
  test("an exploration varies the scenario on the screen, and its reports arrive at its run", () => {
    const { session, explorations, callbacks, state } = isolatedSession();
    session.explorations.start(work(1));
    expect(explorations).toEqual([{ id: 1, stored: state().base, work: work(1) }]);
    callbacks().onExplored(report(1, 40));
    const run = session.explorations.runs.getState()[textOf(work(1))]!;
    expect(run).toMatchObject({ version: state().base.version, isRunning: true, explored: { done: 40 } });
    callbacks().onExplored(report(1, 100, { isOver: true }));
    expect(session.explorations.runs.getState()[textOf(work(1))]).toMatchObject({
      isRunning: false,
      explored: { done: 100 },
      secondsLeft: null,
    });
  });

  test("the remaining time is estimated from the time of the variants so far", () => {
    let now = 0;
    const { session } = isolatedSession();
    const explorations = new Explorations(session.state, { ...CALCULATOR, explore: () => {} }, () => now);
    const run = (): Run => explorations.runs.getState()[textOf(work(1))]!;
    explorations.start(work(1));
    expect(run().secondsLeft).toBeNull();
    now = 2_000;
    explorations.take(report(1, 20));
    expect(run().secondsLeft).toBe(8);
  });

  test("an exploration is replaced by the next one, keeps its results, and takes its last report", () => {
    const { session, explorations, callbacks } = isolatedSession();
    session.explorations.start(work(1));
    callbacks().onExplored(report(1, 40));
    session.explorations.start(work(2));
    callbacks().onExplored(report(1, 41, { isOver: true }));
    callbacks().onExplored(report(2, 5));
    expect(explorations.length).toBe(2);
    const runs = session.explorations.runs.getState();
    expect(runs[textOf(work(1))]).toMatchObject({ isRunning: false, explored: { done: 41 } });
    expect(runs[textOf(work(2))]).toMatchObject({ isRunning: true, explored: { done: 5 } });
  });

  test("an exploration ends when it is cancelled, and its results so far stay", () => {
    const { session, explorations, callbacks } = isolatedSession();
    session.explorations.start(work(1));
    callbacks().onExplored(report(1, 40));
    session.explorations.cancel();
    expect(explorations.at(-1)).toBeNull();
    expect(session.explorations.runs.getState()[textOf(work(1))]).toMatchObject({
      isRunning: false,
      explored: { done: 40 },
    });
  });

  test("an exploration is impossible while the server calculates", () => {
    expect(isolatedSession().session.explorations.isPossible).toBe(true);
    expect(isolatedSession({ isOnServer: true }).session.explorations.isPossible).toBe(false);
  });
});

const CALCULATOR = { ask: () => {}, tryOut: null, inspect: null, explain: null, close: () => {} };
