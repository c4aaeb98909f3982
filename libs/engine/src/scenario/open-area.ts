/** Per-area results shared by scenarios: start states, ranges of inputs, the last base-year result. */
import { LruCache } from "@etesian/collections";
import type { Value } from "@etesian/gql";
import type { AreaDataset } from "@etesian/model/definition";
import type { InputFacts, Scaling } from "@etesian/sliders";
import type { ModelTopology } from "../graph/topology/topology.ts";
import { type YearSpan, YearState } from "../graph/state/year.ts";
import type { Limits } from "../limits.ts";
import type { ReusedMemory } from "../reused-memory.ts";
import type { InputRange } from "./inputs/ranges.ts";
import { scaleYear } from "./scaling.ts";

/** Ranges and start values of inputs in a blank scenario. */
export interface Ranges {
  readonly table: ReadonlyMap<string, InputFacts>;
  /** Start values as queries read them. */
  readonly startValues: ReadonlyMap<string, Value>;
}

export class OpenArea<Present> {
  readonly #topology: ModelTopology;
  readonly #dataset: AreaDataset;
  readonly #memory: ReusedMemory;
  readonly #startStates: LruCache<string, YearState>;
  readonly #ranges: LruCache<string, Ranges>;

  #baseYear: { readonly identity: string; readonly present: Present } | null = null;

  constructor(topology: ModelTopology, dataset: AreaDataset, memory: ReusedMemory, limits: Limits) {
    this.#startStates = new LruCache(Math.max(1, limits.startsOfArea));
    this.#ranges = new LruCache(Math.max(1, limits.rangesOfArea));
    this.#topology = topology;
    this.#dataset = dataset;
    this.#memory = memory;
  }

  /** The initial state of both years: no input applied, nothing calculated. Read-only. */
  startOf(scaling: Scaling | null): YearState {
    const key = JSON.stringify(scaling);
    const cached = this.#startStates.get(key);
    if (cached !== undefined) return cached;
    const start = YearState.fromDataset(this.#topology, this.#dataset, this.#memory);
    if (scaling !== null) scaleYear(start, scaling);
    this.#startStates.set(key, start);
    return start;
  }

  /** The last stored base-year result, if it has this identity. */
  lastBaseYear(identity: string): Present | undefined {
    return this.#baseYear?.identity === identity ? this.#baseYear.present : undefined;
  }

  setLastBaseYear(identity: string, present: Present): void {
    this.#baseYear = { identity, present };
  }

  /** The calendar of both years of a scenario. */
  spansUntil(endYear: number): { readonly present: YearSpan; readonly future: YearSpan } {
    const { startYear } = this.#dataset;
    const sharedSpan = { startYear, numberOfYears: endYear - startYear };
    return { present: { ...sharedSpan, calendarYear: startYear }, future: { ...sharedSpan, calendarYear: endYear } };
  }

  /** Ranges of all inputs. `enumerate` computes them in sequence and may read start values of earlier inputs. */
  ranges(endYear: number, scaling: Scaling | null, enumerate: () => Iterable<InputRange>): Ranges {
    const identity = JSON.stringify([endYear, scaling]);
    const cached = this.#ranges.get(identity);
    if (cached !== undefined) return cached;

    const table = new Map<string, InputFacts>();
    const startValues = new Map<string, Value>();
    // Cached before it is filled, because the start value of one input may read that of another, which is then missing.
    this.#ranges.set(identity, { table, startValues });
    try {
      for (const { facts, start } of enumerate()) {
        table.set(facts.key, facts);
        startValues.set(facts.key, start);
      }
    } catch (error) {
      this.#ranges.delete(identity);
      throw error;
    }
    return { table, startValues };
  }
}
