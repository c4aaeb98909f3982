/**
 * A model as defined by its documents: everything that is the same for all areas. Plain data (structured-cloneable,
 * JSON). Lists are in document order, which later code relies on.
 */
import type { GraphName, Side } from "@etesian/gql";

export type { GraphName, Side };

/** A static attribute after coercion; nested blocks (`merit_order`, `fever`, `storage` …) are maps. */
export type AttributeValue =
  | number
  | boolean
  | string
  | readonly (number | string)[]
  | { readonly [key: string]: AttributeValue };

export interface SourceLocation {
  /** Path relative to the model directory. */
  readonly file: string;
  /** First line of the document, in a file with several documents. */
  readonly line?: number;
}

/** The conversion in a slot's document. */
export type SlotShare =
  | { readonly kind: "share"; readonly value: number }
  | { readonly kind: "elastic" }
  | { readonly kind: "dynamic" }
  /** Conversion = Σ over input carriers of input share × coefficient. */
  | { readonly kind: "carrier_efficient"; readonly coefficients: { readonly [inputCarrier: string]: number } }
  | { readonly kind: "query"; readonly text: string }
  /** The slot exists because an edge uses the carrier. */
  | { readonly kind: "implied" };

export interface NodeDefinition {
  readonly key: string;
  readonly sector: string;
  readonly use: string | null;
  readonly sectorLabel: string | null;
  readonly presentationGroup: string | null;
  readonly groups: readonly string[];
  /** All static attributes by name except `input`, `output`, `groups` and the four above. */
  readonly attributes: { readonly [name: string]: AttributeValue };
  /**
   * `~` queries by name (`demand`, `number_of_units`, `fever.present_share_in_demand` …) except `input.*` and
   * `output.*`.
   */
  readonly queries: { readonly [name: string]: string };
  /** The first comment of its document. */
  readonly description: string | null;
  readonly source: SourceLocation;
}

export interface SlotDefinition {
  /** Index into `GraphDefinition.nodes`. */
  readonly node: number;
  readonly side: Side;
  readonly carrier: string;
  readonly share: SlotShare;
  /** `loss`: carrier `loss`, any side; `elastic`: 1 − siblings; `edge_based`: declared as dynamic. */
  readonly kind: "plain" | "elastic" | "loss" | "edge_based";
}

export type EdgeType = "share" | "flexible" | "inversed_flexible" | "dependent" | "constant";

export interface EdgeDefinition {
  readonly key: string;
  /** Indices into `GraphDefinition.nodes` and `.slots`. */
  readonly supplier: number;
  readonly consumer: number;
  readonly outputSlot: number;
  readonly inputSlot: number;
  readonly carrier: string;
  readonly type: EdgeType;
  readonly reversed: boolean;
  readonly circular: boolean;
  readonly treatAsLoss: boolean;
  readonly priority: number | null;
  readonly groups: readonly string[];
  readonly attributes: { readonly [name: string]: AttributeValue };
  readonly queries: { readonly [name: string]: string };
  readonly source: SourceLocation;
}

/** Nodes, slots and edges in document order; a node's slots are inputs, outputs, then implied slots. */
export interface GraphDefinition {
  readonly name: GraphName;
  readonly nodes: readonly NodeDefinition[];
  readonly slots: readonly SlotDefinition[];
  readonly edges: readonly EdgeDefinition[];
}

export interface CarrierDefinition {
  readonly key: string;
  readonly attributes: { readonly [name: string]: AttributeValue };
  readonly queries: { readonly [name: string]: string };
  readonly source: SourceLocation;
}

export interface InputDefinition {
  readonly key: string;
  /** Query text; null if the document has none, in which case the input has no effect. */
  readonly query: string | null;
  readonly priority: number;
  readonly unit: string | null;
  readonly updatePeriod: "present" | "future" | "both" | "before";
  readonly updateType: string | null;
  readonly step: number | null;
  /** Static bounds; a list of names for inputs of unit `enum`. */
  readonly min: number | readonly string[] | null;
  readonly max: number | null;
  readonly start: number | string | null;
  readonly minQuery: string | null;
  readonly maxQuery: string | null;
  readonly startQuery: string | null;
  readonly shareGroup: string | null;
  readonly disabledBy: readonly string[];
  readonly disabledByCouplings: readonly string[];
  readonly couplingGroups: readonly string[];
  /** Area attribute that must be true for the input to be enabled. */
  readonly dependentOn: string | null;
  /** The first comment of its document, null if it has none. */
  readonly description: string | null;
  readonly source: SourceLocation;
}

export interface GqueryDefinition {
  readonly key: string;
  readonly query: string;
  readonly unit: string | null;
  readonly deprecatedKey: string | null;
  readonly description: string | null;
  /** Folder names between `gqueries` and the file. */
  readonly labels: readonly string[];
}

/** Rows of `config/sector_mapping.csv` (null for blank cells or `-`). */
export interface SectorMapping {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
}

/** A change to an input in a model version. */
export interface InputChange {
  /** Its key from this version on; null if it was removed. */
  readonly key: string | null;
  /** Factor that converts previous values. */
  readonly factor: number;
}

/** A version of the model in which inputs changed. */
export interface ModelChange {
  /** Versions sort as text, like dates. */
  readonly version: string;
  /** Changes by the previous key of the input. */
  readonly inputs: { readonly [key: string]: InputChange };
}

/** The part of a definition that a start year depends on: the system without inputs and queries. */
export type SystemDefinition = Pick<ModelDefinition, "energy" | "molecules" | "carriers" | "config">;

export interface ModelDefinition {
  /** Content hash of all documents and configs (not of datasets). */
  readonly hash: string;
  readonly energy: GraphDefinition;
  readonly molecules: GraphDefinition;
  readonly carriers: readonly CarrierDefinition[];
  readonly inputs: readonly InputDefinition[];
  readonly gqueries: readonly GqueryDefinition[];
  readonly sectorMapping: SectorMapping;
  /** Parsed YAML files in `config/` by file name without extension, subfolders joined with `/` (`fever/groups`). */
  readonly config: { readonly [name: string]: unknown };
  readonly defaultArea: string;
  readonly unscaleableUnits: readonly string[];
  /** Oldest first. */
  readonly changes: readonly ModelChange[];
}
