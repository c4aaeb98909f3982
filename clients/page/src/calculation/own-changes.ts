/** This page's changes: changes waiting to be stored, and changes that can be undone and redone. */
import type { Changes, StoredScenario } from "./calculator.ts";
import { type Exchange, inverseOf, partOf } from "./replacements.ts";

/** Unsaved changes, stored outside the page: when it was closed or reloaded, they are sent on its next visit. */
export interface Outbox {
  readonly read: () => readonly PendingChange[];
  readonly add: (waiting: PendingChange) => void;
  readonly remove: (command: string) => void;
}
export const NO_OUTBOX: Outbox = { read: () => [], add: () => {}, remove: () => {} };

export interface PendingChange {
  readonly command: string;
  readonly changes: Changes;
  readonly inverse: Changes;
  /** An order, a curve or a version instead of sliders; null for sliders. It is kept only while the page is open. */
  readonly exchange: Exchange | null;
  /** The author, the only person who may send it; null for a guest. */
  readonly maker: number | null;
}

/** A change of the user, and its inverse. */
interface Step {
  /** Increases with each change. */
  readonly id: number;
  readonly changes: Changes;
  /** After an exchange: values of sliders that it has replaced. */
  readonly inverse: Changes;
  readonly exchange: Exchange | null;
}

/** Steps that can be undone and redone, the latest last. */
export interface Steps {
  readonly done: readonly Step[];
  readonly undone: readonly Step[];
}

/** A step, its undo or its redo, on its way to the server. */
interface Queued extends PendingChange {
  readonly step: number;
  readonly from: "hand" | "undo" | "redo";
}

/** Values merged with newer ones of the same sliders. */
const replaced = (values: Changes, by: Changes): Changes =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, by[key] ?? value]));

const NO_SLIDERS = { changes: {}, inverse: {} };

export class OwnChanges {
  readonly #outbox: Outbox;
  /** Unsaved changes, in order. Only the first has been sent. */
  #queue: Queued[] = [];
  #steps: number;
  #done: Step[];
  #undone: Step[];

  /**
   * Starts with the steps of the scenario that this one was copied from, and with changes that an earlier page left in
   * the outbox.
   */
  constructor(outbox: Outbox, { done, undone }: Steps = { done: [], undone: [] }) {
    this.#outbox = outbox;
    this.#done = [...done];
    this.#undone = [...undone];
    this.#steps = Math.max(0, ...[...done, ...undone].map(({ id }) => id));
    this.#adopt(outbox.read());
  }

  /** Unsaved changes, in order. */
  get waiting(): readonly PendingChange[] {
    return this.#queue;
  }

