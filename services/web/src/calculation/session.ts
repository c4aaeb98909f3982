/**
 * One scenario on the screen: what is stored, what is under the hand, what is shown. A drag is a preview, its release is one
 * change that is stored, and a cancelled drag leaves nothing.
 *
 * The rule of frames: all numbers shown come from one answer. During a drag it is the newest that has been calculated; at rest
 * it is the answer to the sliders as they stand.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import type {
  Answer,
  Calculator,
  ChangedScenario,
  Changes,
  ResponsePoint,
  StoredScenario,
  Told,
  Value,
  Wanted,
} from "./calculator.ts";

/** Stores changes of a scenario. */
export interface Storage {
  /** Stores a change once, however often it is sent with the same `command`. */
  readonly change: (id: number, changes: Changes, command: string) => Promise<Stored>;
  readonly read: (id: number) => Promise<StoredScenario>;
}
export type Stored =
  | { readonly kind: "stored"; readonly scenario: ChangedScenario }
  /** The service's own sentences. */
  | { readonly kind: "refused"; readonly errors: readonly string[] }
  /** No answer: to be sent again. */
  | { readonly kind: "unreachable" };

export interface SessionState {
  readonly stored: StoredScenario;
  /** Null until the first answer. */
  readonly shown: Answer | null;
  /** The answer at rest before the latest change: drawn in grey until the next one begins. */
  readonly before: Answer | null;
  /** The slider under the hand; null: none is. */
  readonly hand: string | null;
  /** Moves that are not stored yet: those of the hand, and those that were released. */
  readonly moves: Changes;
  /** Whether the numbers shown are of other sliders than those on the screen. */
  readonly isCalculating: boolean;
  /** By slider: why it went back. */
  readonly refusals: Readonly<Record<string, readonly string[]>>;
  /** Changes that wait to be sent. */
  readonly unsent: number;
  readonly isOffline: boolean;
  /** Why nothing is calculated. */
  readonly fault: string | null;
  /** What the slider that is pointed at does; null: none is. */
  readonly response: Response | null;
  /** Changes that can be undone and redone, in this page. */
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** What numbers become over the range of a slider. */
export interface Response {
  readonly key: string;
  readonly version: number;
  /** By rising value, as far as they are calculated. */
  readonly points: readonly ResponsePoint[];
}

/** A change and what takes it back. */
interface Step {
  readonly changes: Changes;
  readonly inverse: Changes;
}

const RETRY_MS = 2_000;

export class Session {
  readonly state: StoreApi<SessionState>;
  readonly #storage: Storage;
  readonly #calculator: Calculator;
  readonly #newCommand: () => string;
  readonly #later: (work: () => void, ms: number) => void;
  #wanted: Wanted = { queries: [], curves: [] };
  #n = 0;
  #queue: { readonly step: Step; readonly command: string; readonly from: "hand" | "undo" | "redo" }[] = [];
  #exploration = 0;
  #isSending = false;
  #underHand: Changes = {};
  #done: Step[] = [];
  #undone: Step[] = [];

