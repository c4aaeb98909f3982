/** The state of a session: the stored scenario, the pending moves and the numbers on the screen. */
import type { QueryName } from "@etesian/engine/text-queries";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Answer, Changes, ExplanationSubject, Explanation, StoredScenario, Variant } from "./calculator.ts";

export interface SessionState {
  readonly scenario: StoredScenario;
  /** The scenario without the moves: the stored one, or the visited version. */
  readonly base: StoredScenario;
  /** The visited earlier version, which becomes `base` once it is read; null if there is none. */
  readonly visitedVersion: number | null;
  /** Why a version could not be visited or restored. */
  readonly visitFault: string | null;
  /** Null until the first answer. */
  readonly answer: Answer | null;
  /** The answer at rest before the latest change: drawn in grey until the next change begins. */
  readonly previousAnswer: Answer | null;
  /** The slider that is being dragged; null if none is. */
  readonly draggedSlider: string | null;
  /** Moves that are not stored yet: the drag's, and earlier ones waiting to be sent. */
  readonly moves: Changes;
  /** Whether the numbers on the screen do not belong to the displayed slider values yet. */
  readonly isCalculating: boolean;
  /** Reasons why a slider's change was refused, by its key. */
  readonly refusals: Readonly<Record<string, readonly string[]>>;
  /** Whether the person may not change the scenario: it is read-only, or a change was denied. */
  readonly isReadOnly: boolean;
  /** Changes waiting to be sent. */
  readonly unsentCount: number;
  readonly isOffline: boolean;
  /** Whether changes wait for the user to sign in again. */
  readonly isSignedOut: boolean;
  /** Why results are not calculated. */
  readonly fault: string | null;
  /** The response curve of the slider under the pointer; null if none is requested. */
  readonly response: Response | null;
  /** Results of the differences that are compared one by one; null if none are compared. */
  readonly effects: Effects | null;
  /** Names that user-defined queries can use; null until they are requested and known. */
  readonly names: readonly QueryName[] | null;
  /** Requested explanations of the answer on the screen. */
  readonly explanations: ReadonlyMap<ExplanationSubject, Explanation>;
  /** Whether this page has a change to undo or redo. */
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** Results over the range of a slider. */
export interface Response {
  readonly key: string;
  /** Identifies the scenario on the screen, with its unsaved changes: the hash of its recipe. */
  readonly recipe: string | null;
  /** Calculated points by ascending value. */
  readonly points: readonly { readonly value: number; readonly results: Variant["results"] }[];
}

/** The results of several changes, each applied alone. */
export interface Effects {
  readonly variants: readonly Changes[];
  /** Calculated variants by the index of their change. */
  readonly resultsByIndex: ReadonlyMap<number, Variant>;
}

export type SessionStore = StoreApi<SessionState>;

export const sessionStore = (scenario: StoredScenario): SessionStore =>
  createStore<SessionState>()(() => ({
    scenario,
    base: scenario,
    visitedVersion: null,
    visitFault: null,
    answer: null,
    previousAnswer: null,
    draggedSlider: null,
    moves: {},
    isCalculating: true,
    refusals: {},
    isReadOnly: scenario.isReadOnly,
    unsentCount: 0,
    isOffline: false,
    isSignedOut: false,
    fault: null,
    response: null,
    effects: null,
    names: null,
    explanations: new Map(),
    canUndo: false,
    canRedo: false,
  }));
