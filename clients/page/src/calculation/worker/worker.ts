/** Calculates for the page: one question runs, the newest one waits, and older pending ones are dropped. */
import type { Solution } from "@etesian/engine";
import type { TextQueries } from "@etesian/engine/text-queries";
import { recipeHash } from "@etesian/sliders";
import {
  type Changes,
  type ExplanationSubject,
  type ExplorationQuestion,
  type ExplorationReport,
  type Inspection,
  type InspectionQuestion,
  isCustomQuery,
  type Question,
  type StoredScenario,
  type VariantsQuestion,
} from "../calculator.ts";
import { answerOf, explanationOf, futureResults, recipeOf } from "./calculate.ts";
import type { Step } from "./exploration.ts";
import type { FromWorker, ToWorker } from "./messages.ts";
import { openModel, type OpenedModel } from "./opened-model.ts";

let openedModel: Promise<OpenedModel> | null = null;
let waitingQuestion: Question | null = null;
/** Variants of a scenario, and the number already calculated. */
let trial: { readonly question: VariantsQuestion; done: number } | null = null;
/** An exploration, its steps once it has begun, and the time of its latest report. */
let exploration: {
  readonly question: ExplorationQuestion;
  steps: AsyncGenerator<Step> | null;
  lastStep: Step | null;
  reportedAt: number;
} | null = null;
/** The inspected hour. */
let inspectedHour: InspectionQuestion | null = null;
let isRunning = false;
/** Explanations requested before the first result. */
const pendingExplanations = new Set<ExplanationSubject>();
/** The last calculated recipe, by its hash. */
let lastSolution: { readonly n: number; readonly recipe: string; readonly solution: Solution } | null = null;

const send = (message: FromWorker, transfer: Transferable[] = []): void => postMessage(message, { transfer });

