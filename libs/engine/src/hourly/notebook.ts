/**
 * The notes of the current calculation: its reads and writes, and the values for a rollback. An engine has one
 * notebook, whose lists are reused. Calculations cannot be nested, because their notes would mix: starting one within
 * another raises an error.
 */
import { TraceNotes } from "./trace.ts";

export class Notebook {
  readonly #notes = new TraceNotes();
  readonly #undoLog = new UndoLog();
  #isTracing = false;
  #isUndoing = false;

  /** Starts a trace, which `endTrace` ends. Raises if a trace has already begun. */
  beginTrace(): TraceNotes {
    if (this.#isTracing) throw new Error("A traced calculation began within another one");
    this.#isTracing = true;
    return this.#notes;
  }

  /** Ends the trace; notes that were not taken are dropped. */
  endTrace(): void {
    this.#notes.drop();
    this.#isTracing = false;
  }

  /** Starts to log writes, which `endUndo` ends. Raises if writes are already being logged. */
  beginUndo(): UndoLog {
    if (this.#isUndoing) throw new Error("Writes that can be rolled back began within others");
    this.#isUndoing = true;
    return this.#undoLog;
  }

  /** Rolls back the writes that were not committed. */
  endUndo(): void {
    this.#undoLog.rollBack();
    this.#isUndoing = false;
  }
}

/** Numbers before they were overwritten, most recent last. Its lists are reused. */
export class UndoLog {
  /** The few arrays that were written to. */
  readonly #arrays: (Float64Array | Uint8Array)[] = [];
  readonly #owners: number[] = [];
  readonly #places: number[] = [];
  readonly #before: number[] = [];
  #length = 0;

  note(numbers: Float64Array | Uint8Array, place: number): void {
    let owner = this.#arrays.indexOf(numbers);
    if (owner < 0) owner = this.#arrays.push(numbers) - 1;
    const end = this.#length++;
    this.#owners[end] = owner;
    this.#places[end] = place;
    this.#before[end] = numbers[place]!;
  }

  /** Commits all writes so far. */
  keep(): void {
    this.#length = 0;
  }

  /** Rolls back the writes since the last commit. */
  rollBack(): void {
    for (let i = this.#length - 1; i >= 0; i--) this.#arrays[this.#owners[i]!]![this.#places[i]!] = this.#before[i]!;
    this.#arrays.length = 0;
    this.#length = 0;
  }
}
