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
  readonly starts: ReadonlyMap<string, Value>;
}

export class OpenArea<Present> {
  readonly #topology: ModelTopology;
  readonly #dataset: AreaDataset;
  readonly #memory: ReusedMemory;
  readonly #starts: LruCache<string, YearState>;
  readonly #ranges: LruCache<string, Ranges>;

  #baseYear: { readonly identity: string; readonly present: Present } | null = null;

  constructor(topology: ModelTopology, dataset: AreaDataset, memory: ReusedMemory, limits: Limits) {
    this.#starts = new LruCache(Math.max(1, limits.startsOfArea));
    this.#ranges = new LruCache(Math.max(1, limits.rangesOfArea));
    this.#topology = topology;
    this.#dataset = dataset;
    this.#memory = memory;
  }

  /** The initial state of both years: no input applied, nothing calculated. Read-only. */
  startOf(scaling: Scaling | null): YearState {
    const key = JSON.stringify(scaling);
    const known = this.#starts.get(key);
    if (known !== undefined) return known;
    const start = YearState.fromDataset(this.#topology, this.#dataset, this.#memory);
    if (scaling !== null) scaleYear(start, scaling);
    this.#starts.set(key, start);
    return start;
  }

  /** The last stored base-year result, if it has this identity. */
  lastBaseYear(identity: string): Present | undefined {
    return this.#baseYear?.identity === identity ? this.#baseYear.present : undefined;
  }

  keepBaseYear(identity: string, present: Present): void {
    this.#baseYear = { identity, present };
  }

  /** The calendar of both years of a scenario. */
  spansTo(endYear: number): { readonly present: YearSpan; readonly future: YearSpan } {
    const { startYear } = this.#dataset;
    const common = { startYear, numberOfYears: endYear - startYear };
    return { present: { ...common, calendarYear: startYear }, future: { ...common, calendarYear: endYear } };
  }

  /** Ranges of the inputs in sequence, as `each` computes them; it may read start values of earlier ones. */
  ranges(endYear: number, scaling: Scaling | null, each: () => Iterable<InputRange>): Ranges {
    const identity = JSON.stringify([endYear, scaling]);
    const known = this.#ranges.get(identity);
    if (known !== undefined) return known;

    const table = new Map<string, InputFacts>();
    const starts = new Map<string, Value>();
    // Registered before it is filled: the start value of one input may read that of another, and then finds none.
    this.#ranges.set(identity, { table, starts });
    try {
      for (const { facts, start } of each()) {
        table.set(facts.key, facts);
        starts.set(facts.key, start);
      }
    } catch (error) {
      this.#ranges.delete(identity);
      throw error;
    }
    return { table, starts };
  }
}
