/**
 * What is the same for all scenarios: areas and queries of the model, kept ready to send. Asked again when the model has
 * changed, which is looked at every few seconds at most.
 */
import type { ComputeServiceDefinition } from "@etesian/contracts/compute";
import type { Calls } from "@etesian/service-kit";
import { areaJson, sparseAreaJson } from "./area-json.ts";

const CHECK_EVERY_MS = 10_000;

export interface GqueryJson {
  readonly key: string;
  readonly unit: string | null;
  readonly description: string | null;
  readonly labels: readonly string[];
}

interface Contents {
  readonly modelHash: string;
  /** JSON texts: each area in full by key, and all in short form. */
  readonly areas: ReadonlyMap<string, string>;
  readonly sparseAreas: string;
  readonly gqueries: readonly GqueryJson[];
}

export class Catalogue {
  readonly #compute: Calls<ComputeServiceDefinition>;
  #contents: Promise<Contents> | null = null;
  #checked = 0;

  constructor(compute: Calls<ComputeServiceDefinition>) {
    this.#compute = compute;
  }

  /** Areas and queries of the model being served; rejects when the calculation cannot be reached. */
  async contents(): Promise<Contents> {
    if (this.#contents === null || Date.now() - this.#checked > CHECK_EVERY_MS) {
      this.#checked = Date.now();
      this.#contents = this.#refresh(this.#contents);
      // A failed look is not kept: the next request looks again.
      this.#contents.catch(() => (this.#contents = null));
    }
    return this.#contents;
  }

  async #refresh(present: Promise<Contents> | null): Promise<Contents> {
    const { modelHash } = await this.#compute.describeModel({});
    const known = await present?.catch(() => null);
    if (known?.modelHash === modelHash) return known;
    const [{ areas }, { gqueries }] = await Promise.all([this.#compute.listAreas({}), this.#compute.listGqueries({})]);
    return {
      modelHash,
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