  constructor(
    stored: StoredScenario,
    {
      storage,
      calculator,
      newCommand,
      later = setTimeout,
    }: {
      readonly storage: Storage;
      readonly calculator: (told: Told) => Calculator;
      /** Names a change, so that it is stored once. */
      readonly newCommand: () => string;
      readonly later?: (work: () => void, ms: number) => void;
    },
  ) {
    this.#storage = storage;
    this.#newCommand = newCommand;
    // Browsers refuse a timer that is called as a method of something else.
    this.#later = (work, ms) => {
      later(work, ms);
    };
    this.state = createStore<SessionState>()(() => ({
      stored,
      shown: null,
      before: null,
      hand: null,
      moves: {},
      isCalculating: true,
      refusals: {},
      unsent: 0,
      isOffline: false,
      fault: null,
      response: null,
      canUndo: false,
      canRedo: false,
    }));
    this.#calculator = calculator({
      onAnswer: (answer) => this.#show(answer),
      onPoint: (point) => this.#addPoint(point),
      onFault: (fault) => this.state.setState({ fault, isCalculating: false }),
    });
  }

  /** What is on the screen now. */
  want(wanted: Wanted): void {
    this.#wanted = wanted;
    this.#ask();
  }

  /** Begins to calculate what a slider does, at these values; where the calculator can. */
  explore(key: string, values: readonly number[], queries: readonly string[]): void {
    const { stored, response } = this.state.getState();
    if (this.#calculator.respond === null) return;
    if (response?.key === key && response.version === stored.version) return;
    this.state.setState({ response: { key, version: stored.version, points: [] } });
    this.#calculator.respond({ id: ++this.#exploration, stored, key, values, queries });
  }

  /** A hand takes a slider: the state before becomes the ghost. */
  press(key: string): void {
    const { shown, isCalculating, refusals, before } = this.state.getState();
    const { [key]: _, ...others } = refusals;
    this.state.setState({ hand: key, before: isCalculating ? before : shown, refusals: others });
  }

  /**
   * The slider under the hand is at a value: a preview.
   * @param held other sliders that move with it, such as locked members of its share group
   */
  move(key: string, value: Value, held: Changes = {}): void {
    if (this.state.getState().hand !== key) {
      this.release();
      this.press(key);
    }
    this.#underHand = { ...this.#underHand, ...held, [key]: value };
    this.#lay();
    this.#ask();
  }

  /** The hand lets go: its moves become one change. */
  release(): void {
    const changes = this.#underHand;
    this.#underHand = {};
    this.state.setState({ hand: null });
    if (Object.keys(changes).length === 0) return;
    this.#change({ changes, inverse: this.#inverseOf(changes) }, "hand");
  }

  /** As if the hand had not come. */
  cancel(): void {
    const { before, hand, stored } = this.state.getState();
    if (hand === null) return;
    this.#underHand = {};
    this.state.setState({ hand: null });
    this.#lay();
    // What is still being calculated for the hand comes too late now.
    const n = ++this.#n;
    const isAsStored = before?.version === stored.version && this.#queue.length === 0;
    if (before === null || !isAsStored) this.#ask();
    else this.state.setState({ shown: { ...before, n }, before: null, isCalculating: false });
  }

  /** Moves sliders at once, as a value that was typed, or a reset. */
  set(changes: Changes): void {
    const [first] = Object.keys(changes);
    if (first === undefined) return;
    this.press(first);
    this.state.setState({ hand: null });
    this.#change({ changes, inverse: this.#inverseOf(changes) }, "hand");
  }

  undo(): void {
    const step = this.#done.pop();
    if (step !== undefined) this.#again(step, "undo");
  }
  redo(): void {
    const step = this.#undone.pop();
    if (step !== undefined) this.#again(step, "redo");
  }

  /** The scenario was changed elsewhere. */
  async refresh(): Promise<void> {
    const { id, version } = this.state.getState().stored;
    const stored = await this.#storage.read(id);
    if (stored.version > version) this.#take(stored);
  }

  close(): void {
    this.#calculator.close();
  }

  #again(step: Step, from: "undo" | "redo"): void {
    this.state.setState({ before: this.state.getState().shown });
    const { changes, inverse } = step;
    this.#change(from === "undo" ? { changes: inverse, inverse: changes } : step, from);
  }

  #change(step: Step, from: "hand" | "undo" | "redo"): void {
    this.#queue.push({ step, command: this.#newCommand(), from });
    this.#lay();
    this.#ask();
    void this.#send();
  }

  /** Stores what waits, one after the other. */
  async #send(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      for (let next = this.#queue[0]; next !== undefined; next = this.#queue[0]) {
        const { step, command, from } = next;
        const { stored } = this.state.getState();
        const outcome = await this.#storage.change(stored.id, step.changes, command);
        if (outcome.kind === "unreachable") {
          this.state.setState({ isOffline: true });
          this.#later(() => void this.#send(), RETRY_MS);
          return;
        }
        this.#queue.shift();
        this.state.setState({ isOffline: false });
        if (outcome.kind === "stored") {
          this.#note(step, from);
          this.#takeChange(outcome.scenario);
        } else this.#refuse(step.changes, outcome.errors);
      }
    } finally {
      this.#isSending = false;
    }
  }

  #note(step: Step, from: "hand" | "undo" | "redo"): void {
    if (from === "undo") this.#undone.push({ changes: step.inverse, inverse: step.changes });
    else this.#done.push(step);
    if (from === "hand") this.#undone = [];
  }

  #refuse(changes: Changes, errors: readonly string[]): void {
    const refusals = Object.fromEntries(Object.keys(changes).map((key) => [key, errors]));
    this.state.setState((state) => ({ refusals: { ...state.refusals, ...refusals } }));
    this.#lay();
    this.#ask();
  }

  /** Takes the answer to a change of its own; what others changed before it may be more than sliders, and is read. */
  #takeChange(changed: ChangedScenario): void {
    const { stored } = this.state.getState();
    if (changed.version <= stored.version + 1) {
      this.#take({ ...stored, ...changed });
      return;
    }
    this.#lay();
    void this.refresh().catch(() => this.#take({ ...stored, ...changed }));
  }

  #take(stored: StoredScenario): void {
    const isNewer = stored.version >= this.state.getState().stored.version;
    if (isNewer) this.state.setState({ stored });
    this.#lay();
    this.#ask();
  }

  /** Where the sliders of a change stood before it. */
  #inverseOf(changes: Changes): Changes {
    const { userValues } = this.state.getState().stored;
    const waiting = Object.assign({}, ...this.#queue.map(({ step }) => step.changes)) as Changes;
    return Object.fromEntries(Object.keys(changes).map((key) => [key, waiting[key] ?? userValues[key] ?? "reset"]));
  }

  /** All moves that are not stored yet, the latest of each slider. */
  #lay(): void {
    const moves = Object.assign({}, ...this.#queue.map(({ step }) => step.changes), this.#underHand) as Changes;
    this.state.setState({
      moves,
      unsent: this.#queue.length,
      canUndo: this.#done.length > 0,
      canRedo: this.#undone.length > 0,
    });
  }

  #ask(): void {
    const { stored, moves } = this.state.getState();
    this.state.setState({ isCalculating: true });
    this.#calculator.ask({ n: ++this.#n, stored, changes: moves, wanted: this.#wanted });
  }

  #addPoint(point: ResponsePoint): void {
    const { response } = this.state.getState();
    if (response === null || point.id !== this.#exploration) return;
    const points = [...response.points, point].toSorted((a, b) => a.value - b.value);
    this.state.setState({ response: { ...response, points } });
  }

  #show(answer: Answer): void {
    const { shown } = this.state.getState();
    if (shown !== null && answer.n < shown.n) return;
    this.state.setState({ shown: answer, isCalculating: answer.n < this.#n, fault: null });
  }
}
