/**
 * Asks a worker of this page, and the server where the browser cannot calculate. Until the worker's first answer the server
 * answers as well, without curves of hours, which are large. Where processors are few, the worker is started when that answer is
 * drawn: opening a model and drawing a page for the first time both take all of one.
 */
import type { AreaManifest } from "@etesian/model/parts";
import type { Calculator, Explained, InspectionQuestion, Question, CalculatorListener } from "./calculator.ts";
import type { FromWorker, Progress, ToWorker } from "./worker/messages.ts";

export interface WorkerListener extends CalculatorListener {
  readonly onProgress: (progress: Progress | null) => void;
  /** The worker has failed, and the server calculates from now on. */
  readonly onFallback: (sentence: string) => void;
}

/** The port of a worker, as tests make one, too. */
export interface WorkerPort {
  readonly postMessage: (message: ToWorker) => void;
  readonly addEventListener: (
    type: "message" | "error",
    listener: (event: { readonly data?: FromWorker }) => void,
    options?: { readonly signal: AbortSignal },
  ) => void;
  readonly terminate: () => void;
}

/** Where workers come from, and where they go that are at rest. */
export interface Workers {
  /** The worker of the scenario before, where it has opened this model; it is ended where it has another. */
  readonly take: (manifest: AreaManifest, endYear: number) => WorkerPort | null;
  readonly start: () => WorkerPort;
  readonly keep: (worker: WorkerPort, manifest: AreaManifest, endYear: number) => void;
  /** Whether a worker that is started has a processor for itself. */
  readonly hasProcessor: boolean;
  /** Does work once the page has drawn its answer. */
  readonly afterDrawing: (work: () => void) => void;
}

/** For which the worker waits for the server's first answer. */
const PATIENCE_MS = 500;

export function workerCalculator(
  { manifest, endYear }: { readonly manifest: AreaManifest; readonly endYear: number },
  listener: WorkerListener,
  workers: Workers,
  onServer: (told: CalculatorListener) => Calculator,
): Calculator {
  let worker: WorkerPort | null = null;
  /** Messages for the worker, sent once it is there. */
  const waitingMessages: ToWorker[] = [{ kind: "open", manifest, endYear }];
  const sendToWorker = (message: ToWorker): void => {
    if (worker === null) waitingMessages.push(message);
    else worker.postMessage(message);
  };
  const listening = new AbortController();
  let server: Calculator | null = null;
  const kept = workers.take(manifest, endYear);
  /** Null once the worker has answered, or where it is open. A failure is harmless: the worker answers as well. */
  let ahead: Calculator | null =
    kept !== null
      ? null
      : onServer({
          ...listener,
          onAnswer: (answer) => {
            if (ahead === null) return;
            listener.onAnswer({ ...answer, curves: null });
            workers.afterDrawing(begin);
          },
          onFault: () => begin(),
        });
  const endAhead = (): void => {
    ahead?.close();
    ahead = null;
  };
  let newest: Question | null = null;
  let isOpen = false;
  /** The number of the newest answer. */
  let answered: number | null = null;
  /** Variants of the newest question that have no answer yet. */
  let untried: { readonly id: number; count: number } | null = null;

  const fallBack = (sentence: string): void => {
    if (server !== null) return;
    worker?.terminate();
    endAhead();
    server = onServer(listener);
    listener.onProgress(null);
    listener.onFallback(sentence);
    if (newest !== null) server.ask(newest);
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
        endAhead();
        answered = data.answer.n;
        listener.onAnswer(data.answer);
        break;
      case "inspection":
        listener.onInspection(data.inspection);
        break;
      case "explanation":
        listener.onExplanation(data.explanation);
        break;
      case "variant":
        if (untried?.id === data.variant.id) untried.count--;
        listener.onVariant(data.variant);
        break;
      case "failed":
        // Before the model is open there is nothing that the next question could ask.
        if (isOpen) listener.onFault(data.sentence);
        else fallBack(data.sentence);
    }
  };
  const begin = (): void => {
    clearTimeout(waiting);
    if (worker !== null || listening.signal.aborted) return;
    worker = kept ?? workers.start();
    worker.addEventListener("message", onMessage, listening);
    worker.addEventListener("error", () => fallBack(""), listening);
    for (const message of waitingMessages) worker.postMessage(message);
  };
  const waiting = setTimeout(begin, PATIENCE_MS);
  if (kept !== null || workers.hasProcessor) begin();
  return {
    ask(question) {
      newest = question;
      if (server === null) sendToWorker({ kind: "ask", question });
      else server.ask(question);
      ahead?.ask({ ...question, wanted: { ...question.wanted, curves: [] } });
    },
    tryOut(question) {
      untried = { id: question.id, count: question.variants.length };
      if (server === null) sendToWorker({ kind: "tryOut", question });
    },
    get inspect() {
      return server === null
        ? (question: InspectionQuestion | null): void => sendToWorker({ kind: "inspect", question })
        : null;
    },
    get explain() {
      return server === null ? (of: Explained): void => sendToWorker({ kind: "explain", of }) : null;
    },
    close() {
      clearTimeout(waiting);
      listening.abort();
      // The next scenario would receive the answers that are still calculated.
      const isAtRest = isOpen && newest?.n === answered && (untried === null || untried.count === 0);
      if (worker !== null && isAtRest && server === null) workers.keep(worker, manifest, endYear);
      else worker?.terminate();
      endAhead();
      server?.close();
    },
  };
}
