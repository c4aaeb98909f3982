/**
 * Asks a worker of this page, and the server where the browser cannot calculate. Until the worker's first answer the server
 * answers as well, without curves of hours, which are large: a first visit shows numbers while the engine is still on its way.
 */
import type { AreaManifest } from "@etesian/model/parts";
import type { Calculator, InspectionQuestion, Question, Told } from "./calculator.ts";
import type { FromWorker, Progress, ToWorker } from "./worker/messages.ts";

export interface WorkerTold extends Told {
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
  ) => void;
  readonly terminate: () => void;
}

export function workerCalculator(
  { manifest, endYear }: { readonly manifest: AreaManifest; readonly endYear: number },
  told: WorkerTold,
  workerFor: (manifest: AreaManifest, endYear: number) => WorkerPort,
  onServer: (told: Told) => Calculator,
): Calculator {
  const worker = workerFor(manifest, endYear);
  let server: Calculator | null = null;
  /** Null once the worker has answered. That it fails is no matter: the worker answers as well. */
  let ahead: Calculator | null = onServer({
    ...told,
    onAnswer: (answer) => {
      if (ahead !== null) told.onAnswer({ ...answer, curves: null });
    },
    onFault: () => {},
  });
  const endAhead = (): void => {
    ahead?.close();
    ahead = null;
  };
  let newest: Question | null = null;
  let isOpen = false;

  const fallBack = (sentence: string): void => {
    if (server !== null) return;
    worker.terminate();
    endAhead();
    server = onServer(told);
    told.onProgress(null);
    told.onFallback(sentence);
    if (newest !== null) server.ask(newest);
  };
  worker.addEventListener("message", ({ data }) => {
    if (data === undefined || server !== null) return;
    switch (data.kind) {
      case "progress":
        told.onProgress(data);
        break;
      case "opened":
        isOpen = true;
        told.onProgress(null);
        break;
      case "answer":
        endAhead();
        told.onAnswer(data.answer);
        break;
      case "inspection":
        told.onInspection(data.inspection);
        break;
      case "explanation":
        told.onExplanation(data.explanation);
        break;
      case "variant":
        told.onVariant(data.variant);
        break;
      case "failed":
        // Before the model is open there is nothing that the next question could ask.
        if (isOpen) told.onFault(data.sentence);
        else fallBack(data.sentence);
    }
  });
  worker.addEventListener("error", () => fallBack(""));
  worker.postMessage({ kind: "open", manifest, endYear });
  return {
    ask(question) {
      newest = question;
      if (server === null) worker.postMessage({ kind: "ask", question });
      else server.ask(question);
      ahead?.ask({ ...question, wanted: { ...question.wanted, curves: [] } });
    },
    tryOut(question) {
      if (server === null) worker.postMessage({ kind: "tryOut", question });
    },
    get inspect() {
      return server === null
        ? (question: InspectionQuestion): void => worker.postMessage({ kind: "inspect", question })
        : null;
    },
    get explain() {
      return server === null ? (query: string): void => worker.postMessage({ kind: "explain", query }) : null;
    },
    close() {
      worker.terminate();
      endAhead();
      server?.close();
    },
  };
}
