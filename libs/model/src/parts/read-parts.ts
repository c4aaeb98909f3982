/** Reads the data of an area's calculation from the parts in its manifest. */
import type { InputTable } from "@etesian/sliders";
import type { AreaDataset } from "../dataset.ts";
import type { ModelDefinition } from "../definition.ts";
import { CurveParts } from "./curve-parts.ts";
import type { AreaManifest, PartReference } from "./manifest.ts";
import { decodePart } from "./parts.ts";

export interface AreaParts {
  readonly definition: ModelDefinition;
  readonly dataset: AreaDataset;
  /** The source of curves for the engine; missing parts are added to it later. */
  readonly curves: CurveParts;
  /** Ranges and start values for the end year; the engine scales them for scaled scenarios. */
  readonly inputs: InputTable;
}

/**
 * Concurrently reads all parts that a first calculation needs.
 * @param bytesOf returns the bytes of a part
 * @throws RangeError if the manifest has no input facts for the end year; PartError; and errors of `bytesOf`
 */
export async function readParts(
  manifest: AreaManifest,
  endYear: number,
  bytesOf: (part: PartReference) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<AreaParts> {
  const { area, parts } = manifest;
  const facts = parts.inputs[String(endYear)];
  if (facts === undefined) throw new RangeError(`the server has no inputs of ${area} for ${endYear}`);
  const [definition, dataset, curves, inputs] = await Promise.all([
    bytesOf(parts.definition),
    bytesOf(parts.dataset),
    bytesOf(parts.curves),
    bytesOf(facts),
  ]);
  const source = new CurveParts();
  source.open(manifest, decodePart("curves", curves));
  return {
    definition: decodePart("definition", definition),
    dataset: decodePart("dataset", dataset),
    curves: source,
    inputs: new Map(decodePart("inputs", inputs).map((input) => [input.key, input])),
  };
}
