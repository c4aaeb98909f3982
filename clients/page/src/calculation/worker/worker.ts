/** Calculates for the page: one question runs, the newest one waits, and older pending ones are dropped. */
import type { Solution } from "@etesian/engine";
import { recipeHash } from "@etesian/sliders";
import type {
  Changes,
  Explained,
  ExplorationQuestion,
  Explored,
  Inspection,
  InspectionQuestion,
  Question,
  StoredScenario,
  VariantsQuestion,
} from "../calculator.ts";
import { answerOf, explanationOf, futureOf, recipeOf } from "./calculate.ts";
import type { Step } from "./exploration.ts";
import type { FromWorker, ToWorker } from "./messages.ts";
import { openModel, type OpenedModel } from "./opened-model.ts";

let opened: Promise<OpenedModel> | null = null;
let waiting: Question | null = null;
/** Variants of a scenario, and how many of them are calculated. */
let trying: { readonly question: VariantsQuestion; done: number } | null = null;
/** An exploration, its steps once it has begun, and the time of its latest report. */
let exploring: {
  readonly question: ExplorationQuestion;
  steps: AsyncGenerator<Step> | null;
  last: Step | null;
  reported: number;
} | null = null;
/** The inspected hour. */
let inspecting: InspectionQuestion | null = null;
let isRunning = false;
/** Explanations requested before the first result. */
const unexplained = new Set<Explained>();
/** The last calculated recipe, by its hash. */
let last: { readonly n: number; readonly recipe: string; readonly solution: Solution } | null = null;

const send = (message: FromWorker, transfer: Transferable[] = []): void => postMessage(message, { transfer });

function fail(error: unknown): void {
  send({ kind: "failed", sentence: error instanceof Error ? error.message : String(error) });
}

/** Receives messages that arrived during a calculation. */
const pause = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });

function recipeIn(
  { engine, dataset, inputs }: OpenedModel,
  stored: StoredScenario,
  changes: Changes,
): ReturnType<typeof recipeOf> {
  const table = stored.scaling === null ? inputs : engine.inputs(dataset, stored.endYear, stored.scaling);
  return recipeOf(table, stored, changes);
}

/** The solution of a scenario with changes; the last recipe's is cached. */
async function solve(
  { n, stored, changes }: Omit<Question, "wanted">,
  model: OpenedModel,
): Promise<{ readonly solution: Solution; readonly hash: string; readonly refused: readonly string[] }> {
  const { engine, dataset, withParts } = model;
  const { recipe, refused } = recipeIn(model, stored, changes);
  const hash = recipeHash(recipe, dataset.hash);
  const solution = last?.recipe === hash ? last.solution : await withParts(() => engine.solve(dataset, recipe));
  last = { n, recipe: hash, solution };
  return { solution, hash, refused };
}

async function answer(question: Question, model: OpenedModel): Promise<void> {
  const earlier = last;
  const { solution, hash, refused } = await solve(question, model);
  const answered = { ...answerOf(question, solution, hash, refused), inspection: inspect() };
  send(
    { kind: "answer", answer: answered },
    Array.from(answered.curves.values(), ({ buffer }) => buffer),
  );
  for (const of of unexplained) explain(of);
  unexplained.clear();
  if (earlier !== null && earlier.solution !== solution) earlier.solution.release();
  model.engine.evict();
}

/** The report of the inspected hour in the last answer; null if none is inspected. */
function inspect(): Inspection | null {
  if (inspecting === null || last === null) return null;
  return { n: last.n, hour: last.solution.inspectHour(inspecting.network, inspecting.hour) };
}

/** Explains a part of the last answer. */
function explain(of: Explained): void {
  void opened?.then(
    ({ inputTargets }) => {
      const explanation = last === null ? null : explanationOf(of, last.solution, inputTargets);
      if (explanation !== null) send({ kind: "explanation", explanation: { n: last!.n, ...explanation } });
    },
    // The failure to open the model was reported.
    () => {},
  );
}

