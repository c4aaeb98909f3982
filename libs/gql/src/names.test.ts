import { describe, expect, it } from "vitest";
import { type AttributeNames, checkNames, type Holder, type KnownNames } from "./names.ts";
import { parse } from "./syntax/parser.ts";

const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  "energy node": ["demand", "input_of_coal", "fever", "input_edges"],
  "molecules node": ["demand"],
  "energy edge": ["share", "value", "constant?", "lft_node"],
  "energy slot": ["conversion"],
  carrier: ["cost_per_mj"],
  area: ["number_of_residences"],
  graph: ["year"],
  "block fever": ["capacity", "share_in_group"],
};
const METHODS = ["input_of"];
const attributesOf = (holder: Holder): readonly string[] => ATTRIBUTES[holder] ?? [];

const attributes: AttributeNames = {
  holders: Object.keys(ATTRIBUTES) as Holder[],
  reads: (holder, name) => holder === "entries" || attributesOf(holder).includes(name),
  calls: (holder, name) => holder === "energy node" && METHODS.includes(name),
  writes: (holder, name) => name !== "input_of_coal" && attributesOf(holder).includes(name),
  leadsTo: (holder, name) =>
    name === "fever" ? "block fever" : holder === "block fever" && name === "capacity" ? "entries" : null,
  names: attributesOf,
};

const setsOf = (energy: readonly string[], molecules: readonly string[] = []): KnownNames["nodes"] => ({
  energy: new Set(energy),
  molecules: new Set(molecules),
});
const usage = new Set(["heating"]);

const KNOWN_NAMES: KnownNames = {
  nodes: setsOf(["mine", "plant"], ["air"]),
  groups: setsOf(["plants"]),
  edgeGroups: setsOf(["wires"]),
  sectors: new Set(["industry"]),
  schemes: new Set(["usage"]),
  schemeValues: (scheme) => (scheme === "usage" ? usage : null),
  uses: new Set(["energetic"]),
  carriers: new Set(["coal"]),
  gqueries: new Set(["total"]),
  inputs: new Set(["slider"]),
  heatGroups: new Set(["space_heating"]),
  attributes,
};

const problems = (query: string, knownNames = KNOWN_NAMES) =>
  checkNames(parse(query).body, knownNames).map(({ severity, offset, message }) => `${severity} ${offset}: ${message}`);

describe("valid names in queries", () => {
  it.each([
    "V(mine, demand)",
    "V(mine, plant)",
    "V(mine)",
    "V(mine, plant, demand)",
    'V(G(plants), "demand * input_of_coal")',
    "V(G(plants), input_of(coal))",
    "MV(air, demand)",
    "V(EDGE(mine, plant), share)",
    "EDGE(mine, plant).lft_node.demand",
    "V(CARRIER(coal), cost_per_mj)",
    "AREA(number_of_residences) * AREA().number_of_residences",
    "GRAPH(year)",
    "V(INPUT_SLOTS(mine, coal), conversion)",
    "INPUT_EDGES(V(mine), constant)",
    'FILTER(ALL(), "fever && fever.capacity.coal > 1")',
    "V(mine, fever).share_in_group",
    "Q(total) + QUERY_DELTA(total) + QUERY_FUTURE(-> { Q(total) }) + QUERY_PRESENT('Q(total)')",
    "SECTOR(industry)",
    "SECTOR(usage, heating)",
    "FEVER_DEMAND(space_heating)",
    "UPDATE(V(mine), demand, USER_INPUT())",
    "UPDATE(V(mine, fever), share_in_group, 1)",
    "nodes = V(G(plants)); nodes.map{|node| node.demand}.sum",
    "V(G(plants), ->(node){ node.demand })",
    "V(G(plants), ->{ demand })",
    "x = V(mine, demand); x.round(2)",
  ])("%s", (query) => {
    expect(problems(query)).toEqual([]);
  });
});

describe("unknown names are reported with their position", () => {
  it.each([
    ["V(mien, demand)", 2, 'V expects the key of an energy node, found "mien"'],
    ["MV(mine, demand)", 3, 'MV expects the key of a molecule node, found "mine"'],
    ["V(mine, demnad)", 8, 'expected an attribute of energy nodes, or the key of a node, found "demnad"'],
    ['V(mine, "2 * demnad")', 13, 'expected an attribute of energy nodes, found "demnad"'],
    ["V(mine, input_of(cole))", 17, 'input_of expects a carrier, found "cole"'],
    ["V(mine, output_by(coal))", 8, 'expected an attribute of energy nodes with arguments, found "output_by"'],
    ["V(CARRIER(coal), demand)", 17, 'expected an attribute of carriers, or the key of a node, found "demand"'],
    ["V(EDGE(mine, pland), share)", 13, 'EDGE expects the key of an energy node, found "pland"'],
    ["EDGE(mine, plant).shrae", 17, 'expected an attribute of energy edges, found "shrae"'],
    ["CARRIER(cole)", 8, 'CARRIER expects a carrier, found "cole"'],
    ["INPUT_SLOTS(mine, cole)", 18, 'INPUT_SLOTS expects a carrier, found "cole"'],
    ["L(mien)", 2, 'L expects the key of an energy node, found "mien"'],
    ["G(plant)", 2, 'G expects a group of energy nodes, found "plant"'],
    ["Q(totl)", 2, 'Q expects a gquery, found "totl"'],
    ["QUERY_FUTURE('Q(totl)')", 16, 'Q expects a gquery, found "totl"'],
    ["INPUT_VALUE(slidr)", 12, 'INPUT_VALUE expects an input, found "slidr"'],
    ["SECTOR(usage, cooling)", 14, 'SECTOR expects a value of the scheme usage, found "cooling"'],
    ["AREA(number_of_houses)", 5, 'expected an attribute of the area, found "number_of_houses"'],
    ['FILTER(ALL(), "fever.share > 1")', 20, 'expected an attribute of the block fever, found "share"'],
    [
      "UPDATE(V(mine), input_of_coal, 1)",
      16,
      'UPDATE expects an attribute of energy nodes that inputs may write, found "input_of_coal"',
    ],
    ["UPDATE(V(mien), demand, 1)", 9, 'V expects the key of an energy node, found "mien"'],
    [
      "nodes = V(G(plants)); nodes.map{|node| node.demnad}",
      43,
      'expected an attribute of energy nodes, found "demnad"',
    ],
    ["SUM(1, 2).tootal", 9, 'expected an attribute, found "tootal"'],
    ["Q(total, total)", 0, "Q expects 1 argument, found 2"],
  ])("%s", (query, offset, message) => {
    expect(problems(query)).toEqual([`warning ${offset}: ${message}`]);
  });

  it.each([
    ["SUMM(1)", "error 0: SUMM is not a function"],
    ["1 / BILLION", "error 4: BILLION is not a constant"],
    ['V(mine, "demand *")', 'error 8: "demand *" cannot be parsed'],
  ])("the query %s can never have a result", (query, problem) => {
    expect(problems(query)).toEqual([expect.stringContaining(problem)]);
  });

  it("attributes are not checked without a list of attributes", () => {
    expect(problems("V(mien, demnad)", { ...KNOWN_NAMES, attributes: null })).toEqual([
      'warning 2: V expects the key of an energy node, found "mien"',
    ]);
  });
});
