/** A log of overwritten numbers, most recent last. Its lists are reused. */
export class UndoLog {
  /** The arrays that were written to; there are only a few. */
  readonly #arrays: (Float64Array | Uint8Array)[] = [];
  readonly #owners: number[] = [];
  readonly #indices: number[] = [];
  readonly #previousValues: number[] = [];
  #length = 0;

  note(numbers: Float64Array | Uint8Array, index: number): void {
    let owner = this.#arrays.indexOf(numbers);
    if (owner < 0) owner = this.#arrays.push(numbers) - 1;
    const end = this.#length++;
    this.#owners[end] = owner;
    this.#indices[end] = index;
    this.#previousValues[end] = numbers[index]!;
  }

  /** Commits all writes. */
  commit(): void {
    this.#length = 0;
  }

  /** Rolls back the writes since the last commit. */
  rollBack(): void {
    for (let i = this.#length - 1; i >= 0; i--)
      this.#arrays[this.#owners[i]!]![this.#indices[i]!] = this.#previousValues[i]!;
    this.#length = 0;
  }
}
