import { describe, expect, test } from "vitest";
import type { ExplorationQuestion, ExplorationWork, Explored } from "./calculator.ts";
import { Explorations, type Run, runIn, type RunOf, textOf } from "./explorations.ts";
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
const of = (own: ExplorationWork, sweep: string | null = null): RunOf => ({ work: own, sweep });
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
    session.explorations.start(of(work(1)));
    expect(explorations).toMatchObject([{ id: 1, stored: state().base, work: work(1) }]);
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
    explorations.start(of(work(1)));
    expect(run().secondsLeft).toBeNull();
    now = 2_000;
    explorations.take(report(1, 20));
    expect(run().secondsLeft).toBe(8);
  });

  test("an exploration is replaced by the next one, keeps its results, and takes its last report", () => {
    const { session, explorations, callbacks } = isolatedSession();
    session.explorations.start(of(work(1)));
    callbacks().onExplored(report(1, 40));
    session.explorations.start(of(work(2)));
    callbacks().onExplored(report(1, 41, { isOver: true }));
    callbacks().onExplored(report(2, 5));
    expect(explorations.length).toBe(2);
    const runs = session.explorations.runs.getState();
    expect(runs[textOf(work(1))]).toMatchObject({ isRunning: false, explored: { done: 41 } });
    expect(runs[textOf(work(2))]).toMatchObject({ isRunning: true, explored: { done: 5 } });
  });

  test("an exploration ends when it is cancelled, and its results so far stay", () => {
    const { session, explorations, callbacks } = isolatedSession();
    session.explorations.start(of(work(1)));
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
      const left: string[] = [];
      const explorations = new Explorations(
        isolatedSession().session.state,
        { explore: (question) => void here!.push(question) },
        { sweeps: { explore: (question) => void there!.push(question), leave: () => void left.push("left") } },
      );
      const run = (): Run => explorations.runs.getState()[textOf(work(1))]!;
      return { explorations, here: here!, there: there!, left, run };
    };

    test("a run leaves more than 2,000 variants to the server, and cancels there", () => {
      const { explorations, here, there, run } = both();
      explorations.start(of(work(1)));
      explorations.take(report(1, 1, { of: 2_000 }));
      expect([there.length, run().place]).toEqual([0, "page"]);
      explorations.start(of(work(1)));
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

    test("a run that the user leaves is left on the server, and its results are read again when the user returns", () => {
      const { explorations, there, left } = both();
      explorations.start(of(work(1)), { title: "Oil" });
      explorations.take(report(1, 0, { of: 2_001 }));
      expect(there).toMatchObject([{ id: 2, metadata: { title: "Oil" }, sweep: undefined }]);
      explorations.take(report(2, 500, { of: 2_001, sweep: { id: "abc", version: 4 } }));
      const again = () => runIn(explorations.runs.getState(), of(work(1), "abc"));
      expect(again()).toMatchObject({ isRunning: true, version: 4 });
      explorations.leave();
      expect([left, there.length, again()!.isRunning]).toEqual([["left"], 1, false]);
      explorations.start(of(work(1), "abc"));
      expect(there.at(-1)).toMatchObject({ id: 3, sweep: "abc" });
      explorations.take(report(3, 2_001, { of: 2_001, isOver: true, sweep: { id: "abc", version: 4 } }));
      expect(again()).toMatchObject({ id: 3, isRunning: false, version: 4, explored: { done: 2_001 } });
    });

    test("a run leaves areas to the server", () => {
      const { explorations, here, there } = both();
      const ofWork = work(1) as Extract<ExplorationWork, { kind: "sweep" }>;
      const factors = [{ areas: ["nl", "be"], role: "lever" as const }];
      explorations.start(of({ ...ofWork, spec: { ...ofWork.spec, factors } }));
      expect([here.length, there.length]).toEqual([0, 1]);
    });
  });

  test("an exploration of targets is impossible while the server calculates", () => {
    expect(isolatedSession().session.explorations.isPossible("target")).toBe(true);
    expect(isolatedSession({ isOnServer: true }).session.explorations.isPossible("target")).toBe(false);
  });
});
