/** Data independent of scenarios: areas and queries of the served model, each kind fetched on first use. */
import { type Catalogue as Facts, type InterfaceDocuments, NO_DOCUMENTS } from "@etesian/interface";
import { DEFAULT_AREA } from "@etesian/contracts/areas";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Area, ComputeServiceDefinition } from "@etesian/contracts/compute";
import { type Calls, ModelWatch, RpcError, status } from "@etesian/service-kit";
import { areaJson, shortAreaJson } from "./area-json.ts";

export interface GqueryJson {
  readonly key: string;
  readonly unit: string | null;
  readonly description: string | null;
  readonly labels: readonly string[];
}

/** Descriptions of inputs in the model's documents, by key. */
export type InputDescriptions = { readonly [key: string]: string };

/** The interface documents of a model, and the facts about the inputs and queries to which they refer. */
export interface ModelInterface {
  readonly documents: InterfaceDocuments;
  readonly catalogue: Facts;
}

/** Number of areas serialised before other tasks run; each takes a fifth of a millisecond. */
const BATCH_SIZE = 20;

/** A value that is fetched on first use and cached. Failures are not cached, so that the next request tries again. */
class Lazy<T> {
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

/** Returns the first value stored under a key. */
function intern<T>(interned: Map<string, T>, key: string, value: T): T {
  const firstValue = interned.get(key) ?? value;
  interned.set(key, firstValue);
  return firstValue;
}

/** Data of one model. */
class ModelContents {
  readonly hash: string;
  readonly areas: Lazy<ReadonlyMap<string, Area>>;
  readonly defaultArea: string;
  /** All areas as JSON text, in full and in short. */
  readonly full: Lazy<string>;
  readonly short: Lazy<string>;
  readonly gqueries: Lazy<readonly GqueryJson[]>;
  readonly inputDescriptions: Lazy<InputDescriptions>;
  readonly interface: Lazy<ModelInterface>;

  constructor(hash: string, defaultArea: string, compute: Calls<ComputeServiceDefinition>) {
    this.hash = hash;
    this.defaultArea = defaultArea;
    this.areas = new Lazy(
      async () => new Map((await compute.listAreas({ attributes: [] })).areas.map((area) => [area.key, area])),
    );
    const list = (toJson: (area: Area) => object) =>
      new Lazy(async () => {
        const texts: string[] = [];
        for (const area of (await this.areas.get()).values()) {
          texts.push(JSON.stringify(toJson(area)));
          if (texts.length % BATCH_SIZE === 0) await nextTurn();
        }
        return `[${texts.join(",")}]`;
      });
    this.full = list(areaJson);
    this.short = list((area) => shortAreaJson(areaJson(area)));
    this.inputDescriptions = new Lazy(async () => {
      try {
        return (await compute.listInputDescriptions({})).descriptions;
      } catch (error) {
        // During an update, compute processes of the previous version do not report them.
        if (error instanceof RpcError && error.code === status.UNIMPLEMENTED) return {};
        throw error;
      }
    });
    this.interface = new Lazy(async () => {
      try {
        return JSON.parse((await compute.describeInterface({})).interfaceJson) as ModelInterface;
      } catch (error) {
        if (error instanceof RpcError && error.code === status.UNIMPLEMENTED)
          return { documents: NO_DOCUMENTS, catalogue: { inputs: [], queries: [] } };
        throw error;
      }
    });
    this.gqueries = new Lazy(async () => {
      // Thousands of queries share units and labels, so each distinct text is stored once.
      const units = new Map<string, string>();
      const lists = new Map<string, readonly string[]>();
      return (await compute.listGqueries({})).gqueries.map(({ key, unit, description, labels }) => ({
        key,
        unit: unit === undefined ? null : intern(units, unit, unit),
        description: description ?? null,
        labels: intern(lists, JSON.stringify(labels), labels),
      }));
    });
  }
}

export class Catalogue {
  readonly #watch: ModelWatch<ModelContents>;

  constructor(compute: Calls<ComputeServiceDefinition>) {
    let [hash, defaultArea] = ["", ""];
    this.#watch = new ModelWatch(
      async () => {
        ({ modelHash: hash, defaultArea } = await compute.describeModel({}));
        return hash;
      },
      () => new ModelContents(hash, defaultArea, compute),
    );
  }

  /** Hash of the served model. Like all methods, it rejects when compute is unreachable. */
  async modelHash(): Promise<string> {
    return (await this.#watch.current()).hash;
  }

  /** All areas as JSON text, with all attributes or the main ones. */
  async areas(detailed: boolean): Promise<string> {
    const { full, short } = await this.#watch.current();
    return (detailed ? full : short).get();
  }

  /** An area as JSON text, null if the key is unknown; the documented default is mapped to the model's default area. */
  async area(key: string): Promise<string | null> {
    const contents = await this.#watch.current();
    const areas = await contents.areas.get();
    const area = areas.get(key) ?? (key === DEFAULT_AREA ? areas.get(contents.defaultArea) : undefined);
    return area === undefined ? null : JSON.stringify(areaJson(area));
  }

  async inputDescriptions(): Promise<InputDescriptions> {
    return (await this.#watch.current()).inputDescriptions.get();
  }

  async interface(): Promise<ModelInterface> {
    return (await this.#watch.current()).interface.get();
  }

  async gqueries(): Promise<readonly GqueryJson[]> {
    return (await this.#watch.current()).gqueries.get();
  }
}
