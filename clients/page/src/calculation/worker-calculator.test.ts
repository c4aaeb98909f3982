import type { AreaManifest } from "@etesian/model/parts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type {
  Answer,
  Question,
  StoredScenario,
  CalculatorListener,
  VariantsQuestion,
  WholeAnswer,
} from "./calculator.ts";
import { workerCalculator, type WorkerPort } from "./worker-calculator.ts";
import type { FromWorker, ToWorker } from "./worker/messages.ts";

const MANIFEST = { area: "nl" } as AreaManifest;

const question = (n: number): Question => ({
  n,
  scenario: { id: 1, version: 1 } as StoredScenario,
  changes: {},
  request: { queries: ["costs"], curves: ["price"] },
});
const answer = (n: number, source: string): WholeAnswer => ({
  n,
  version: 1,
  sliders: { userValues: {}, balancedValues: {} },
  refusals: [],
  results: new Map(),
  curves: new Map([["price", new Float32Array(2)]]),
  recipe: source,
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A calculator in isolation: the worker and the server answer, and the page draws, when the test decides. */
function isolatedCalculator({ wasOpen = false, hasProcessor = false } = {}) {
  const toWorker: ToWorker[] = [];
  const startedWorkers: WorkerPort[] = [];
  let draw = (): void => {};
  let deliver: (message: FromWorker) => void = () => {};
  let failWorker = (): void => {};
  const servers: { readonly listener: CalculatorListener; readonly questions: Question[]; isClosed: boolean }[] = [];
  const answers: Answer[] = [];
  const faults: string[] = [];
  const fallbacks: string[] = [];
  const workerEvents: string[] = [];
  const worker: WorkerPort = {
    postMessage: (message) => void toWorker.push(message),
    addEventListener: (type, listener, options) => {
      if (type === "message") deliver = (data) => options?.signal.aborted !== true && listener({ data });
      else failWorker = () => listener({});
    },
    terminate: () => void workerEvents.push("ended"),
  };
  const calculator = workerCalculator(
    { manifest: MANIFEST, endYear: 2050 },
    {
      onAnswer: (answer) => answers.push(answer),
      onFault: (message) => faults.push(message),
      onFallback: (message) => fallbacks.push(message),
      onProgress: () => {},
      onVariant: () => {},
      onInspection: () => {},
      onExplorationReport: () => {},
      onExplanation: () => {},
      onNames: () => {},
    },
    {
      take: () => (wasOpen ? worker : null),
      start: () => {
        startedWorkers.push(worker);
        return worker;
      },
      keep: () => void workerEvents.push("kept"),
      hasProcessor,
      afterDrawing: (work) => (draw = work),
    },
    (listener) => {
      const server = { listener, questions: [] as Question[], isClosed: false };
      servers.push(server);
      return {
        ask: (question) => void server.questions.push(question),
        tryOut: null,
        explore: null,
        inspect: null,
        explain: null,
        listNames: null,
        close: () => (server.isClosed = true),
      };
    },
  );
  return {
    calculator,
    workerEvents,
    toWorker,
    answers,
    faults,
    fallbacks,
    servers,
    startedWorkers,
    draw: () => draw(),
    fromWorker: (message: FromWorker) => deliver(message),
    failWorker: () => failWorker(),
  };
}

describe("a calculator in a worker", () => {
  it("a calculator in a worker starts once the server's first answer, which has no curves, is drawn", () => {
    const { calculator, toWorker, startedWorkers, servers, answers, draw, fromWorker } = isolatedCalculator();
    const [server] = servers;
    calculator.ask(question(1));
    expect(server!.questions).toEqual([{ ...question(1), request: { queries: ["costs"], curves: [] } }]);
    server!.listener.onAnswer(answer(1, "server"));
    expect(answers).toEqual([{ ...answer(1, "server"), curves: null }]);
    expect(startedWorkers).toEqual([]);
    draw();
    draw();
    expect(startedWorkers.length).toBe(1);
    expect(toWorker).toEqual([
      { kind: "open", manifest: MANIFEST, endYear: 2050 },
      { kind: "ask", question: question(1) },
    ]);

    fromWorker({ kind: "opened" });
    fromWorker({ kind: "answer", answer: answer(1, "worker") });
    expect(answers.at(-1)).toEqual(answer(1, "worker"));
    expect(server!.isClosed).toBe(true);
    calculator.ask(question(2));
    expect(server!.questions.length).toBe(1);
  });

  it.each<readonly [when: string, happen: (fixture: ReturnType<typeof isolatedCalculator>) => void]>([
    ["when the server fails", ({ servers }) => servers[0]!.listener.onFault("away")],
    ["when the server takes too long", () => void vi.advanceTimersByTime(500)],
  ])("a calculator in a worker starts %s", (_, trigger) => {
    const fixture = isolatedCalculator();
    fixture.calculator.ask(question(1));
    fixture.calculator.explain!("query costs");
    expect(fixture.startedWorkers).toEqual([]);
    trigger(fixture);
    expect(fixture.toWorker.map(({ kind }) => kind)).toEqual(["open", "ask", "explain"]);
  });

  it("a calculator in a worker starts immediately if it has a processor to itself, while the server also answers", () => {
    const { calculator, startedWorkers, servers } = isolatedCalculator({ hasProcessor: true });
    calculator.ask(question(1));
    expect([startedWorkers.length, servers[0]!.questions.length]).toEqual([1, 1]);
  });

  it("a calculator in a worker does not start for a scenario that the user has left", () => {
    const { calculator, startedWorkers, servers, draw } = isolatedCalculator();
    calculator.ask(question(1));
    servers[0]!.listener.onAnswer(answer(1, "server"));
    calculator.close();
    draw();
    vi.advanceTimersByTime(10_000);
    expect(startedWorkers).toEqual([]);
  });

  it("a calculator in a worker takes precedence over later answers and failures of the server", () => {
    const { calculator, servers, answers, faults, fromWorker } = isolatedCalculator();
    calculator.ask(question(1));
    servers[0]!.listener.onFault("away");
    fromWorker({ kind: "answer", answer: answer(1, "worker") });
    servers[0]!.listener.onAnswer(answer(1, "server"));
    servers[0]!.listener.onFault("away");
    expect(answers.map(({ recipe }) => recipe)).toEqual(["worker"]);
    expect(faults).toEqual([]);
  });

  it("a calculator in a worker that has failed leaves complete answers to the server", () => {
    const { calculator, servers, answers, faults, fallbacks, failWorker } = isolatedCalculator();
    calculator.ask(question(1));
    vi.advanceTimersByTime(500);
    failWorker();
    expect(fallbacks.length).toBe(1);
    const [interimServer, server] = servers;
    expect([interimServer!.isClosed, server!.questions]).toEqual([true, [question(1)]]);
    server!.listener.onAnswer(answer(1, "server"));
    expect(answers).toEqual([answer(1, "server")]);
    server!.listener.onFault("away");
    expect(faults).toEqual(["away"]);
    calculator.close();
    expect(server!.isClosed).toBe(true);
  });
});

describe("the worker of a previous scenario", () => {
  const tryOut = (id: number) => ({ id, variants: [{}, {}], queries: [] }) as unknown as VariantsQuestion;
  const variant = (id: number, index: number): FromWorker => ({
    kind: "variant",
    variant: { id, index, results: new Map(), refusals: [] },
  });

  it("the worker of a previous scenario is kept idle, and its messages are ignored", () => {
    const { calculator, workerEvents, answers, fromWorker } = isolatedCalculator();
    vi.advanceTimersByTime(500);
    calculator.ask(question(1));
    calculator.ask(question(2));
    calculator.tryOut!(tryOut(7));
    fromWorker({ kind: "opened" });
    fromWorker({ kind: "answer", answer: answer(2, "worker") });
    for (const result of [variant(6, 1), variant(7, 0), variant(7, 1)]) fromWorker(result);
    calculator.close();
    fromWorker({ kind: "answer", answer: answer(3, "worker") });
    expect(workerEvents).toEqual(["kept"]);
    expect(answers.map(({ n }) => n)).toEqual([2]);
  });

  it.each<readonly [state: string, messages: readonly FromWorker[]]>([
    ["before its model is open", []],
    ["while it calculates", [{ kind: "opened" }, { kind: "answer", answer: answer(1, "worker") }]],
    [
      "while variants are calculated",
      [{ kind: "opened" }, { kind: "answer", answer: answer(2, "worker") }, variant(6, 0), variant(7, 0)],
    ],
    ["after it has failed", [{ kind: "failed", message: "no memory" }]],
  ])("the worker of a previous scenario is terminated if the scenario is left %s", (_, messages) => {
    const { calculator, workerEvents, fromWorker } = isolatedCalculator();
    vi.advanceTimersByTime(500);
    calculator.ask(question(2));
    calculator.tryOut!(tryOut(7));
    for (const message of messages) fromWorker(message);
    calculator.close();
    expect(new Set(workerEvents)).toEqual(new Set(["ended"]));
  });

  it("the worker of a previous scenario receives nothing more from it", () => {
    const { calculator, workerEvents, toWorker, fromWorker } = isolatedCalculator();
    vi.advanceTimersByTime(500);
    calculator.ask(question(1));
    fromWorker({ kind: "opened" });
    fromWorker({ kind: "answer", answer: answer(1, "worker") });
    calculator.close();
    expect(workerEvents).toEqual(["kept"]);
    const sentCount = toWorker.length;
    // Its session learns of a stored change after the user has opened another scenario.
    calculator.ask(question(2));
    calculator.tryOut!(tryOut(1));
    calculator.explore!(null);
    calculator.inspect!(null);
    calculator.explain!("query costs");
    calculator.listNames!();
    expect(toWorker.length).toBe(sentCount);
  });

  it("the worker of a previous scenario answers the next one without the server", () => {
    const { calculator, servers, toWorker } = isolatedCalculator({ wasOpen: true });
    calculator.ask(question(1));
    expect([servers.length, toWorker.map(({ kind }) => kind)]).toEqual([0, ["open", "ask"]]);
  });
});
