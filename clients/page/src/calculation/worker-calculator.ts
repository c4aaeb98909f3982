/**
 * Calculates in a worker of this page, or on the server if the browser cannot calculate. Until the worker's first
 * answer, the server also answers, without hourly curves, which are large. On devices with few processors the worker
 * starts only once that answer is drawn: opening a model and the first drawing each occupy a processor.
 */
import type { AreaManifest } from "@etesian/model/parts";
import type {
  Calculator,
  CalculatorListener,
  ExplanationSubject,
  ExplorationQuestion,
  InspectionQuestion,
  Question,
} from "./calculator.ts";
import type { FromWorker, Progress, ToWorker } from "./worker/messages.ts";

export interface WorkerListener extends CalculatorListener {
  readonly onProgress: (progress: Progress | null) => void;
  /** The worker has failed; from now on the server calculates. */
  readonly onFallback: (message: string) => void;
}

/** The port of a worker, which tests can implement. */
export interface WorkerPort {
  readonly postMessage: (message: ToWorker) => void;
  readonly addEventListener: (
    type: "message" | "error",
    listener: (event: { readonly data?: FromWorker }) => void,
    options?: { readonly signal: AbortSignal },
  ) => void;
  readonly terminate: () => void;
}

/** Creates workers, and reuses idle ones. */
export interface Workers {
  /** The previous scenario's worker, if it has opened this model; otherwise it is terminated. */
  readonly take: (manifest: AreaManifest, endYear: number) => WorkerPort | null;
  readonly start: () => WorkerPort;
  readonly keep: (worker: WorkerPort, manifest: AreaManifest, endYear: number) => void;
  /** Whether a new worker has a processor to itself. */
  readonly hasProcessor: boolean;
  /** Runs work once the page has drawn the current answer. */
  readonly afterDrawing: (work: () => void) => void;
}

/** Maximum time that the worker waits for the server's first answer (ms). */
const SERVER_LIMIT_MS = 500;

export function workerCalculator(
  { manifest, endYear }: { readonly manifest: AreaManifest; readonly endYear: number },
  listener: WorkerListener,
  workers: Workers,
  createServerCalculator: (listener: CalculatorListener) => Calculator,
): Calculator {
  let worker: WorkerPort | null = null;
  /** Messages for the worker, sent once it has started. */
  const waitingMessages: ToWorker[] = [{ kind: "open", manifest, endYear }];
  const listenerController = new AbortController();
  const sendToWorker = (message: ToWorker): void => {
    // A closed session may still read its scenario, but its worker may answer the next scenario.
    if (listenerController.signal.aborted) return;
    if (worker === null) waitingMessages.push(message);
    else worker.postMessage(message);
  };
  let server: Calculator | null = null;
  const idleWorker = workers.take(manifest, endYear);
  /**
   * Answers until the worker's first answer; null after that, and if the worker is already open. Its failure is
   * ignored, because the worker also answers.
   */
  let interimServer: Calculator | null =
    idleWorker !== null
      ? null
      : createServerCalculator({
          ...listener,
          onAnswer: (answer) => {
            if (interimServer === null) return;
            listener.onAnswer({ ...answer, curves: null });
            workers.afterDrawing(startWorker);
          },
          onFault: () => startWorker(),
        });
  const closeInterimServer = (): void => {
    interimServer?.close();
    interimServer = null;
  };
  let newestQuestion: Question | null = null;
  let isOpen = false;
  /** The number of the newest answer. */
  let lastAnswered: number | null = null;
  /** Unanswered variants of the newest question. */
  let unansweredVariants: { readonly id: number; count: number } | null = null;
  let isExploring = false;

  const fallBack = (message: string): void => {
    if (server !== null) return;
    worker?.terminate();
    closeInterimServer();
    server = createServerCalculator(listener);
    listener.onProgress(null);
    listener.onFallback(message);
    if (newestQuestion !== null) server.ask(newestQuestion);
  };
  const onMessage = ({ data }: { readonly data?: FromWorker }): void => {
    if (data === undefined || server !== null) return;
    switch (data.kind) {
      case "progress":
        listener.onProgress(data);
        break;
      case "opened":
        isOpen = true;
        listener.onProgress(null);
        break;
      case "answer":
        closeInterimServer();
        lastAnswered = data.answer.n;
        listener.onAnswer(data.answer);
        break;
      case "inspection":
        listener.onInspection(data.inspection);
        break;
      case "explanation":
        listener.onExplanation(data.explanation);
        break;
      case "names":
        listener.onNames(data.names);
        break;
      case "variant":
        if (unansweredVariants?.id === data.variant.id) unansweredVariants.count--;
        listener.onVariant(data.variant);
        break;
      case "explored":
        if (data.report.isFinished) isExploring = false;
        listener.onExplorationReport(data.report);
        break;
      case "failed":
        // A worker with an open model can answer later questions.
        if (isOpen) listener.onFault(data.message);
        else fallBack(data.message);
    }
  };
  const startWorker = (): void => {
    clearTimeout(startTimer);
    if (worker !== null || listenerController.signal.aborted) return;
    worker = idleWorker ?? workers.start();
    worker.addEventListener("message", onMessage, listenerController);
    worker.addEventListener("error", () => fallBack(""), listenerController);
    for (const message of waitingMessages) worker.postMessage(message);
  };
  const startTimer = setTimeout(startWorker, SERVER_LIMIT_MS);
  if (idleWorker !== null || workers.hasProcessor) startWorker();
  return {
    ask(question) {
      newestQuestion = question;
      if (server === null) sendToWorker({ kind: "ask", question });
      else server.ask(question);
      interimServer?.ask({ ...question, request: { ...question.request, curves: [] } });
    },
    tryOut(question) {
      unansweredVariants = { id: question.id, count: question.variants.length };
      if (server === null) sendToWorker({ kind: "tryOut", question });
    },
    get explore() {
      return server === null
        ? (question: ExplorationQuestion | null): void => {
            if (question !== null) isExploring = true;
            sendToWorker({ kind: "explore", question });
          }
        : null;
    },
    get inspect() {
      return server === null
        ? (question: InspectionQuestion | null): void => sendToWorker({ kind: "inspect", question })
        : null;
    },
    get explain() {
      return server === null ? (subject: ExplanationSubject): void => sendToWorker({ kind: "explain", subject }) : null;
    },
    get listNames() {
      return server === null ? (): void => sendToWorker({ kind: "listNames" }) : null;
    },
    close() {
      clearTimeout(startTimer);
      listenerController.abort();
      // The next scenario would receive the answers still being calculated.
      const isAtRest =
        isOpen &&
        newestQuestion?.n === lastAnswered &&
        (unansweredVariants === null || unansweredVariants.count === 0) &&
        !isExploring;
      if (worker !== null && isAtRest && server === null) workers.keep(worker, manifest, endYear);
      else worker?.terminate();
      closeInterimServer();
      server?.close();
    },
  };
}
