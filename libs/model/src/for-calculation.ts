/**
 * A loaded model, and the tables and names that a calculation needs. This entry opens no files and does not use Node,
 * so that browsers can load it; the package's main entry is for servers and tools.
 */
export type * from "./definition.ts";
export type * from "./dataset.ts";
export type { CurveLibrary, CurveSet, CurveSetVariant } from "./datasets/curve-library.ts";
export { curveSource } from "./datasets/curve-source.ts";
export { normaliseKey } from "./datasets/table.ts";
export { PROPORTIONAL_AREA_ATTRIBUTES } from "./documents/area-attributes.ts";
export {
  type Attribute,
  attributesOf,
  type AttributeTable,
  CARRIER,
  EDGE,
  ENERGY_NODE,
  MOLECULE_NODE,
} from "./documents/attributes.ts";
export { knownNames } from "./documents/known-names.ts";
export { suggestion } from "./documents/suggestion.ts";
export { packDataset, unpackDataset } from "./packed-dataset.ts";
