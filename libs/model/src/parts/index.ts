/** A model over HTTP: parts by their hash, manifests that name them. docs/model-parts.md describes both. Browser-clean. */
export { CurveParts, UnusableCurveError, MissingPartError, withMissingParts } from "./curve-parts.ts";
export { type AreaManifest, type PartReference, readManifest } from "./manifest.ts";
export { PART_FORMAT, PartError } from "./part.ts";
export {
  type AreaCurves,
  decodePart,
  encodePart,
  type NamedCurves,
  type PartKind,
  type PartValues,
  type VariantCurves,
  withoutDocuments,
} from "./parts.ts";
export { type AreaParts, readParts } from "./read-parts.ts";
