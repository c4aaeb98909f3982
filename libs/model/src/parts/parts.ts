/** The contents of a model's parts, by their kind. */
import type { InputFacts } from "@etesian/sliders";
import type { AreaDataset } from "../dataset.ts";
import type { ModelDefinition, SourceLocation } from "../definition.ts";
import { decodePlain, encodePlain } from "./part.ts";

/** Curves by name; null for an unusable file. */
export type NamedCurves = { readonly [name: string]: Float64Array | null };

/** A variant of a set of curves, such as a weather year. */
export interface VariantCurves {
  readonly curves: NamedCurves;
  /** Properties of the variant; null if it has none. */
  readonly properties: { readonly [name: string]: number } | null;
}

export interface NamedVariant {
  readonly name: string;
  /** Null if the variant is a separate part, which the manifest names. */
  readonly curves: VariantCurves | null;
}

/** The hourly curves of an area: all load profiles, and the default variants. */
export interface AreaCurves {
  readonly profiles: NamedCurves;
  /** Variants in the model's order, `default` first. */
  readonly sets: readonly { readonly name: string; readonly variants: readonly NamedVariant[] }[];
}

export interface PartValues {
  /** Reduced by `withoutDocuments`. */
  readonly definition: ModelDefinition;
  /** Without warnings, which contain file names. */
  readonly dataset: AreaDataset;
  readonly curves: AreaCurves;
  readonly variant: VariantCurves;
  /** Ranges and start values of all inputs for one end year, in document order. */
  readonly inputs: readonly InputFacts[];
  /** `InterfaceDocuments` and `Catalogue` of `@etesian/interface`, which creates a view from them. */
  readonly interface: { readonly documents: object; readonly catalogue: object };
}
export type PartKind = keyof PartValues;

/** Encodes a part. @throws PartError if the value is not plain data. */
export const encodePart = <Kind extends PartKind>(kind: Kind, value: PartValues[Kind]): Uint8Array<ArrayBuffer> =>
  encodePlain(kind, value);

/** Decodes a part; number arrays are views of the bytes. @throws PartError for unexpected bytes. */
export const decodePart = <Kind extends PartKind>(kind: Kind, bytes: Uint8Array<ArrayBuffer>): PartValues[Kind] =>
  decodePlain(kind, bytes) as PartValues[Kind];

/**
 * The definition for calculations: without document positions, start-year queries and descriptions. A model of the
 * Netherlands takes two megabytes instead of nine.
 */
export function withoutDocuments(definition: ModelDefinition): ModelDefinition {
  const { energy, molecules, carriers, inputs, gqueries } = definition;
  const graph = (graphDefinition: ModelDefinition["energy"]): ModelDefinition["energy"] => ({
    ...graphDefinition,
    nodes: graphDefinition.nodes.map((node) => ({ ...node, description: null, ...UNDOCUMENTED })),
    edges: graphDefinition.edges.map((edge) => ({ ...edge, ...UNDOCUMENTED })),
  });
  return {
    ...definition,
    energy: graph(energy),
    molecules: graph(molecules),
    carriers: carriers.map((carrier) => ({ ...carrier, ...UNDOCUMENTED })),
    inputs: inputs.map((input) => ({ ...input, description: null, source: NO_SOURCE })),
    gqueries: gqueries.map((query) => ({ ...query, description: null, labels: [] })),
  };
}

const NO_SOURCE: SourceLocation = { file: "" };
const UNDOCUMENTED = { queries: {}, source: NO_SOURCE };
