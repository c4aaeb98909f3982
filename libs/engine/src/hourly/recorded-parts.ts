/**
 * A calculation in consecutive parts, each of which writes to a year. Like `Recorded`, a part is repeated only if it is
 * new, or if a value that it read has changed.
 */
import { LruCache } from "@etesian/collections";
import { DEFAULT_LIMITS } from "../limits.ts";
import { type Accesses, allOf, replay, type TracedYear } from "./recorded.ts";

/** Compared by identity. */
type Parts = readonly object[];

/** The last runs of a calculation in parts. */
export class RecordedParts {
  /** The reads and writes of the parts of a run. */
  readonly #runs: LruCache<Parts, readonly Accesses[]>;

  /** `limit`: the number of runs kept. */
  constructor(limit: number = DEFAULT_LIMITS.years) {
    this.#runs = new LruCache(limit);
  }

  /** Marks a run with these parts as used that was reused without a run. */
  markUsed(parts: Parts): void {
    this.#runs.get(parts);
  }

  /** Runs all parts; the writes of a part depend on its identity and its reads of the year. */
  run(year: TracedYear, parts: Parts, calculate: (place: number) => void): void {
    const similar = this.#mostSimilar(parts);
    const accesses =
      similar === null
        ? wholly(year, parts, calculate)
        : asBefore(similar, this.#runs.get(similar)!, year, parts, calculate);
    this.#runs.set(parts, accesses);
  }

  /** The parts of the run that has most of these; null if none has half of them. */
  #mostSimilar(parts: Parts): Parts | null {
    if (this.#runs.has(parts)) return parts;
    let largest = parts.length / 2;
    let similar: Parts | null = null;
    for (const others of this.#runs.keys()) {
      const common = countCommon(others, parts);
      if (common <= largest) continue;
      largest = common;
      similar = others;
    }
    return similar;
  }
}

function countCommon(some: Parts, others: Parts): number {
  let count = 0;
  for (let place = 0; place < some.length; place++) if (some[place] === others[place]) count++;
  return count;
}

function wholly(year: TracedYear, parts: Parts, calculate: (place: number) => void): readonly Accesses[] {
  const { result, trace } = year.nodes.traced((noted) =>
    parts.map((_, place) => {
      calculate(place);
      return noted();
    }),
  );
  return result.map((to, place) => ({ trace, from: place === 0 ? 0 : result[place - 1]!, to }));
}

function asBefore(
  similar: Parts,
  before: readonly Accesses[],
  year: TracedYear,
  parts: Parts,
  calculate: (place: number) => void,
): readonly Accesses[] {
  let accesses: Accesses[] | null = null;
  for (let place = 0; place < parts.length; place++) {
    let end = place;
    while (end < parts.length && parts[end] === similar[end]) end++;
    place = replay(before, place, end, year);
    if (place === parts.length) break;
    accesses ??= [...before];
    accesses[place] = allOf(year.nodes.traced(() => calculate(place)).trace);
  }
  return accesses ?? before;
}
