/**
 * A model over HTTP: parts identified by hash, and manifests that refer to them; see docs/model-parts.md. For
 * browsers and Node.
 */
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