  get steps(): Steps {
    return { done: this.#done, undone: this.#undone };
  }
  get canUndo(): boolean {
    return this.#done.length > 0;
  }
  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  /** Whether all waiting changes outlive the page: a browser may refuse to store them. */
  get isKept(): boolean {
    const kept = new Set(this.#outbox.read().map(({ command }) => command));
    return this.#queue.every(({ command }) => kept.has(command));
  }

  /** The latest value of each slider in the waiting changes. */
  get moves(): Changes {
    return Object.assign({}, ...this.#queue.map(({ changes }) => changes)) as Changes;
  }

  /**
   * Queues a change of the user; after it, nothing can be redone.
   * @param userValues values set in the stored scenario
   */
  make(changes: Changes, userValues: StoredScenario["userValues"], command: string, maker: number | null): void {
    const { moves } = this;
    const inverse = Object.fromEntries(
      Object.keys(changes).map((key) => [key, moves[key] ?? userValues[key] ?? "reset"]),
    );
    const step = this.#note({ changes, inverse, exchange: null });
    this.#undone = [];
    this.#enqueue({ step: step.id, from: "hand", command, changes, inverse, exchange: null, maker });
  }

  /** Queues an exchange, after which nothing can be redone. */
  exchange(exchange: Exchange, command: string, maker: number | null): void {
    const step = this.noteExchange(exchange);
    this.#enqueue({ step: step.id, from: "hand", command, ...NO_SLIDERS, exchange, maker });
  }

  /** Records an exchange that is already stored: it can be undone. */
  noteExchange(exchange: Exchange): Step {
    this.#undone = [];
    return this.#note({ ...NO_SLIDERS, exchange });
  }

  /** Queues the inverse of the latest step, whether it is stored yet or not; does nothing without a step. */
  undo(newCommand: () => string, maker: number | null): void {
    const step = this.#done.pop();
    if (step === undefined) return;
    this.#undone.push(step);
    const { id, changes, inverse, exchange } = step;
    const queued = { step: id, from: "undo" as const, maker };
    if (exchange !== null)
      this.#enqueue({ ...queued, command: newCommand(), ...NO_SLIDERS, exchange: inverseOf(exchange) });
    if (exchange === null || Object.keys(inverse).length > 0)
      this.#enqueue({ ...queued, command: newCommand(), changes: inverse, inverse: changes, exchange: null });
  }
  redo(newCommand: () => string, maker: number | null): void {
    const step = this.#undone.pop();
    if (step === undefined) return;
    this.#done.push(step);
    const { id, changes, inverse, exchange } = step;
    const queued = { step: id, from: "redo" as const, maker, command: newCommand(), exchange };
    this.#enqueue({ ...queued, ...(exchange === null ? { changes, inverse } : NO_SLIDERS) });
  }

  /**
   * Removes the first pending change, which is now stored.
   * @param replaced values of sliders that a stored exchange has replaced: its undo sets them again
   */
  takeStored(replaced: Changes = {}): void {
    const stored = this.#queue.shift();
    if (stored === undefined) return;
    this.#outbox.remove(stored.command);
    if (stored.exchange === null || stored.from === "undo") return;
    this.#mapSteps((steps) =>
      steps.map((step) => (step.id === stored.step ? { ...step, inverse: { ...replaced } } : step)),
    );
  }

  /**
   * The first waiting change is refused. Its step can be neither undone nor redone, and later ones then restore the
   * values that their sliders have without it.
   */
  takeRefused(): void {
    const [refused] = this.#queue;
    if (refused === undefined) return;
    const { step, inverse } = refused;
    for (const { command } of this.#queue.filter((queued) => queued.step === step)) this.#outbox.remove(command);
    // Values of the refused sliders, carried from one waiting change to the next.
    let current = inverse;
    const inverses = new Map<number, Changes>();
    this.#queue = this.#queue
      .filter((queued) => queued.step !== step)
      .map((queued) => {
        const undone = queued.from === "undo" ? (inverses.get(queued.step) ?? {}) : {};
        const changes = replaced(queued.changes, undone);
        const corrected = { ...queued, changes, inverse: replaced(queued.inverse, current) };
        if (queued.from === "hand") inverses.set(queued.step, corrected.inverse);
        current = replaced(current, changes);
        return corrected;
      });
    for (const queued of this.#queue) this.#keep(queued);
    this.#mapSteps((steps) =>
      steps
        .filter(({ id }) => id !== step)
        .map((each) => ({ ...each, inverse: replaced(each.inverse, inverses.get(each.id) ?? {}) })),
    );
  }

  /** Others moved these sliders, or replaced these parts: undo and redo no longer change them. */
  excludeFromUndo(keys: readonly string[]): void {
    // A step to or from a version would revert their changes.
    const isVersion = ({ exchange }: Step): boolean =>
      exchange?.to.kind === "version" || exchange?.from.kind === "version";
    if ([...this.#done, ...this.#undone].some(isVersion)) this.clearSteps();
    const without = (changes: Changes): Changes =>
      Object.fromEntries(Object.entries(changes).filter(([key]) => !keys.includes(key)));
    this.#mapSteps((steps) =>
      steps
        .map((step) => ({ ...step, changes: without(step.changes), inverse: without(step.inverse) }))
        .filter(({ changes, exchange }) =>
          exchange === null ? Object.keys(changes).length > 0 : !keys.includes(partOf(exchange.to)),
        ),
    );
  }

  /** A person has returned: changes left by their earlier page wait again, and are returned. */
  adoptOf(person: number): readonly PendingChange[] {
    const known = new Set(this.#queue.map(({ command }) => command));
    const left = this.#outbox.read().filter(({ command, maker }) => maker === person && !known.has(command));
    this.#adopt(left);
    return left;
  }

  #adopt(left: readonly PendingChange[]): void {
    for (const waiting of left) this.#queue.push({ ...waiting, step: this.#note(waiting).id, from: "hand" });
  }

  /**
   * Leaves other people's changes in the outbox until they return; then there is nothing to undo. Returns whether there
   * were any.
   */
  leaveToOthers(person: number): boolean {
    const own = this.#queue.filter(({ maker }) => maker === null || maker === person);
    if (own.length === this.#queue.length) return false;
    this.#queue = own;
    this.clearSteps();
    return true;
  }

  /** There is nothing left to undo or redo. */
  clearSteps(): void {
    this.#mapSteps(() => []);
  }

  #mapSteps(map: (steps: readonly Step[]) => Step[]): void {
    this.#done = map(this.#done);
    this.#undone = map(this.#undone);
  }

  #note({ changes, inverse, exchange }: Omit<Step, "id">): Step {
    const step = { id: ++this.#steps, changes, inverse, exchange };
    this.#done.push(step);
    return step;
  }

  #enqueue(queued: Queued): void {
    this.#queue.push(queued);
    this.#keep(queued);
  }

  #keep({ command, changes, inverse, exchange, maker }: Queued): void {
    if (exchange === null) this.#outbox.add({ command, changes, inverse, exchange, maker });
  }
}
