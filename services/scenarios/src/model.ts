/** Facts about the model that the rules need: areas and their inputs, requested from compute and cached. */
import { LruCache } from "@etesian/collections";
import { customCurveCodec, inputFactsCodec, ordersCodec, scalingCodec } from "@etesian/contracts/codecs";
import type { ComputeServiceDefinition } from "@etesian/contracts/compute";
import { type Calls, ModelWatch, RpcError, status } from "@etesian/service-kit";
import { AREA_ATTRIBUTES, type InputTable } from "@etesian/sliders";
import type { AreaFacts, Origin, ServedModel } from "./deciding/origin.ts";

/** Input table for a change that moves no sliders. */
export const NO_INPUTS: InputTable = new Map();

export type ComputeClient = Pick<
  Calls<ComputeServiceDefinition>,
  "describeModel" | "listAreas" | "getInputTable" | "getDatasetCurve"
>;

/** Cached input tables, of about half a megabyte each. */
const TABLES = 32;

/** The request that needs the facts. Other requests also use them, so its cancellation does not abort the call. */
interface ModelRequest {
  readonly requestId: string;
}

/** Cached facts of one model. Failures are not cached: the next request tries again. */
class Facts {
  model: Promise<ServedModel> | null = null;
  readonly tables = new LruCache<string, Promise<InputTable>>(TABLES);
}

export class ModelFacts {
  readonly #compute: ComputeClient;
  readonly #watch: ModelWatch<Facts>;

  constructor(compute: ComputeClient) {
    this.#compute = compute;
    this.#watch = new ModelWatch(
      async () => (await compute.describeModel({})).modelHash,
      () => new Facts(),
    );
  }

  /** The served model's facts, except inputs. */
  async load(request: ModelRequest): Promise<ServedModel> {
    const facts = await this.#watch.current();
    facts.model ??= this.#fetchModel(request);
    try {
      return await facts.model;
    } catch (error) {
      facts.model = null;
      throw error;
    }
  }

  /** Inputs of an area and end year; null if the model does not have the area. */
  async inputs({ area, endYear, scaling }: Origin, request: ModelRequest): Promise<InputTable | null> {
    const { tables } = await this.#watch.current();
    const key = JSON.stringify([area, endYear, scaling]);
    const table = tables.get(key) ?? this.#fetchInputs({ area, endYear, scaling }, request);
    tables.set(key, table);
    try {
      return await table;
    } catch (error) {
      if (tables.get(key) === table) tables.delete(key);
      if (error instanceof RpcError && error.code === status.NOT_FOUND) return null;
      throw error;
    }
  }

  /**
   * Inputs of a scenario.
   * @throws RpcError FAILED_PRECONDITION if the model no longer has its area
   */
  async requiredInputs(origin: Origin, request: ModelRequest): Promise<InputTable> {
    const table = await this.inputs(origin, request);
    if (table !== null) return table;
    const text = `Scenario uses an unsupported area code and is no longer available: ${origin.area}`;
    throw new RpcError(status.FAILED_PRECONDITION, text, { reason: "area_gone" });
  }

  /** An hourly curve of an area's data; null if the area has none. */
  async datasetCurve(area: string, key: string, { requestId }: ModelRequest): Promise<readonly number[] | null> {
    const { values } = await this.#compute.getDatasetCurve({ area, key }, { requestId });
    return values.length === 0 ? null : values;
  }

  async #fetchModel({ requestId }: ModelRequest): Promise<ServedModel> {
    const [{ defaultArea, coupledInputs, defaultOrders, changes, customCurves }, { areas }] = await Promise.all([
      this.#compute.describeModel({}, { requestId }),
      this.#compute.listAreas({ attributes: [...AREA_ATTRIBUTES] }, { requestId }),
    ]);
    return {
      defaultArea,
      orders: ordersCodec.fromMessage(defaultOrders),
      changes: changes.map(({ version, inputs }) => ({
        version,
        inputs: Object.fromEntries(
          Object.entries(inputs).map(([key, change]) => [key, { ...change, key: change.key ?? null }]),
        ),
      })),
      customCurves: customCurves.map(customCurveCodec.fromMessage),
      couplings: new Map(coupledInputs.map(({ key, couplingGroups }) => [key, { couplingGroups }])),
      areas: new Map(
        areas.map(({ key, startYear, problem, attributesJson }) => [
          key,
          {
            startYear,
            problem: problem ?? null,
            attributes: JSON.parse(attributesJson) as AreaFacts["attributes"],
          },
        ]),
      ),
    };
  }

  async #fetchInputs({ area, endYear, scaling }: Origin, { requestId }: ModelRequest): Promise<InputTable> {
    const request = { area, endYear, scaling: scaling === null ? undefined : scalingCodec.toMessage(scaling) };
    const { inputs } = await this.#compute.getInputTable(request, { requestId });
    return new Map(inputs.map((input) => [input.key, inputFactsCodec.fromMessage(input)]));
  }
}
