/** What is the same for all scenarios: areas and queries of the model being served, kept ready to send. */
import type { ComputeServiceDefinition } from "@etesian/contracts/compute";
import { type Calls, ModelWatch } from "@etesian/service-kit";
import { areaJson, sparseAreaJson } from "./area-json.ts";

export interface GqueryJson {
  readonly key: string;
  readonly unit: string | null;
  readonly description: string | null;
  readonly labels: readonly string[];
}

interface Contents {
  /** JSON texts: each area in full by key, and all in short form. */
  readonly areas: ReadonlyMap<string, string>;
  readonly sparseAreas: string;
  readonly gqueries: readonly GqueryJson[];
}

export class Catalogue {
  readonly #compute: Calls<ComputeServiceDefinition>;
  readonly #watch: ModelWatch<{ readonly hash: string; contents: Promise<Contents> | null }>;

  constructor(compute: Calls<ComputeServiceDefinition>) {
    this.#compute = compute;
    let hash = "";
    this.#watch = new ModelWatch(
      async () => {
        ({ modelHash: hash } = await compute.describeModel({}));
        return hash;
      },
      () => ({ hash, contents: null }),
    );
  }

  /** Names the model being served; rejects when the calculation cannot be reached. */
  async modelHash(): Promise<string> {
    return (await this.#watch.current()).hash;
  }

  /** Areas and queries of the model being served; rejects when the calculation cannot be reached. */
  async contents(): Promise<Contents> {
    const kept = await this.#watch.current();
    kept.contents ??= this.#ask();
    try {
      return await kept.contents;
    } catch (error) {
      // A failure is not kept: the next request asks again.
      kept.contents = null;
      throw error;
    }
  }

  async #ask(): Promise<Contents> {
    const [{ areas }, { gqueries }] = await Promise.all([this.#compute.listAreas({}), this.#compute.listGqueries({})]);
    return {
      areas: new Map(areas.map((area) => [area.key, JSON.stringify(areaJson(area))])),
      sparseAreas: JSON.stringify(areas.map((area) => sparseAreaJson(areaJson(area)))),
      gqueries: gqueries.map(({ key, unit, description, labels }) => ({
        key,
        unit: unit ?? null,
        description: description ?? null,
        labels,
      })),
    };
  }
}
