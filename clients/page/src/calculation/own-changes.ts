/** This page's changes: changes waiting to be stored, and changes that can be undone and redone. */
import type { Changes, StoredScenario } from "./calculator.ts";
import { type ReversibleReplacement, inverseOf, partOf } from "./replacements.ts";

/** Unsaved changes, stored outside the page so that they survive a reload and are sent on the next visit. */
export interface Outbox {
  readonly read: () => readonly PendingChange[];
  readonly add: (change: PendingChange) => void;
  readonly remove: (command: string) => void;
}
export const NO_OUTBOX: Outbox = { read: () => [], add: () => {}, remove: () => {} };

export interface PendingChange {
  readonly command: string;
  readonly changes: Changes;
  readonly inverse: Changes;
  /** A change to an order, a curve or a version; null for sliders. It is kept only while the page is open. */
  readonly replacement: ReversibleReplacement | null;
  /** The author, the only person who may send it; null for a guest. */
  readonly author: number | null;
}

/** A change by the user, and its inverse. */
interface Step {
  /** Increases with each change. */
  readonly id: number;
  readonly changes: Changes;
  /** For a replacement: the slider values that it has changed. */
  readonly inverse: Changes;
  readonly replacement: ReversibleReplacement | null;
}

/** Steps that can be undone and redone, the latest last. */
export interface Steps {
  readonly undoStack: readonly Step[];
  readonly redoStack: readonly Step[];
}

/** A step, its undo or its redo, waiting to be sent. */
interface QueuedChange extends PendingChange {
  readonly step: number;
  readonly origin: "user" | "undo" | "redo";
}

/** Replaces values by newer values of the same sliders. */
const replaceValues = (values: Changes, newValues: Changes): Changes =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, newValues[key] ?? value]));

const NO_SLIDERS = { changes: {}, inverse: {} };

export class OwnChanges {
  readonly #outbox: Outbox;
  /** Unsaved changes, in order. Only the first has been sent. */
  #queue: QueuedChange[] = [];
  #lastStepId: number;
  #undoStack: Step[];
  #redoStack: Step[];

  /**
   * Starts with the steps of the scenario that this one was copied from, and with changes that an earlier page left in
   * the outbox.
   */
  constructor(outbox: Outbox, { undoStack, redoStack }: Steps = { undoStack: [], redoStack: [] }) {
    this.#outbox = outbox;
    this.#undoStack = [...undoStack];
    this.#redoStack = [...redoStack];
    this.#lastStepId = Math.max(0, ...[...undoStack, ...redoStack].map(({ id }) => id));
    this.#adopt(outbox.read());
  }

  /** Unsaved changes, in order. */
  get pendingChanges(): readonly PendingChange[] {
    return this.#queue;
  }

