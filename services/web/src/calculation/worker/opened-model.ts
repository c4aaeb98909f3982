/** A model in the browser: its parts over HTTP, and the engine that calculates with them. */
import { Engine } from "@etesian/engine";
import type { AreaDataset } from "@etesian/model/definition";
import {
  type AreaManifest,
  CurveParts,
  decodePart,
  type PartKind,
  type PartReference,
  type PartValues,
  withMissingParts,
} from "@etesian/model/parts";
import type { InputTable } from "@etesian/sliders";
import type { Progress } from "./messages.ts";

/** A part is not to be had: the server is away, or its model has changed. */
export class PartUnavailable extends Error {
  override readonly name = "PartUnavailable";
}

export interface OpenedModel {
  readonly engine: Engine;
  readonly dataset: AreaDataset;
  /** Ranges and start values for the end year of the manifest; those of a scaled scenario are the engine's. */
  readonly inputs: InputTable;
  /** Does work, and again when it lacked a part that could be fetched. */
  readonly withParts: <T>(work: () => T) => Promise<T>;
}

/**
 * Fetches what an area is calculated with; parts that the browser has kept are not transferred again.
 * @throws PartUnavailable
 */
export async function openModel(
  manifest: AreaManifest,
  endYear: number,
  onProgress: (progress: Progress) => void,
): Promise<OpenedModel> {
  const { area, parts } = manifest;
  const facts = parts.inputs[String(endYear)];
  if (facts === undefined) throw new PartUnavailable(`the manifest of ${area} has no facts of inputs for ${endYear}`);
  const of = [parts.definition, parts.dataset, parts.curves, facts].reduce((sum, { bytes }) => sum + bytes, 0);
  let loaded = 0;
  const part = async <Kind extends PartKind>(kind: Kind, { sha256 }: PartReference): Promise<PartValues[Kind]> => {
    const path = `/api/v3/model/parts/${sha256}?area=${encodeURIComponent(area)}&end_year=${endYear}`;
    const response = await fetch(path);
    if (!response.ok) throw new PartUnavailable(`${path}: ${response.status} ${await response.text()}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    loaded += bytes.length;
    onProgress({ loaded, of });
    return decodePart(kind, bytes);
  };
  const [definition, dataset, curves, inputs] = await Promise.all([
    part("definition", parts.definition),
    part("dataset", parts.dataset),
    part("curves", parts.curves),
    part("inputs", facts),
  ]);
  const source = new CurveParts();
  source.open(manifest, curves);
  return {
    engine: new Engine(definition, source),
    dataset,
    inputs: new Map(inputs.map((input) => [input.key, input])),
    withParts: (work) =>
      withMissingParts(work, async (missing) => source.add(missing.part, await part("variant", missing.part))),
  };
}
