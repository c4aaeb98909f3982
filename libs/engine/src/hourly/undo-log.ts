/** Numbers before they were overwritten, most recent last. */
export class UndoLog {
  /** The few arrays that were written to. */
  readonly #arrays: (Float64Array | Uint8Array)[] = [];
  readonly #owners: number[] = [];
  readonly #places: number[] = [];
  readonly #before: number[] = [];

  note(numbers: Float64Array | Uint8Array, place: number): void {
    let owner = this.#arrays.indexOf(numbers);
    if (owner < 0) owner = this.#arrays.push(numbers) - 1;
    this.#owners.push(owner);
    this.#places.push(place);
    this.#before.push(numbers[place]!);
  }

  /** Rolls back all writes. */
  rollBack(): void {
    for (let i = this.#places.length - 1; i >= 0; i--)
      this.#arrays[this.#owners[i]!]![this.#places[i]!] = this.#before[i]!;
  }
}