function fail(error: unknown): void {
  send({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
}

/** Lets the worker receive messages that arrived during a calculation. */
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

function recipeFor(
  { engine, dataset, inputs }: OpenedModel,
  scenario: StoredScenario,
  changes: Changes,
): ReturnType<typeof recipeOf> {
  const table = scenario.scaling === null ? inputs : engine.inputs(dataset, scenario.endYear, scenario.scaling);
  return recipeOf(table, scenario, changes);
}

/** The solution of a scenario with changes; the last recipe's is cached. */
async function solve(
  { n, scenario, changes }: Question,
  model: OpenedModel,
): Promise<{ readonly solution: Solution; readonly hash: string; readonly refusals: readonly string[] }> {
  const { engine, dataset, withParts } = model;
  const { recipe, refusals } = recipeFor(model, scenario, changes);
  const hash = recipeHash(recipe, dataset.hash);
  const solution =
    lastSolution?.recipe === hash ? lastSolution.solution : await withParts(() => engine.solve(dataset, recipe));
  lastSolution = { n, recipe: hash, solution };
  return { solution, hash, refusals };
}

async function answer(question: Question, model: OpenedModel): Promise<void> {
  const previousSolution = lastSolution;
  const { queries, curves } = question.request;
  const texts = queries.some(isCustomQuery) || curves.some(isCustomQuery) ? await textQueries(model) : null;
  const result = await solve(question, model);
  const message = { ...answerOf(question, result, texts), inspection: inspect() };
  send(
    { kind: "answer", answer: message },
    Array.from(message.curves.values(), ({ buffer }) => buffer),
  );
  for (const subject of pendingExplanations) explain(subject);
  pendingExplanations.clear();
  if (previousSolution !== null && previousSolution.solution !== result.solution) previousSolution.solution.release();
  model.engine.evict();
}

/** The report of the inspected hour in the last answer; null if none is inspected. */
function inspect(): Inspection | null {
  if (inspectedHour === null || lastSolution === null) return null;
  return { n: lastSolution.n, hour: lastSolution.solution.inspectHour(inspectedHour.network, inspectedHour.hour) };
}

/** Explains a part of the last answer. */
function explain(subject: ExplanationSubject): void {
  void openedModel?.then(
    ({ inputTargets }) => {
      const explanation = lastSolution === null ? null : explanationOf(subject, lastSolution.solution, inputTargets);
      if (explanation !== null) send({ kind: "explanation", explanation: { n: lastSolution!.n, ...explanation } });
    },
    // The failure to open the model has been reported.
    () => {},
  );
}

/** Runs user-defined queries; loaded for the first one. */
let textQueriesPromise: Promise<TextQueries> | null = null;
const textQueries = ({ engine }: OpenedModel): Promise<TextQueries> =>
  (textQueriesPromise ??= import("@etesian/engine/text-queries").then(({ TextQueries }) => new TextQueries(engine)));

/** Sends the names that user-defined queries can use. */
function listNames(): void {
  // The failure to open the model has been reported.
  void openedModel
    ?.then(async (model) => send({ kind: "names", names: (await textQueries(model)).names() }))
    .catch(() => {});
}

/** Calculates the next variant. */
async function tryNext(model: OpenedModel): Promise<void> {
  const { engine, dataset, withParts } = model;
  const { question } = trial!;
  const { scenario, variants, queries, id } = question;
  const index = trial!.done++;
  const changes = variants[index];
  if (changes === undefined) {
    trial = null;
    return;
  }
  const { recipe, refusals } = recipeFor(model, scenario, changes);
  if (refusals.length > 0) {
    send({ kind: "variant", variant: { id, index, results: new Map(), refusals } });
    return;
  }
  const solution = await withParts(() => engine.solve(dataset, recipe));
  send({ kind: "variant", variant: { id, index, results: futureResults(solution, queries), refusals } });
  solution.release();
  engine.evict();
}

/** Time between reports of an exploration (ms). */
const REPORT_MS = 400;

const EMPTY_REPORT = { done: 0, total: 0, failed: 0, result: null, fault: null };

function sendReport(
  id: number,
  step: Step | null,
  final: Pick<ExplorationReport, "isFinished"> & Partial<ExplorationReport>,
): void {
  const report = step === null ? EMPTY_REPORT : { ...step, result: step.result(), fault: null };
  send({ kind: "explored", report: { id, ...report, ...final } });
}

/** Calculates the next variant of an exploration. */
async function exploreNext(model: OpenedModel): Promise<void> {
  const run = exploration!;
  const { question } = run;
  if (run.steps === null) {
    const { recipe } = recipeFor(model, question.scenario, {});
    const { explore } = await import("./exploration.ts");
    run.steps = explore(question.work, recipe, model);
  }
  const { value, done } = await run.steps.next();
  if (exploration !== run) return;
  if (value !== undefined) run.lastStep = value;
  if (done === true) {
    exploration = null;
    sendReport(question.id, run.lastStep, { isFinished: true });
  } else if (performance.now() - run.reportedAt >= REPORT_MS) {
    sendReport(question.id, run.lastStep, { isFinished: false });
    run.reportedAt = performance.now();
  }
}

/** Ends an exploration that was cancelled, was replaced or has failed; its results so far are kept. */
function endExploration(fault: string | null): void {
  if (exploration === null) return;
  const { question, lastStep: step } = exploration;
  exploration = null;
  sendReport(question.id, step, { isFinished: true, fault });
}

async function answerAll(): Promise<void> {
  isRunning = true;
  try {
    const model = await openedModel!;
    // The page's questions come first: between two variants, all new messages are read.
    while (waitingQuestion !== null || trial !== null || exploration !== null) {
      const question = waitingQuestion;
      waitingQuestion = null;
      // Reports the failure; the next question may concern a scenario that can be calculated.
      if (question !== null) await answer(question, model).catch(fail);
      else if (trial !== null) await tryNext(model).catch(() => (trial = null));
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
    // The worker now serves another scenario: no hour is inspected yet, and the last solution does not belong to its
    // answers.
    inspectedHour = null;
    if (lastSolution !== null) lastSolution = { ...lastSolution, n: 0 };
    // Each scenario sends the model again, but a worker opens only one model.
    openedModel ??= openModel(data.manifest, data.endYear, (progress) => send({ kind: "progress", ...progress }));
    openedModel.then(() => send({ kind: "opened" }), fail);
    return;
  }
  if (data.kind === "inspect") {
    inspectedHour = data.question;
    const inspection = inspect();
    if (inspection !== null) send({ kind: "inspection", inspection });
    return;
  }
  if (data.kind === "listNames") {
    listNames();
    return;
  }
  if (data.kind === "explain") {
    if (lastSolution === null || lastSolution.n === 0) pendingExplanations.add(data.subject);
    else explain(data.subject);
    return;
  }
  if (data.kind === "explore") {
    endExploration(null);
    if (data.question === null) return;
    exploration = { question: data.question, steps: null, lastStep: null, reportedAt: -Infinity };
  } else if (data.kind === "tryOut") trial = { question: data.question, done: 0 };
  else waitingQuestion = data.question;
  // The failure to open the model has been reported.
  if (!isRunning) answerAll().catch(() => {});
});
