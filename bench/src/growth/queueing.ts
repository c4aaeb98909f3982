/**
 * Discrete-event simulation of a network of queues. Jobs go from station to station; each waits there for a thread, in the order
 * of arrival, and then for a processor, of which the threads of a machine have equal shares. The same seed is the same story.
 */
import { Random } from "../random.ts";

/** Threads that serve one line of jobs: a process, or the connections of a database. */
export interface Station {
  readonly name: string;
  readonly threads: number;
  /** Whose processors it uses; stations name the same object when they share them. */
  readonly machine: Machine;
}

export interface Machine {
  /** Infinity: its processors are never short. */
  readonly processors: number;
}

/** What a job does next. */
export type Step =
  /** `meanMs` of processor time at one of the stations, which take turns. */
  | { readonly at: readonly Station[]; readonly meanMs: number }
  /** Time that passes without anybody's work: a disk, a network. */
  | { readonly pauseMs: number }
  /** A job of its own, which nobody waits for. */
  | { readonly aside: readonly Step[] };

/** Where jobs come from: so many users, who think and ask again; or strangers, at a rate, as a Poisson process. */
export type Source = { readonly route: readonly Step[] } & (
  | { readonly users: number; readonly thinkMs: number }
  /** `isBackground`: work that is not counted among the jobs. */
  | { readonly perSecond: number; readonly isBackground?: boolean }
);

export interface Story {
  readonly sources: readonly Source[];
  readonly seed: number;
  /** Simulated time before anything counts, and while it does (ms). */
  readonly warmUpMs: number;
  readonly forMs: number;
  /** How processor times spread around their mean; exponentially where nothing is said. */
  readonly spread?: "exponential" | "none";
}

export interface Outcome {
  /** Jobs of sources that came to their end, per second. */
  readonly perSecond: number;
  /** From the arrival of a job to its end (ms), sorted. */
  readonly responses: readonly number[];
  /** Jobs of sources under way, in the mean over time. */
  readonly underWay: number;
  /** By name: share of the time in which a thread had a job. Of stations with one name the busiest. */
  readonly busy: ReadonlyMap<string, number>;
  /** Processors at work, in the mean over time. */
  readonly processors: number;
}

export function simulate({ sources, seed, warmUpMs, forMs, spread = "exponential" }: Story): Outcome {
  const random = new Random(seed);
  // Neighbouring seeds begin alike.
  for (let n = 0; n < 8; n++) random.number();
  const exponential = (mean: number): number => -Math.log(1 - random.number()) * mean;
  const events = new Agenda();
  const machines = new Map<Machine, Processors>();
  const lines = new Map<Station, Line>();
  const turns = new Map<readonly Station[], number>();
  const underWay = new Average();
  const responses: number[] = [];

  const processorsOf = (machine: Machine): Processors => {
    const known = machines.get(machine) ?? new Processors(machine.processors, events);
    machines.set(machine, known);
    return known;
  };
  const lineOf = (station: Station): Line => {
    const known = lines.get(station) ?? new Line(station.threads, processorsOf(station.machine), events);
    lines.set(station, known);
    return known;
  };
  const go = (route: readonly Step[], index: number, done: () => void): void => {
    const step = route[index];
    if (step === undefined) return done();
    const next = (): void => go(route, index + 1, done);
    if ("aside" in step) {
      go(step.aside, 0, () => {});
      next();
    } else if ("pauseMs" in step) events.add(step.pauseMs, next);
    else {
      const turn = turns.get(step.at) ?? 0;
      turns.set(step.at, (turn + 1) % step.at.length);
      lineOf(step.at[turn]!).join(spread === "none" ? step.meanMs : exponential(step.meanMs), next);
    }
  };
  const arrive = (route: readonly Step[], done: () => void): void => {
    const begun = events.now;
    underWay.add(1, begun);
    go(route, 0, () => {
      underWay.add(-1, events.now);
      if (events.now > warmUpMs) responses.push(events.now - begun);
      done();
    });
  };
  for (const source of sources) {
    if ("users" in source) {
      const think = (): void => events.add(exponential(source.thinkMs), () => arrive(source.route, think));
      for (let user = 0; user < source.users; user++) think();
    } else {
      const arrival = (): void => {
        if (source.isBackground === true) go(source.route, 0, () => {});
        else arrive(source.route, () => {});
        events.add(exponential(1_000 / source.perSecond), arrival);
      };
      events.add(exponential(1_000 / source.perSecond), arrival);
    }
  }

  events.runUntil(warmUpMs);
  const parts = [underWay, ...[...lines.values(), ...machines.values()].map(({ busy }) => busy)];
  for (const part of parts) part.begin(events.now);
  events.runUntil(warmUpMs + forMs);
  const busy = new Map<string, number>();
  for (const [{ name, threads }, line] of lines) {
    const share = line.busy.until(events.now) / threads;
    busy.set(name, Math.max(share, busy.get(name) ?? 0));
  }
  return {
    perSecond: responses.length / (forMs / 1_000),
    responses: responses.sort((a, b) => a - b),
    underWay: underWay.until(events.now),
    busy,
    processors: [...machines.values()].reduce((sum, each) => sum + each.busy.until(events.now), 0),
  };
}

