/**
 * Data that is the same for all scenarios: areas and queries of the model being served, each kind fetched on first use.
 */
import { DEFAULT_AREA } from "@etesian/contracts/areas";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Area, ComputeServiceDefinition } from "@etesian/contracts/compute";
import { type Calls, ModelWatch, RpcError, status } from "@etesian/service-kit";
import { areaJson, sparseAreaJson } from "./area-json.ts";

export interface GqueryJson {
  readonly key: string;
  readonly unit: string | null;
  readonly description: string | null;
  readonly labels: readonly string[];
}

/** Descriptions of inputs in the model's documents, by key. */
export type InputDescriptions = { readonly [key: string]: string };

/** Areas that are written as JSON before others get their turn: each takes a fifth of a millisecond. */
const SLICE = 20;

/** Fetched on first use and cached. A failure is not cached: the next request fetches again. */
class Once<T> {
  readonly #work: () => Promise<T>;
  #result: Promise<T> | null = null;

  constructor(work: () => Promise<T>) {
    this.#work = work;
  }

  async get(): Promise<T> {
    try {
      return await (this.#result ??= this.#work());
    } catch (error) {
      this.#result = null;
      throw error;
    }
  }
}

/** The value that came first under a key. */
function once<T>(known: Map<string, T>, key: string, value: T): T {
  const first = known.get(key) ?? value;
  known.set(key, first);
  return first;
}

/** One model. */
class Contents {
  readonly hash: string;
  readonly areas: Once<ReadonlyMap<string, Area>>;
  readonly defaultArea: string;
  /** JSON texts of all areas, in full and in short. */
  readonly full: Once<string>;
  readonly short: Once<string>;
  readonly gqueries: Once<readonly GqueryJson[]>;
  readonly inputDescriptions: Once<InputDescriptions>;

  constructor(hash: string, defaultArea: string, compute: Calls<ComputeServiceDefinition>) {
    this.hash = hash;
    this.defaultArea = defaultArea;
    this.areas = new Once(
      async () => new Map((await compute.listAreas({ attributes: [] })).areas.map((area) => [area.key, area])),
    );
    const list = (shown: (area: Area) => object) =>
      new Once(async () => {
        const texts: string[] = [];
        for (const area of (await this.areas.get()).values()) {
          texts.push(JSON.stringify(shown(area)));
          if (texts.length % SLICE === 0) await nextTurn();
        }
        return `[${texts.join(",")}]`;
      });
    this.full = list(areaJson);
    this.short = list((area) => sparseAreaJson(areaJson(area)));
    this.inputDescriptions = new Once(async () => {
      try {
        return (await compute.listInputDescriptions({})).descriptions;
      } catch (error) {
        // While versions are changed: a calculation of the version before does not know them.
        if (error instanceof RpcError && error.code === status.UNIMPLEMENTED) return {};
        throw error;
      }
    });
    this.gqueries = new Once(async () => {
      // Thousands have the same units and labels: each is kept once.
      const units = new Map<string, string>();
      const lists = new Map<string, readonly string[]>();
      return (await compute.listGqueries({})).gqueries.map(({ key, unit, description, labels }) => ({
        key,
        unit: unit === undefined ? null : once(units, unit, unit),
        description: description ?? null,
        labels: once(lists, JSON.stringify(labels), labels),
      }));
    });
  }
}

export class Catalogue {
  readonly #watch: ModelWatch<Contents>;

  constructor(compute: Calls<ComputeServiceDefinition>) {
    let [hash, defaultArea] = ["", ""];
    this.#watch = new ModelWatch(
      async () => {
        ({ modelHash: hash, defaultArea } = await compute.describeModel({}));
        return hash;
      },
      () => new Contents(hash, defaultArea, compute),
    );
  }

  /** Names the model being served; rejects, as all do, when the calculation cannot be reached. */
  async modelHash(): Promise<string> {
    return (await this.#watch.current()).hash;
  }

  /** All areas as a JSON text, with all their attributes or with the main ones. */
  async areas(detailed: boolean): Promise<string> {
    const { full, short } = await this.#watch.current();
    return (detailed ? full : short).get();
  }

  /** An area as a JSON text, null when there is none of this key; the documented default is the model's, as for a scenario. */
  async area(key: string): Promise<string | null> {
    const contents = await this.#watch.current();
    const areas = await contents.areas.get();
    const area = areas.get(key) ?? (key === DEFAULT_AREA ? areas.get(contents.defaultArea) : undefined);
    return area === undefined ? null : JSON.stringify(areaJson(area));
  }

  async inputDescriptions(): Promise<InputDescriptions> {
    return (await this.#watch.current()).inputDescriptions.get();
  }

  async gqueries(): Promise<readonly GqueryJson[]> {
    return (await this.#watch.current()).gqueries.get();
  }
}
