/**
 * Many small calculations of a year, each repeated only if a value that it read has changed, like `Recorded`. Their
 * reads are stored in columns by kind and name, and compared column by column. Separate traces of some hundred
 * calculations would be scattered in memory.
 */
import { LruCache } from "@etesian/collections";
import { CalculationFault } from "@etesian/numeric";
import { DEFAULT_LIMITS, type Limits, REBUILT_BEYOND } from "../limits.ts";
import { haveSameArguments, isAsRead, Recorded, type Recording, type TracedYear } from "./recorded.ts";
import type { ReadKind, Trace } from "./trace.ts";

/** Calculations that write nothing, with the results of their last runs, and of the last run in each area. */
export class RecordedGroup<Result> {
  readonly #recorded: readonly Recorded<Result>[];
  readonly #columns: LruCache<string, Columns<Result>>;

  constructor(count: number, { years, areas }: Limits = DEFAULT_LIMITS) {
    this.#recorded = Array.from({ length: count }, () => new Recorded<Result>(years));
    this.#columns = new LruCache(areas);
  }

  /** Marks results as used that were reused without a run. */
  markUsed(results: readonly Result[]): void {
    results.forEach((result, index) => this.#recorded[index]!.markUsed(result));
  }

  /** The results of all calculations, each as `Recorded.run` returns it. */
  run(year: TracedYear, given: readonly unknown[], calculate: (index: number) => Result): readonly Result[] {
    const { area } = year.curves;
    const columns = this.#columns.get(area);
    const agrees = columns?.compare(year, given) ?? null;
    let others = 0;
    const recordings = this.#recorded.map((recorded, index) => {
      if (agrees !== null && agrees[index] === 1) return columns!.recordings[index]!;
      others++;
      return recorded.record(year, given, () => calculate(index));
    });
    if (others > REBUILT_BEYOND * recordings.length) this.#columns.set(area, new Columns(recordings, given));
    return recordings.map(({ result }) => result);
  }
}

/** The reads of one recording of each calculation, by kind and name. */
class Columns<Result> {
  readonly recordings: readonly Recording<Result>[];
  readonly #given: readonly unknown[];
  readonly #columns: readonly Column[];

  constructor(recordings: readonly Recording<Result>[], given: readonly unknown[]) {
    this.recordings = recordings;
    this.#given = given;
    const reads = new Map<string, ReadsOfColumn>();
    for (let owner = 0; owner < recordings.length; owner++) addReads(reads, recordings[owner]!.trace, owner);
    this.#columns = Array.from(reads.values(), (column) => new Column(column));
  }

  /** For each calculation 1 if it would read the same values; null if the arguments differ. */
  compare(year: TracedYear, given: readonly unknown[]): Uint8Array | null {
    if (!haveSameArguments(this.#given, given)) return null;
    const agrees = new Uint8Array(this.recordings.length).fill(1);
    for (const column of this.#columns) column.compare(year, agrees);
    return agrees;
  }
}

interface ReadsOfColumn {
  readonly kind: ReadKind;
  readonly name: string;
  readonly places: number[];
  /** Places of the calculations. */
  readonly owners: number[];
  readonly numbers: number[];
  readonly values: unknown[];
}

/** Adds the reads of a calculation that writes nothing. */
function addReads(
  reads: Map<string, ReadsOfColumn>,
  { kinds, places, names, numbers, values, firstWrite }: Trace,
  owner: number,
): void {
  if (firstWrite < kinds.length) throw new Error("A calculation that was to read a year has written to it");
  for (let i = 0; i < kinds.length; i++) {
    const [kind, name] = [kinds[i] as ReadKind, names[i]!];
    const key = `${kind} ${name}`;
    let column = reads.get(key);
    if (column === undefined)
      reads.set(key, (column = { kind, name, places: [], owners: [], numbers: [], values: [] }));
    column.places.push(places[i]!);
    column.owners.push(owner);
    column.numbers.push(numbers[i]!);
    column.values.push(values[i]);
  }
}

class Column {
  readonly #kind: ReadKind;
  readonly #name: string;
  readonly #places: Int32Array;
  readonly #owners: Int32Array;
  readonly #numbers: Float64Array;
  /** Null if all values are numbers. */
  readonly #values: readonly unknown[] | null;

  constructor({ kind, name, places, owners, numbers, values }: ReadsOfColumn) {
    this.#kind = kind;
    this.#name = name;
    this.#places = new Int32Array(places);
    this.#owners = new Int32Array(owners);
    this.#numbers = new Float64Array(numbers);
    this.#values = values.every((value) => value === null) ? null : values;
  }

  compare(year: TracedYear, agrees: Uint8Array): void {
    const [kind, name, places, owners, numbers] = [this.#kind, this.#name, this.#places, this.#owners, this.#numbers];
    const values = this.#values;
    for (let i = 0; i < places.length;) {
      try {
        for (; i < places.length; i++)
          if (!isAsRead(year, kind, places[i]!, name, numbers[i]!, values === null ? null : values[i]))
            agrees[owners[i]!] = 0;
      } catch (error) {
        // The calculation may no longer read this after an earlier change; if it does, it raises the error again.
        if (!(error instanceof CalculationFault)) throw error;
        agrees[owners[i++]!] = 0;
      }
    }
  }
}
