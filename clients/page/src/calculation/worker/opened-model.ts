/** A model in the browser: its parts over HTTP, and the engine that calculates with them. */
import { Engine, type InputTargets } from "@etesian/engine";
import { DEFAULT_MEMORY_BYTES } from "@etesian/engine/limits";
import type { AreaDataset } from "@etesian/model/definition";
import { type AreaManifest, decodePart, type PartReference, readParts, withMissingParts } from "@etesian/model/parts";
import type { InputTable } from "@etesian/sliders";
import type { Progress } from "./messages.ts";

/** A part is unavailable: the server is unreachable, or its model has changed. */
export class PartUnavailable extends Error {
  override readonly name = "PartUnavailable";
}

export interface OpenedModel {
  readonly engine: Engine;
  readonly dataset: AreaDataset;
  /** Ranges and start values for the manifest's end year; for a scaled scenario, the engine computes them. */
  readonly inputs: InputTable;
  /** The attributes that inputs write; computed once. */
  readonly inputTargets: () => InputTargets;
  /** Runs work, and repeats it after fetching a missing part. */
  readonly withParts: <T>(work: () => T) => Promise<T>;
}

/**
 * Memory that the engine keeps for reuse: half of the default on devices with 4 GB or less, most of which are phones.
 */
function memoryBudget(): number {
  const { deviceMemory = 8 } = navigator as { readonly deviceMemory?: number };
  return deviceMemory <= 4 ? DEFAULT_MEMORY_BYTES / 2 : DEFAULT_MEMORY_BYTES;
}

/**
 * Fetches the parts needed to calculate an area; parts cached by the browser are not transferred again.
 * @throws PartUnavailable, and the errors of `readParts`
 */
export async function openModel(
  manifest: AreaManifest,
  endYear: number,
  onProgress: (progress: Progress) => void,
): Promise<OpenedModel> {
  const { area, parts } = manifest;
  const neededParts = [parts.definition, parts.dataset, parts.curves, ...Object.values(parts.inputs)];
  const totalBytes = neededParts.reduce((sum, { bytes }) => sum + bytes, 0);
  let loaded = 0;
  const bytesOf = async ({ sha256 }: PartReference): Promise<Uint8Array<ArrayBuffer>> => {
    const path = `/api/v3/model/parts/${sha256}?area=${encodeURIComponent(area)}&end_year=${endYear}`;
    const response = await fetch(path);
    if (!response.ok) throw new PartUnavailable(`${path}: ${response.status} ${await response.text()}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    loaded += bytes.length;
    onProgress({ loaded, total: totalBytes });
    return bytes;
  };
  const { definition, dataset, curves, inputs } = await readParts(manifest, endYear, bytesOf);
  const engine = new Engine(definition, curves, { memoryBytes: memoryBudget() });
  let targets: InputTargets | null = null;
  return {
    engine,
    dataset,
    inputs,
    inputTargets: () => (targets ??= engine.inputTargets(dataset, endYear)),
    withParts: (work) =>
      withMissingParts(work, async ({ part }) => curves.add(part, decodePart("variant", await bytesOf(part)))),
  };
}