/** Calculates the next variant. */
async function tryNext(model: OpenedModel): Promise<void> {
  const { engine, dataset, withParts } = model;
  const { question } = trying!;
  const { stored, variants, queries, id } = question;
  const index = trying!.done++;
  const changes = variants[index];
  if (changes === undefined) {
    trying = null;
    return;
  }
  const { recipe, refused } = recipeIn(model, stored, changes);
  if (refused.length > 0) {
    send({ kind: "variant", variant: { id, index, results: new Map(), refused } });
    return;
  }
  const solution = await withParts(() => engine.solve(dataset, recipe));
  send({ kind: "variant", variant: { id, index, results: futureOf(solution, queries), refused } });
  solution.release();
  engine.evict();
}

/** Time between reports of an exploration (ms). */
const REPORT_MS = 400;

const NOTHING = { done: 0, of: 0, failed: 0, found: null, fault: null };

function report(id: number, step: Step | null, over: Pick<Explored, "isOver"> & Partial<Explored>): void {
  const explored = step === null ? NOTHING : { ...step, found: step.found(), fault: null };
  send({ kind: "explored", explored: { id, ...explored, ...over } });
}

/** Calculates the next variant of an exploration. */
async function exploreNext(model: OpenedModel): Promise<void> {
  const run = exploring!;
  const { question } = run;
  if (run.steps === null) {
    const { recipe } = recipeIn(model, question.stored, {});
    const { explore } = await import("./exploration.ts");
    run.steps = explore(question.work, recipe, model);
  }
  const { value, done } = await run.steps.next();
  if (exploring !== run) return;
  if (value !== undefined) run.last = value;
  if (done === true) {
    exploring = null;
    report(question.id, run.last, { isOver: true });
  } else if (performance.now() - run.reported >= REPORT_MS) {
    report(question.id, run.last, { isOver: false });
    run.reported = performance.now();
  }
}

/** Ends an exploration that was cancelled, replaced, or that failed; its results so far stay. */
function endExploration(fault: string | null): void {
  if (exploring === null) return;
  const { question, last: step } = exploring;
  exploring = null;
  report(question.id, step, { isOver: true, fault });
}

async function answerAll(): Promise<void> {
  isRunning = true;
  try {
    const model = await opened!;
    // The page's questions come first: between two variants, all new messages are read.
    while (waiting !== null || trying !== null || exploring !== null) {
      const question = waiting;
      waiting = null;
      // Reports the failure; the next question may concern a scenario that can be calculated.
      if (question !== null) await answer(question, model).catch(fail);
      else if (trying !== null) await tryNext(model).catch(() => (trying = null));
      else
        await exploreNext(model).catch((error: unknown) =>
          endExploration(error instanceof Error ? error.message : String(error)),
        );
      await pause();
    }
  } finally {
    isRunning = false;
  }
}

addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === "open") {
    // From now on for another scenario: its report is not requested yet, and a solution that it shares answers none of
    // its questions.
    inspecting = null;
    if (last !== null) last = { ...last, n: 0 };
    // Each scenario sends the model again: a worker has one model.
    opened ??= openModel(data.manifest, data.endYear, (now) => send({ kind: "progress", ...now }));
    opened.then(() => send({ kind: "opened" }), fail);
    return;
  }
  if (data.kind === "inspect") {
    inspecting = data.question;
    const inspection = inspect();
    if (inspection !== null) send({ kind: "inspection", inspection });
    return;
  }
  if (data.kind === "explain") {
    if (last === null || last.n === 0) unexplained.add(data.of);
    else explain(data.of);
    return;
  }
  if (data.kind === "explore") {
    endExploration(null);
    if (data.question === null) return;
    exploring = { question: data.question, steps: null, last: null, reported: -Infinity };
  } else if (data.kind === "tryOut") trying = { question: data.question, done: 0 };
  else waiting = data.question;
  // The failure to open the model was reported once.
  if (!isRunning) answerAll().catch(() => {});
});
