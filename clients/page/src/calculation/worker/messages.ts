/** Messages between the page and its worker. */
import type { QueryName } from "@etesian/engine/text-queries";
import type { AreaManifest } from "@etesian/model/parts";
import type {
  Answer,
  ExplanationSubject,
  Explanation,
  ExplorationQuestion,
  ExplorationReport,
  Inspection,
  InspectionQuestion,
  Question,
  Variant,
  VariantsQuestion,
} from "../calculator.ts";

export type ToWorker =
  | { readonly kind: "open"; readonly manifest: AreaManifest; readonly endYear: number }
  | { readonly kind: "ask"; readonly question: Question }
  | { readonly kind: "inspect"; readonly question: InspectionQuestion | null }
  | { readonly kind: "listNames" }
  | { readonly kind: "explain"; readonly subject: ExplanationSubject }
  | { readonly kind: "tryOut"; readonly question: VariantsQuestion }
  | { readonly kind: "explore"; readonly question: ExplorationQuestion | null };

/** Download progress of the model, in bytes; `total` is 0 until the sizes are known. */
export interface Progress {
  readonly loaded: number;
  readonly total: number;
}

export type FromWorker =
  | ({ readonly kind: "progress" } & Progress)
  | { readonly kind: "opened" }
  | { readonly kind: "answer"; readonly answer: Answer }
  | { readonly kind: "inspection"; readonly inspection: Inspection }
  | { readonly kind: "explanation"; readonly explanation: Explanation }
  | { readonly kind: "names"; readonly names: readonly QueryName[] }
  | { readonly kind: "variant"; readonly variant: Variant }
  | { readonly kind: "explored"; readonly report: ExplorationReport }
  /** The worker cannot continue: the model is unavailable, or memory is low. */
  | { readonly kind: "failed"; readonly message: string };