/** A number over time. */
class Average {
  #value = 0;
  #area = 0;
  #since = 0;
  #begun = 0;

  add(change: number, now: number): void {
    this.set(this.#value + change, now);
  }

  set(value: number, now: number): void {
    this.#area += this.#value * (now - this.#since);
    this.#since = now;
    this.#value = value;
  }

  /** From now on it counts. */
  begin(now: number): void {
    this.set(this.#value, now);
    this.#area = 0;
    this.#begun = now;
  }

  until(now: number): number {
    this.set(this.#value, now);
    return this.#area / (now - this.#begun);
  }
}

/** Those who have left a line are forgotten so many at a time. */
const FORGOTTEN = 1_000;

/** The line of a station. */
class Line {
  readonly busy = new Average();
  readonly #threads: number;
  readonly #processors: Processors;
  readonly #agenda: Agenda;
  #working = 0;
  readonly #waiting: { readonly ms: number; readonly done: () => void }[] = [];
  #first = 0;

  constructor(threads: number, processors: Processors, agenda: Agenda) {
    this.#threads = threads;
    this.#processors = processors;
    this.#agenda = agenda;
  }

  join(ms: number, done: () => void): void {
    if (this.#working === this.#threads) this.#waiting.push({ ms, done });
    else this.#begin(ms, done);
  }

  #begin(ms: number, done: () => void): void {
    this.#working += 1;
    this.busy.add(1, this.#agenda.now);
    this.#processors.work(ms, () => {
      this.#working -= 1;
      this.busy.add(-1, this.#agenda.now);
      const next = this.#waiting[this.#first];
      if (next !== undefined) {
        this.#first += 1;
        if (this.#first === FORGOTTEN) {
          this.#waiting.splice(0, FORGOTTEN);
          this.#first = 0;
        }
        this.#begin(next.ms, next.done);
      }
      done();
    });
  }
}

/** The processors of a machine: threads that want one have equal shares, and none has more than one. */
class Processors {
  readonly busy = new Average();
  readonly #count: number;
  readonly #agenda: Agenda;
  /** What each still needs (ms of a processor). */
  readonly #work = new Set<{ left: number; readonly done: () => void }>();
  #since = 0;
  /** Of the latest plan; those before it are void. */
  #plan = 0;

  constructor(count: number, agenda: Agenda) {
    this.#count = count;
    this.#agenda = agenda;
  }

  work(ms: number, done: () => void): void {
    if (this.#count === Number.POSITIVE_INFINITY) {
      this.busy.add(1, this.#agenda.now);
      this.#agenda.add(ms, () => {
        this.busy.add(-1, this.#agenda.now);
        done();
      });
      return;
    }
    this.#advance();
    this.#work.add({ left: ms, done });
    this.#planNext();
  }

  get #share(): number {
    return Math.min(1, this.#count / this.#work.size);
  }

  #advance(): void {
    const { now } = this.#agenda;
    const given = (now - this.#since) * this.#share;
    for (const each of this.#work) each.left -= given;
    this.#since = now;
  }

  #planNext(): void {
    const plan = ++this.#plan;
    this.busy.set(Math.min(this.#count, this.#work.size), this.#agenda.now);
    let least: { left: number; readonly done: () => void } | null = null;
    for (const each of this.#work) if (least === null || each.left < least.left) least = each;
    if (least === null) return;
    const finished = least;
    this.#agenda.add(Math.max(0, finished.left / this.#share), () => {
      if (plan !== this.#plan) return;
      this.#advance();
      this.#work.delete(finished);
      this.#planNext();
      finished.done();
    });
  }
}

/** What happens when: a binary heap by time. */
class Agenda {
  now = 0;
  readonly #heap: { readonly at: number; readonly happen: () => void }[] = [];

  add(inMs: number, happen: () => void): void {
    const heap = this.#heap;
    const event = { at: this.now + inMs, happen };
    let place = heap.push(event) - 1;
    for (let parent = (place - 1) >> 1; place > 0 && heap[parent]!.at > event.at; parent = (place - 1) >> 1) {
      heap[place] = heap[parent]!;
      place = parent;
    }
    heap[place] = event;
  }

  runUntil(end: number): void {
    for (let next = this.#heap[0]; next !== undefined && next.at <= end; next = this.#heap[0]) {
      this.#removeFirst();
      this.now = next.at;
      next.happen();
    }
    this.now = end;
  }

  #removeFirst(): void {
    const heap = this.#heap;
    const last = heap.pop()!;
    if (heap.length === 0) return;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child + 1 < heap.length && heap[child + 1]!.at < heap[child]!.at) child += 1;
      if (child >= heap.length || heap[child]!.at >= last.at) break;
      heap[place] = heap[child]!;
      place = child;
    }
    heap[place] = last;
  }
}
