/**
 * A calculation in parts, one after the other, each of which writes to a year: a part is done again only where it is another
 * one, or where something that it has read has changed, as `Recorded` are.
 */
import { type Accesses, allOf, replay, type TracedYear } from "./recorded.ts";
import { isRead, type Trace } from "./trace.ts";

/** So many runs are kept: a slider goes forth and back. */
const KEPT = 3;

/** What the parts of a calculation have read and written. */
interface Run {
  /** Told apart by identity. */
  readonly parts: readonly object[];
  readonly accesses: readonly Accesses[];
}

/** The last runs of a calculation in parts. */
export class RecordedParts {
  /** The one that was used last comes first. */
  readonly #kept: Run[] = [];

  /** A run with these parts was used again by whoever knew of it: it stays. */
  touch(parts: readonly object[]): void {
    const place = this.#kept.findIndex((kept) => kept.parts === parts);
    if (place > 0) this.#kept.unshift(...this.#kept.splice(place, 1));
  }

  /** Does all parts; what one does follows from which one it is and from what it reads of the year. */
  run(year: TracedYear, parts: readonly object[], calculate: (place: number) => void): void {
    const like = this.#mostLike(parts);
    const run = like === null ? wholly(year, parts, calculate) : asBefore(like, year, parts, calculate);
    if (like?.parts === parts) this.#kept.splice(this.#kept.indexOf(like), 1);
    this.#kept.unshift(run);
    if (this.#kept.length > KEPT) this.#kept.pop();
  }

  /** The run that has most of the parts; null where none has half of them. */
  #mostLike(parts: readonly object[]): Run | null {
    let most = parts.length / 2;
    let like: Run | null = null;
    for (const run of this.#kept) {
      if (run.parts === parts) return run;
      const common = countCommon(run.parts, parts);
      if (common <= most) continue;
      most = common;
      like = run;
    }
    return like;
  }
}

function countCommon(some: readonly object[], others: readonly object[]): number {
  let count = 0;
  for (let place = 0; place < some.length; place++) if (some[place] === others[place]) count++;
  return count;
}

function wholly(year: TracedYear, parts: readonly object[], calculate: (place: number) => void): Run {
  const { result, trace } = year.nodes.traced((noted) =>
    parts.map((_, place) => {
      calculate(place);
      return noted();
    }),
  );
  return { parts, accesses: result.map((to, place) => between(trace, place === 0 ? 0 : result[place - 1]!, to)) };
}

function between(trace: Trace, from: number, to: number): Accesses {
  let firstWrite = from;
  while (firstWrite < to && isRead(trace.kinds[firstWrite]!)) firstWrite++;
  return { trace, from, firstWrite, to };
}

function asBefore(like: Run, year: TracedYear, parts: readonly object[], calculate: (place: number) => void): Run {
  let accesses: Accesses[] | null = null;
  for (let place = 0; place < parts.length; place++) {
    let end = place;
    while (end < parts.length && parts[end] === like.parts[end]) end++;
    place = replay(like.accesses, place, end, year);
    if (place === parts.length) break;
    accesses ??= [...like.accesses];
    accesses[place] = allOf(year.nodes.traced(() => calculate(place)).trace);
  }
  return { parts, accesses: accesses ?? like.accesses };
}
