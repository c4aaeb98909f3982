/** What an engine works out once per area and scenarios share: start states, presents, ranges of inputs. */
import { LruCache } from "@etesian/collections";
import type { Value, YearResults } from "@etesian/gql";
import type { AreaDataset } from "@etesian/model";
import type { InputFacts, Scaling } from "@etesian/sliders";
import type { YearObjects } from "../attributes/objects.ts";
import type { ModelTopology } from "../graph/topology.ts";
import { type YearSpan, YearState } from "../graph/year.ts";
import type { InputRange } from "./ranges.ts";
import { scaleYear } from "./scaling.ts";

/** A present with inputs applied, before and after it was calculated; both are read only. */
export interface Present {
  readonly updated: YearObjects;
  readonly calculated: YearObjects;
  /** What queries found in it; null where it belongs to one scenario. */
  readonly results: YearResults | null;
}

/** Ranges and start values of inputs in a blank scenario. */
export interface Ranges {
  readonly table: ReadonlyMap<string, InputFacts>;
  /** Start values as queries see them. */
  readonly starts: ReadonlyMap<string, Value>;
}

const KEPT_STARTS = 4;
const KEPT_PRESENTS = 4;
const KEPT_RANGES = 8;

export class OpenArea {
  readonly #topology: ModelTopology;
  readonly #dataset: AreaDataset;
  readonly #starts = new LruCache<string, YearState>(KEPT_STARTS);
  readonly #presents = new LruCache<string, Present>(KEPT_PRESENTS);
  readonly #ranges = new LruCache<string, Ranges>(KEPT_RANGES);

  constructor(topology: ModelTopology, dataset: AreaDataset) {
    this.#topology = topology;
    this.#dataset = dataset;
  }

  /** The state that both years begin with: no input applied, nothing calculated. Read only. */
  startOf(scaling: Scaling | null): YearState {
    return this.#remembered(this.#starts, scaling, () => {
      const start = YearState.fromDataset(this.#topology, this.#dataset);
      if (scaling !== null) scaleYear(start, scaling);
      return start;
    });
  }

  /** The calendar of both years of a scenario. */
  spansTo(endYear: number): { readonly present: YearSpan; readonly future: YearSpan } {
    const { startYear } = this.#dataset;
    const common = { startYear, numberOfYears: endYear - startYear };
    return { present: { ...common, calendarYear: startYear }, future: { ...common, calendarYear: endYear } };
  }

  /** The present that scenarios share which agree in `identity`: all that it follows from. */
  present(identity: unknown, make: () => Present): Present {
    return this.#remembered(this.#presents, identity, make);
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

  #remembered<T>(cache: LruCache<string, T>, identity: unknown, make: () => T): T {
    const key = JSON.stringify(identity);
    let value = cache.get(key);
    if (value === undefined) cache.set(key, (value = make()));
    return value;
  }
}