  get steps(): Steps {
    return { undoStack: this.#undoStack, redoStack: this.#redoStack };
  }
  get canUndo(): boolean {
    return this.#undoStack.length > 0;
  }
  get canRedo(): boolean {
    return this.#redoStack.length > 0;
  }

  /** Whether all waiting changes outlive the page: a browser may refuse to store them. */
  get isPersisted(): boolean {
    const commands = new Set(this.#outbox.read().map(({ command }) => command));
    return this.#queue.every(({ command }) => commands.has(command));
  }

  /** The latest value of each slider in the waiting changes. */
  get moves(): Changes {
    return Object.assign({}, ...this.#queue.map(({ changes }) => changes)) as Changes;
  }

  /**
   * Queues a change by the user; it clears the redo stack.
   * @param userValues values set in the stored scenario
   */
  addChange(changes: Changes, userValues: StoredScenario["userValues"], command: string, author: number | null): void {
    const { moves } = this;
    const inverse = Object.fromEntries(
      Object.keys(changes).map((key) => [key, moves[key] ?? userValues[key] ?? "reset"]),
    );
    const step = this.#record({ changes, inverse, replacement: null });
    this.#redoStack = [];
    this.#enqueue({ step: step.id, origin: "user", command, changes, inverse, replacement: null, author });
  }

  /** Queues a replacement, and clears the redo stack. */
  addReplacement(replacement: ReversibleReplacement, command: string, author: number | null): void {
    const step = this.recordReplacement(replacement);
    this.#enqueue({ step: step.id, origin: "user", command, ...NO_SLIDERS, replacement, author });
  }

  /** Records a replacement that is already stored, so that it can be undone. */
  recordReplacement(replacement: ReversibleReplacement): Step {
    this.#redoStack = [];
    return this.#record({ ...NO_SLIDERS, replacement });
  }

  /** Queues the inverse of the latest step, whether or not it is stored yet; does nothing if there is no step. */
  undo(newCommand: () => string, author: number | null): void {
    const step = this.#undoStack.pop();
    if (step === undefined) return;
    this.#redoStack.push(step);
    const { id, changes, inverse, replacement } = step;
    const queued = { step: id, origin: "undo" as const, author };
    if (replacement !== null)
      this.#enqueue({ ...queued, command: newCommand(), ...NO_SLIDERS, replacement: inverseOf(replacement) });
    if (replacement === null || Object.keys(inverse).length > 0)
      this.#enqueue({ ...queued, command: newCommand(), changes: inverse, inverse: changes, replacement: null });
  }
  redo(newCommand: () => string, author: number | null): void {
    const step = this.#redoStack.pop();
    if (step === undefined) return;
    this.#undoStack.push(step);
    const { id, changes, inverse, replacement } = step;
    const queued = { step: id, origin: "redo" as const, author, command: newCommand(), replacement };
    this.#enqueue({ ...queued, ...(replacement === null ? { changes, inverse } : NO_SLIDERS) });
  }

  /**
   * Removes the first pending change, which is now stored.
   * @param replacedValues slider values that a stored replacement has changed; its undo restores them
   */
  confirmFirst(replacedValues: Changes = {}): void {
    const storedChange = this.#queue.shift();
    if (storedChange === undefined) return;
    this.#outbox.remove(storedChange.command);
    if (storedChange.replacement === null || storedChange.origin === "undo") return;
    this.#mapSteps((steps) =>
      steps.map((step) => (step.id === storedChange.step ? { ...step, inverse: { ...replacedValues } } : step)),
    );
  }

  /**
   * Removes the first waiting change, which was refused. Its step can be neither undone nor redone, and the inverses of
   * later steps no longer contain its values.
   */
  rejectFirst(): void {
    const [refusedChange] = this.#queue;
    if (refusedChange === undefined) return;
    const { step, inverse } = refusedChange;
    for (const { command } of this.#queue.filter((queued) => queued.step === step)) this.#outbox.remove(command);
    // Values of the refused sliders before each waiting change.
    let current = inverse;
    const inverses = new Map<number, Changes>();
    this.#queue = this.#queue
      .filter((queued) => queued.step !== step)
      .map((queued) => {
        const undoCorrections = queued.origin === "undo" ? (inverses.get(queued.step) ?? {}) : {};
        const changes = replaceValues(queued.changes, undoCorrections);
        const corrected = { ...queued, changes, inverse: replaceValues(queued.inverse, current) };
        if (queued.origin === "user") inverses.set(queued.step, corrected.inverse);
        current = replaceValues(current, changes);
        return corrected;
      });
    for (const queued of this.#queue) this.#persist(queued);
    this.#mapSteps((steps) =>
      steps
        .filter(({ id }) => id !== step)
        .map((step) => ({ ...step, inverse: replaceValues(step.inverse, inverses.get(step.id) ?? {}) })),
    );
  }

  /** Excludes sliders and parts that other people have changed from undo and redo. */
  excludeFromUndo(keys: readonly string[]): void {
    // A step to or from a version would revert their changes.
    const isVersion = ({ replacement }: Step): boolean =>
      replacement?.to.kind === "version" || replacement?.from.kind === "version";
    if ([...this.#undoStack, ...this.#redoStack].some(isVersion)) this.clearSteps();
    const withoutKeys = (changes: Changes): Changes =>
      Object.fromEntries(Object.entries(changes).filter(([key]) => !keys.includes(key)));
    this.#mapSteps((steps) =>
      steps
        .map((step) => ({ ...step, changes: withoutKeys(step.changes), inverse: withoutKeys(step.inverse) }))
        .filter(({ changes, replacement }) =>
          replacement === null ? Object.keys(changes).length > 0 : !keys.includes(partOf(replacement.to)),
        ),
    );
  }

  /** Queues the changes that a returning person's earlier page left in the outbox, and returns them. */
  adoptChangesOf(person: number): readonly PendingChange[] {
    const queuedCommands = new Set(this.#queue.map(({ command }) => command));
    const leftoverChanges = this.#outbox
      .read()
      .filter(({ command, author }) => author === person && !queuedCommands.has(command));
    this.#adopt(leftoverChanges);
    return leftoverChanges;
  }

  #adopt(leftoverChanges: readonly PendingChange[]): void {
    for (const change of leftoverChanges)
      this.#queue.push({ ...change, step: this.#record(change).id, origin: "user" });
  }

  /**
   * Leaves other people's changes in the outbox until they return, and clears the undo steps. Returns whether there
   * were any.
   */
  setAsideOthers(person: number): boolean {
    const ownQueue = this.#queue.filter(({ author }) => author === null || author === person);
    if (ownQueue.length === this.#queue.length) return false;
    this.#queue = ownQueue;
    this.clearSteps();
    return true;
  }

  /** Discards all steps, so that nothing can be undone or redone. */
  clearSteps(): void {
    this.#mapSteps(() => []);
  }

  #mapSteps(map: (steps: readonly Step[]) => Step[]): void {
    this.#undoStack = map(this.#undoStack);
    this.#redoStack = map(this.#redoStack);
  }

  #record({ changes, inverse, replacement }: Omit<Step, "id">): Step {
    const step = { id: ++this.#lastStepId, changes, inverse, replacement };
    this.#undoStack.push(step);
    return step;
  }

  #enqueue(queued: QueuedChange): void {
    this.#queue.push(queued);
    this.#persist(queued);
  }

  #persist({ command, changes, inverse, replacement, author }: QueuedChange): void {
    if (replacement === null) this.#outbox.add({ command, changes, inverse, replacement, author });
  }
}
