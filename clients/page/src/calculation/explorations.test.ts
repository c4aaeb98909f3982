import { describe, expect, test } from "vitest";
import type { ExplorationQuestion, ExplorationWork, ExplorationReport } from "./calculator.ts";
import { Explorations, type Run, findRun, type RunIdentity, textOf } from "./explorations.ts";
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
const identityOf = (explorationWork: ExplorationWork, sweep: string | null = null): RunIdentity => ({
  work: explorationWork,
  sweep,
});
const report = (id: number, done: number, overrides: Partial<ExplorationReport> = {}): ExplorationReport => ({
  id,
  done,
  total: 100,
  failed: 0,
  isFinished: false,
  result: null,
  fault: null,
  ...overrides,
});

describe("an exploration", () => {
  test("an exploration varies the scenario on the screen, and its run receives the reports", () => {
    const { session, explorations, callbacks, state } = isolatedSession();
    session.explorations.start(identityOf(work(1)));
    expect(explorations).toMatchObject([{ id: 1, scenario: state().base, work: work(1) }]);
    callbacks().onExplorationReport(report(1, 40));
    const run = session.explorations.runs.getState()[textOf(work(1))]!;
    expect(run).toMatchObject({ version: state().base.version, isRunning: true, report: { done: 40 } });
    callbacks().onExplorationReport(report(1, 100, { isFinished: true }));
    expect(session.explorations.runs.getState()[textOf(work(1))]).toMatchObject({
      isRunning: false,
      report: { done: 100 },
      secondsLeft: null,
    });
  });

  test("the remaining time of an exploration is estimated from the time that variants have taken so far", () => {
    let now = 0;
    const { session } = isolatedSession();
    const explorations = new Explorations(session.state, { explore: () => {} }, { sweeps: null, now: () => now });
    const run = (): Run => explorations.runs.getState()[textOf(work(1))]!;
    explorations.start(identityOf(work(1)));
    expect(run().secondsLeft).toBeNull();
    now = 2_000;
    explorations.receive(report(1, 20));
    expect(run().secondsLeft).toBe(8);
  });

  test("an exploration is replaced by the next one, keeps its results, and still receives its last report", () => {
    const { session, explorations, callbacks } = isolatedSession();
    session.explorations.start(identityOf(work(1)));
    callbacks().onExplorationReport(report(1, 40));
    session.explorations.start(identityOf(work(2)));
    callbacks().onExplorationReport(report(1, 41, { isFinished: true }));
    callbacks().onExplorationReport(report(2, 5));
    expect(explorations.length).toBe(2);
    const runs = session.explorations.runs.getState();
    expect(runs[textOf(work(1))]).toMatchObject({ isRunning: false, report: { done: 41 } });
    expect(runs[textOf(work(2))]).toMatchObject({ isRunning: true, report: { done: 5 } });
  });

  test("an exploration ends when it is cancelled, and its results so far are kept", () => {
    const { session, explorations, callbacks } = isolatedSession();
    session.explorations.start(identityOf(work(1)));
    callbacks().onExplorationReport(report(1, 40));
    session.explorations.cancel();
    expect(explorations.at(-1)).toBeNull();
    expect(session.explorations.runs.getState()[textOf(work(1))]).toMatchObject({
      isRunning: false,
      report: { done: 40 },
    });
  });

  describe("an exploration with a server that has sweeps", () => {
    const withServer = () => {
      const [pageQuestions, serverQuestions]: (ExplorationQuestion | null)[][] = [[], []];
      const leaveCalls: string[] = [];
      const explorations = new Explorations(
        isolatedSession().session.state,
        { explore: (question) => void pageQuestions!.push(question) },
        {
          sweeps: {
            explore: (question) => void serverQuestions!.push(question),
            leave: () => void leaveCalls.push("left"),
          },
        },
      );
      const run = (): Run => explorations.runs.getState()[textOf(work(1))]!;
      return { explorations, pageQuestions: pageQuestions!, serverQuestions: serverQuestions!, leaveCalls, run };
    };

    test("a run with more than 2,000 variants is calculated on the server, and cancelled there", () => {
      const { explorations, pageQuestions, serverQuestions, run } = withServer();
      explorations.start(identityOf(work(1)));
      explorations.receive(report(1, 1, { total: 2_000 }));
      expect([serverQuestions.length, run().location]).toEqual([0, "page"]);
      explorations.start(identityOf(work(1)));
      explorations.receive(report(2, 1, { total: 2_001 }));
      expect(pageQuestions.at(-1)).toBeNull();
      expect(serverQuestions).toMatchObject([{ id: 3, work: work(1) }]);
      explorations.receive(report(2, 2, { total: 2_001, isFinished: true }));
      explorations.receive(report(3, 500, { total: 2_001 }));
      expect(run()).toMatchObject({ location: "server", isRunning: true, report: { done: 500 } });
      explorations.cancel();
      expect(serverQuestions.at(-1)).toBeNull();
      expect(run()).toMatchObject({ isRunning: false, report: { done: 500 } });
    });

    test("a run that the user leaves continues on the server, and its results are read when the user returns", () => {
      const { explorations, serverQuestions, leaveCalls } = withServer();
      explorations.start(identityOf(work(1)), { title: "Oil" });
      explorations.receive(report(1, 0, { total: 2_001 }));
      expect(serverQuestions).toMatchObject([{ id: 2, metadata: { title: "Oil" }, sweep: undefined }]);
      explorations.receive(report(2, 500, { total: 2_001, sweep: { id: "abc", version: 4 } }));
      const find = () => findRun(explorations.runs.getState(), identityOf(work(1), "abc"));
      expect(find()).toMatchObject({ isRunning: true, version: 4 });
      explorations.leave();
      expect([leaveCalls, serverQuestions.length, find()!.isRunning]).toEqual([["left"], 1, false]);
      explorations.start(identityOf(work(1), "abc"));
      expect(serverQuestions.at(-1)).toMatchObject({ id: 3, sweep: "abc" });
      explorations.receive(report(3, 2_001, { total: 2_001, isFinished: true, sweep: { id: "abc", version: 4 } }));
      expect(find()).toMatchObject({ id: 3, isRunning: false, version: 4, report: { done: 2_001 } });
    });

    test("a run over areas is calculated on the server", () => {
      const { explorations, pageQuestions, serverQuestions } = withServer();
      const sweepWork = work(1) as Extract<ExplorationWork, { kind: "sweep" }>;
      const factors = [{ areas: ["nl", "be"], role: "lever" as const }];
      explorations.start(identityOf({ ...sweepWork, spec: { ...sweepWork.spec, factors } }));
      expect([pageQuestions.length, serverQuestions.length]).toEqual([0, 1]);
    });
  });

  test("an exploration of targets is impossible while the server calculates", () => {
    expect(isolatedSession().session.explorations.isPossible("target")).toBe(true);
    expect(isolatedSession({ isOnServer: true }).session.explorations.isPossible("target")).toBe(false);
  });
});
