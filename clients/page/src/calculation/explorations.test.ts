import { describe, expect, test } from "vitest";
import type { ExplorationQuestion, ExplorationWork, Explored } from "./calculator.ts";
import { Explorations, type Run, textOf } from "./explorations.ts";
import { isolatedSession } from "./session.fixture.ts";

const work = (seed: number): ExplorationWork => ({
  kind: "sweep",
  spec: {
    factors: { all: { part_of_present: 0.1 } },
    design: { method: "sobol", n: 100 },
    outputs: { queries: ["costs"], present: [], series: [] },
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
    const explorations = new Explorations(session.state, { explore: () => {} }, { sweeps: null, now: () => now });
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

  describe("with a server that has sweeps", () => {
    const both = () => {
      const [here, there]: (ExplorationQuestion | null)[][] = [[], []];
      const explorations = new Explorations(
        isolatedSession().session.state,
        { explore: (question) => void here!.push(question) },
        { sweeps: (question) => void there!.push(question) },
      );
      const run = (): Run => explorations.runs.getState()[textOf(work(1))]!;
      return { explorations, here: here!, there: there!, run };
    };

    test("a run leaves more than 2,000 variants to the server, and cancels there", () => {
      const { explorations, here, there, run } = both();
      explorations.start(work(1));
      explorations.take(report(1, 1, { of: 2_000 }));
      expect([there.length, run().place]).toEqual([0, "page"]);
      explorations.start(work(1));
      explorations.take(report(2, 1, { of: 2_001 }));
      expect(here.at(-1)).toBeNull();
      expect(there).toMatchObject([{ id: 3, work: work(1) }]);
      explorations.take(report(2, 2, { of: 2_001, isOver: true }));
      explorations.take(report(3, 500, { of: 2_001 }));
      expect(run()).toMatchObject({ place: "server", isRunning: true, explored: { done: 500 } });
      explorations.cancel();
      expect(there.at(-1)).toBeNull();
      expect(run()).toMatchObject({ isRunning: false, explored: { done: 500 } });
    });

    test("a run leaves areas to the server", () => {
      const { explorations, here, there } = both();
      const ofWork = work(1) as Extract<ExplorationWork, { kind: "sweep" }>;
      const factors = [{ areas: ["nl", "be"], role: "lever" as const }];
      explorations.start({ ...ofWork, spec: { ...ofWork.spec, factors } });
      expect([here.length, there.length]).toEqual([0, 1]);
    });
  });

  test("an exploration of targets is impossible while the server calculates", () => {
    expect(isolatedSession().session.explorations.isPossible("target")).toBe(true);
    expect(isolatedSession({ isOnServer: true }).session.explorations.isPossible("target")).toBe(false);
  });
});
