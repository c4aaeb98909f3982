/** What an engine works out once per area and scenarios share: start states, ranges of inputs, the present asked for last. */
import { LruCache } from "@etesian/collections";
import type { Value } from "@etesian/gql";
import type { AreaDataset } from "@etesian/model";
import type { InputFacts, Scaling } from "@etesian/sliders";
import type { ModelTopology } from "../graph/topology.ts";
import { type YearSpan, YearState } from "../graph/year.ts";
import type { InputRange } from "./ranges.ts";
import { scaleYear } from "./scaling.ts";

/** Ranges and start values of inputs in a blank scenario. */
export interface Ranges {
  readonly table: ReadonlyMap<string, InputFacts>;
  /** Start values as queries see them. */
  readonly starts: ReadonlyMap<string, Value>;
}

const KEPT_STARTS = 4;
const KEPT_RANGES = 8;

export class OpenArea<Present> {
  readonly #topology: ModelTopology;
  readonly #dataset: AreaDataset;
  readonly #starts = new LruCache<string, YearState>(KEPT_STARTS);
  readonly #ranges = new LruCache<string, Ranges>(KEPT_RANGES);

  #present: { readonly identity: string; readonly present: Present } | null = null;

  constructor(topology: ModelTopology, dataset: AreaDataset) {
    this.#topology = topology;
    this.#dataset = dataset;
  }

  /** The state that both years begin with: no input applied, nothing calculated. Read only. */
  startOf(scaling: Scaling | null): YearState {
    const key = JSON.stringify(scaling);
    const known = this.#starts.get(key);
    if (known !== undefined) return known;
    const start = YearState.fromDataset(this.#topology, this.#dataset);
    if (scaling !== null) scaleYear(start, scaling);
    this.#starts.set(key, start);
    return start;
  }

  /** The present that was kept last, where it is this one. */
  lastPresent(identity: string): Present | undefined {
    return this.#present?.identity === identity ? this.#present.present : undefined;
  }

  keepPresent(identity: string, present: Present): void {
    this.#present = { identity, present };
  }

  /** The calendar of both years of a scenario. */
  spansTo(endYear: number): { readonly present: YearSpan; readonly future: YearSpan } {
    const { startYear } = this.#dataset;
    const common = { startYear, numberOfYears: endYear - startYear };
    return { present: { ...common, calendarYear: startYear }, future: { ...common, calendarYear: endYear } };
  }

  /** Ranges of the inputs, one after the other as `each` works them out; it may ask for start values of those before. */
  ranges(endYear: number, scaling: Scaling | null, each: () => Iterable<InputRange>): Ranges {
    const identity = JSON.stringify([endYear, scaling]);
    const known = this.#ranges.get(identity);
    if (known !== undefined) return known;

    const table = new Map<string, InputFacts>();
    const starts = new Map<string, Value>();
    // Registered before it is filled: the start value of one input may ask for that of another, which then finds none.
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
