/** A small artificial world for tests: objects with plain attributes. */
import {
  type FeverSubject,
  type GraphName,
  GqlError,
  type ModelObject,
  type ObjectKind,
  type Side,
  type Value,
  type Vocabulary,
  type World,
  type WriteCurve,
} from "./world.ts";

export class FakeObject implements ModelObject {
  readonly kind: ObjectKind;
  readonly key: string;
  readonly attributes: Map<string, Value>;

  constructor(kind: ObjectKind, key: string, attributes: Readonly<Record<string, Value>> = {}) {
    this.kind = kind;
    this.key = key;
    this.attributes = new Map(Object.entries(attributes));
  }
}

/** Attributes are stored in the objects; `double(x)` is 2x, and `computed` is not stored. */
export const vocabulary: Vocabulary = {
  attribute: (name) => (object) => {
    if (name === "computed") return 42;
    const { attributes } = object as FakeObject;
    if (!attributes.has(name)) throw new GqlError(`${object.key} has no ${name}`);
    return attributes.get(name)!;
  },
  method: (name) => (object, args) => {
    if (name === "double") return Number(args[0]) * 2;
    if (name === "plus") return Number((object as FakeObject).attributes.get("demand")) + Number(args[0]);
    throw new GqlError(`${object.key} has no ${name}`);
  },
  readStored: (object, name) => (object as FakeObject).attributes.get(name) ?? null,
  assign: (object, name, value) => {
    (object as FakeObject).attributes.set(name, value);
  },
  isBlock: (name) => name === "merit_order",
  isNodeKey: (name, graph) =>
    (graph === "energy" ? ["coal_plant", "boiler", "house", "share"] : ["air"]).includes(name),
};

/**
 * Energy: coal_plant (demand 100) → house ← boiler (demand 40); a node whose key `share` is also an attribute.
 * Molecules: air. The coal plant's edge to the house carries electricity, the boiler's heat.
 */
export class FakeWorld implements World {
  readonly year: "present" | "future";
  readonly coalPlant: FakeObject;
  readonly boiler: FakeObject;
  readonly house: FakeObject;
  readonly share = new FakeObject("node", "share", { demand: 7 });
  readonly air = new FakeObject("node", "air", { demand: 3 });
  readonly power = new FakeObject("edge", "coal_plant-house@electricity", {
    value: 60,
    "constant?": false,
    "energetic?": true,
    sector: Symbol.for("households"),
  });
  readonly heat = new FakeObject("edge", "boiler-house@heat", {
    value: 20,
    "constant?": true,
    "energetic?": false,
    sector: Symbol.for("industry"),
  });
  readonly electricity = new FakeObject("carrier", "electricity", { cost_per_mj: 0.02, "electricity?": true });
  readonly output = new FakeObject("slot", "coal_plant+electricity", { conversion: 0.4, carrier: this.electricity });
  readonly area = new FakeObject("area", "nl", { population: 17_000_000n, has_industry: true });
  readonly graph: FakeObject;
  readonly emissions = new FakeObject("emissions", "emissions");
  readonly scope = new FakeObject("emissionsScope", "households_energetic", { co2: 5 });
  readonly inputs = new Map<string, Value>([["slider", 4.5]]);
  readonly curves = new Map<string, Float64Array>();

  constructor(year: "present" | "future") {
    this.year = year;
    const future = year === "future";
    this.graph = new FakeObject("graph", "energy", {
      year: future ? 2050n : 2023n,
      "future?": future,
      "present?": !future,
    });
    this.coalPlant = new FakeObject("node", "coal_plant", {
      demand: future ? 120 : 100,
      number_of_units: 2n,
      nothing: null,
      no: false,
      curve: [],
      group: "power plants",
      merit_order: new FakeObject("record", "merit_order", { type: Symbol.for("dispatchable"), level: 3 }),
    });
    this.boiler = new FakeObject("node", "boiler", {
      demand: 40,
      number_of_units: 3n,
      nothing: null,
      group: "heat",
      merit_order: null,
    });
    this.house = new FakeObject("node", "house", {
      demand: 10,
      number_of_units: 0n,
      group: "homes",
      merit_order: null,
    });
  }

  node(graph: GraphName, key: string): ModelObject | undefined {
    return this.nodes(graph).find((node) => node.key === key);
  }

  nodes(graph: GraphName): readonly ModelObject[] {
    return graph === "molecules" ? [this.air] : [this.coalPlant, this.boiler, this.house, this.share];
  }

