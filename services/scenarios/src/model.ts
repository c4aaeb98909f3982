/** What the rules need to know about the model: areas and their inputs, asked from the calculation and kept. */
import { inputFactsCodec, scalingCodec } from "@etesian/contracts/codecs";
import type { ComputeServiceDefinition } from "@etesian/contracts/compute";
import { type Calls, RpcError, status } from "@etesian/service-kit";
import type { InputTable } from "@etesian/sliders";
import type { AreaFacts, Model, Origin } from "./origin.ts";

export type ComputeClient = Pick<Calls<ComputeServiceDefinition>, "describeModel" | "listAreas" | "getInputTable">;

/** How long we may not notice that another model is served. */
const CHECK_MS = 10_000;
/** Tables take about half a megabyte each. */
const TABLES = 32;

/** The request that needs to know; answers are kept for others, so they do not end when it does. */
interface Asking {
  readonly requestId: string;
}

export class ModelFacts {
  readonly #compute: ComputeClient;
  readonly #now: () => number;
  #hash: string | null = null;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #model: Promise<Model> | null = null;
  /** Most recently used last. */
  readonly #tables = new Map<string, Promise<InputTable>>();

  constructor(compute: ComputeClient, now: () => number = Date.now) {
    this.#compute = compute;
    this.#now = now;
  }

  async areas(asking: Asking): Promise<Model> {
    await this.#check(asking);
    this.#model ??= this.#askForAreas(asking);
    try {
      return await this.#model;
    } catch (error) {
      this.#model = null;
      throw error;
    }
  }

  /** Inputs of an area and end year; null when the model has no such area. */
  async inputs({ area, endYear, scaling }: Origin, asking: Asking): Promise<InputTable | null> {
    await this.#check(asking);
    const key = JSON.stringify([area, endYear, scaling]);
    const table = this.#tables.get(key) ?? this.#askForInputs({ area, endYear, scaling }, asking);
    this.#tables.delete(key);
    this.#tables.set(key, table);
    const [oldest] = this.#tables.keys();
    if (this.#tables.size > TABLES && oldest !== undefined) this.#tables.delete(oldest);
    try {
      return await table;
    } catch (error) {
      if (this.#tables.get(key) === table) this.#tables.delete(key);
      if (error instanceof RpcError && error.code === status.NOT_FOUND) return null;
      throw error;
    }
  }

  /** Forgets everything when another model is served; goes on with what is known when nobody answers. */
  async #check({ requestId }: Asking): Promise<void> {
    if (this.#now() - this.#checkedAt < CHECK_MS) return;
    // One asks; the others go on with what is known.
    if (this.#hash !== null) this.#checkedAt = this.#now();
    let hash: string;
    try {
      ({ modelHash: hash } = await this.#compute.describeModel({}, { requestId }));
    } catch (error) {
      if (this.#hash === null) throw error;
      return;
    }
    this.#checkedAt = this.#now();
    if (hash === this.#hash) return;
    this.#hash = hash;
    this.#model = null;
    this.#tables.clear();
  }

  async #askForAreas({ requestId }: Asking): Promise<Model> {
    const [{ defaultArea, coupledInputs }, { areas }] = await Promise.all([
      this.#compute.describeModel({}, { requestId }),
      this.#compute.listAreas({}, { requestId }),
    ]);
    return {
      defaultArea,
      couplings: new Map(coupledInputs.map(({ key, couplingGroups }) => [key, { couplingGroups }])),
      areas: new Map(
        areas.map(({ key, startYear, problem, attributesJson }) => {
          const attributes = JSON.parse(attributesJson) as AreaFacts["attributes"];
          return [key, { startYear, problem: problem ?? null, attributes }];
        }),
      ),
    };
  }

  async #askForInputs({ area, endYear, scaling }: Origin, { requestId }: Asking): Promise<InputTable> {
    const question = { area, endYear, scaling: scaling === null ? undefined : scalingCodec.toMessage(scaling) };
    const { inputs } = await this.#compute.getInputTable(question, { requestId });
    return new Map(inputs.map((input) => [input.key, inputFactsCodec.fromMessage(input)]));
  }
}
