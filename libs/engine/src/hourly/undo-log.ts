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

  /** Commits all writes. */
  commit(): void {
    this.#length = 0;
  }

  /** Rolls back the writes since the last commit. */
  rollBack(): void {
    for (let i = this.#length - 1; i >= 0; i--) this.#arrays[this.#owners[i]!]![this.#places[i]!] = this.#before[i]!;
    this.#length = 0;
  }
}
