/** Messages between the page and its worker. */
import type { AreaManifest } from "@etesian/model/parts";
import type { Answer, Question, ResponsePoint, ResponseQuestion } from "../calculator.ts";

export type ToWorker =
  | { readonly kind: "open"; readonly manifest: AreaManifest; readonly endYear: number }
  | { readonly kind: "ask"; readonly question: Question }
  | { readonly kind: "respond"; readonly question: ResponseQuestion };

/** How far the model has come, in bytes; `of` is 0 until the sizes are known. */
export interface Progress {
  readonly loaded: number;
  readonly of: number;
}

export type FromWorker =
  | ({ readonly kind: "progress" } & Progress)
  | { readonly kind: "opened" }
  | { readonly kind: "answer"; readonly answer: Answer }
  | { readonly kind: "point"; readonly point: ResponsePoint }
  /** The worker cannot go on: the model is not to be had, or memory is short. */
  | { readonly kind: "failed"; readonly sentence: string };