  group(graph: GraphName, group: string): readonly ModelObject[] {
    if (graph === "molecules") return group === "gases" ? [this.air] : [];
    if (group === "plants") return [this.coalPlant, this.boiler];
    return group === "heaters" ? [this.boiler] : [];
  }

  edgeGroup(_graph: GraphName, group: string): readonly ModelObject[] {
    return group === "supply" ? [this.power, this.heat] : [];
  }

  sector(_graph: GraphName, sector: string): readonly ModelObject[] {
    return sector === "households" ? [this.house] : [];
  }

  use(graph: GraphName, use: string): readonly ModelObject[] {
    if (use !== "energetic") return [];
    return graph === "energy" ? [this.house, this.boiler] : [this.air];
  }

  isScheme(name: string): boolean {
    return name === "ipcc";
  }

  nodesOfScheme(_graph: GraphName, scheme: string, values: readonly string[]): readonly ModelObject[] {
    if (scheme !== "ipcc") throw new GqlError(`unknown scheme ${scheme}`);
    return values.includes("Fuels production") ? [this.coalPlant] : [];
  }

  /** Numbers of the requested lists, with the entries that the lists read. */
  readonly structuralLists: { readonly list: number; readonly entries: readonly string[] }[] = [];

  structuralList(list: number, entries: readonly string[], make: () => Value): Value {
    this.structuralLists.push({ list, entries });
    return make();
  }

  /** Requested curves: the function's name and number of curves. */
  readonly requestedCurves: { readonly name: string; readonly curves: number }[] = [];

  /** Curves in cached results. */
  readonly keptCurves = new Set<Float64Array>();

  keep(curve: Float64Array): void {
    this.keptCurves.add(curve);
  }

  curveOf(name: string, curves: readonly Float64Array[], length: number, write: WriteCurve): Float64Array {
    this.requestedCurves.push({ name, curves: curves.length });
    const points = new Float64Array(length);
    write(points);
    return points;
  }

  edge(_graph: GraphName, a: string, b: string): ModelObject | undefined {
    return [this.power, this.heat].find(({ key }) => key.startsWith(`${a}-${b}@`) || key.startsWith(`${b}-${a}@`));
  }

  slots(node: ModelObject, side: Side): readonly ModelObject[] {
    return node === this.coalPlant && side === "output" ? [this.output] : [];
  }

  slot(node: ModelObject, side: Side, carrier: string): ModelObject | undefined {
    return this.slots(node, side).find(({ key }) => key.endsWith(`+${carrier}`));
  }

  edges(object: ModelObject, side: Side): readonly ModelObject[] {
    if (object === this.house) return side === "input" ? [this.power, this.heat] : [];
    if (side === "input" && object !== this.output) return [];
    return object === this.boiler ? [this.heat] : [this.power];
  }

  suppliers(node: ModelObject): readonly ModelObject[] {
    return node === this.house ? [this.coalPlant, this.boiler] : [];
  }

  consumers(node: ModelObject): readonly ModelObject[] {
    return node === this.house ? [] : [this.house];
  }

  carrier(graph: GraphName, key: string): ModelObject | undefined {
    return graph === "energy" && key === "electricity" ? this.electricity : undefined;
  }

  emission(sector: string, use: string, ghg: string, year: "1990" | null): number | null {
    return `${sector} ${use} ${ghg}` === "energy_power energetic co2" ? (year === null ? 30 : 50) : null;
  }

  mappedEmission(_scheme: string, _value: string, ghg: string, year: "1990" | null): number {
    return ghg === "co2" ? (year === null ? 31 : 51) : 0;
  }

  emissionsScope(): ModelObject {
    return this.scope;
  }

  inputValue(key: string): Value {
    const value = this.inputs.get(key);
    if (value === undefined) throw new GqlError(`unknown input ${key}`);
    return value;
  }

  weatherProperty(key: string): number {
    return key.length;
  }

  curveSetVariants(set: string): readonly string[] {
    return set === "weather" ? ["default", "1987"] : [];
  }

  datasetCurve(key: string): Float64Array {
    return Float64Array.of(key.length);
  }

  attachedCurve(key: string): Float64Array | null {
    return this.curves.get(key) ?? null;
  }

  feverCurve(quantity: "demand" | "production", feverSubject: FeverSubject): Float64Array | null {
    if ("groups" in feverSubject)
      return feverSubject.groups.includes("hot_water") ? Float64Array.of(quantity === "demand" ? 1 : 2) : null;
    return "node" in feverSubject && feverSubject.node === this.boiler ? Float64Array.of(5) : null;
  }
}
