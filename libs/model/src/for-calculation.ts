/** The part of the package that calculations load: tables and names, without anything that reads files. */
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
