import type { AreaManifest } from "@etesian/model/parts";
import { describe, expect, it } from "vitest";
import type { Answer, Question, StoredScenario, Told, WholeAnswer } from "./calculator.ts";
import { workerCalculator } from "./worker-calculator.ts";
import type { FromWorker, ToWorker } from "./worker/messages.ts";

const MANIFEST = { area: "nl" } as AreaManifest;

const question = (n: number): Question => ({
  n,
  stored: { id: 1, version: 1 } as StoredScenario,
  changes: {},
  wanted: { queries: ["costs"], curves: ["price"] },
});
const answer = (n: number, by: string): WholeAnswer => ({
  n,
  version: 1,
  sliders: { userValues: {}, balancedValues: {} },
  refused: [],
  results: new Map(),
  curves: new Map([["price", new Float32Array(2)]]),
  recipe: by,
});

/** A calculator on a desk: the worker and the server answer when the test says so. */
function desk() {
  const toWorker: ToWorker[] = [];
  let listen: (message: FromWorker) => void = () => {};
  let breakDown = (): void => {};
  const servers: { readonly told: Told; readonly questions: Question[]; isClosed: boolean }[] = [];
  const answers: Answer[] = [];
  const faults: string[] = [];
  const fallbacks: string[] = [];
  const calculator = workerCalculator(
    { manifest: MANIFEST, endYear: 2050 },
    {
      onAnswer: (given) => answers.push(given),
      onFault: (sentence) => faults.push(sentence),
      onFallback: (sentence) => fallbacks.push(sentence),
      onProgress: () => {},
      onVariant: () => {},
      onInspection: () => {},
      onExplanation: () => {},
    },
    () => ({
      postMessage: (message) => void toWorker.push(message),
      addEventListener: (type, listener) => {
        if (type === "message") listen = (data) => listener({ data });
        else breakDown = () => listener({});
      },
      terminate: () => {},
    }),
    (told) => {
      const server = { told, questions: [] as Question[], isClosed: false };
      servers.push(server);
      return {
        ask: (asked) => void server.questions.push(asked),
        tryOut: null,
        inspect: null,
        explain: null,
        close: () => (server.isClosed = true),
      };
    },
  );
  return {
    calculator,
    toWorker,
    answers,
    faults,
    fallbacks,
    servers,
    fromWorker: (message: FromWorker) => listen(message),
    breakDown: () => breakDown(),
  };
}

describe("a calculator in a worker", () => {
  it("is asked beside the server until it answers first; the server is not asked for curves, and its answer has none", () => {
    const { calculator, toWorker, servers, answers, fromWorker } = desk();
    const [server] = servers;
    calculator.ask(question(1));
    expect(toWorker.at(-1)).toEqual({ kind: "ask", question: question(1) });
    expect(server!.questions).toEqual([{ ...question(1), wanted: { queries: ["costs"], curves: [] } }]);
    server!.told.onAnswer(answer(1, "server"));
    expect(answers).toEqual([{ ...answer(1, "server"), curves: null }]);

    fromWorker({ kind: "opened" });
    fromWorker({ kind: "answer", answer: answer(1, "worker") });
    expect(answers.at(-1)).toEqual(answer(1, "worker"));
    expect(server!.isClosed).toBe(true);
    calculator.ask(question(2));
    expect(server!.questions.length).toBe(1);
  });

  it("has the last word: what the server answers or fails at after it is left out", () => {
    const { calculator, servers, answers, faults, fromWorker } = desk();
    calculator.ask(question(1));
    servers[0]!.told.onFault("away");
    fromWorker({ kind: "answer", answer: answer(1, "worker") });
    servers[0]!.told.onAnswer(answer(1, "server"));
    servers[0]!.told.onFault("away");
    expect(answers.map(({ recipe }) => recipe)).toEqual(["worker"]);
    expect(faults).toEqual([]);
  });

  it("leaves whole answers to the server once it has failed", () => {
    const { calculator, servers, answers, faults, fallbacks, breakDown } = desk();
    calculator.ask(question(1));
    breakDown();
    expect(fallbacks.length).toBe(1);
    const [ahead, server] = servers;
    expect([ahead!.isClosed, server!.questions]).toEqual([true, [question(1)]]);
    server!.told.onAnswer(answer(1, "server"));
    expect(answers).toEqual([answer(1, "server")]);
    server!.told.onFault("away");
    expect(faults).toEqual(["away"]);
    calculator.close();
    expect(server!.isClosed).toBe(true);
  });
});
