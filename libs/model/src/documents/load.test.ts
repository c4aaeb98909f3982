import { describe, expect, test } from "vitest";
import { describeProblem } from "../problem.ts";
import { addFiles, directoryOf, smallModel } from "../testing/directory.ts";
import { checkDefinition } from "./checks.ts";
import { listModelFiles, loadDefinition } from "./load.ts";

function load(files: { readonly [path: string]: string }) {
  const root = directoryOf(smallModel(files));
  const { definition, problems } = loadDefinition(root, listModelFiles(root), ["here"]);
  const allProblems = [...problems, ...checkDefinition(root, definition)];
  return { root, definition, problems: allProblems.map(describeProblem) };
}

const nodeFile = "graphs/energy/nodes/energy/x.ad";

describe("a small model", () => {
  test("the model loads without problems", () => {
    const { definition, problems } = load({});
    expect(problems).toEqual([]);
    expect(definition.defaultArea).toBe("here");
    expect(definition.energy.nodes.map(({ key, sector }) => [key, sector])).toEqual([
      ["mine", "energy"],
      ["plant", "industry"],
    ]);
    expect(definition.energy.edges).toMatchObject([
      { key: "mine-plant@coal", supplier: 0, consumer: 1, carrier: "coal", type: "share", reversed: false },
    ]);
    expect(definition.unscaleableUnits).toEqual([]);
    expect(definition.sectorMapping).toEqual({ columns: [], rows: [] });
  });

  test("the model's hash depends on the contents of its documents, not their comments", () => {
    const { definition } = load({});
    expect(load({}).definition.hash).toBe(definition.hash);
    expect(load({ "carriers/coal.ad": "# Note\n- infinite = false\n" }).definition.hash).toBe(definition.hash);
    expect(load({ "carriers/coal.ad": "- infinite = true\n" }).definition.hash).not.toBe(definition.hash);
  });
});

describe("the order of documents", () => {
  test("documents and directories are sorted by name in one order, upper case before lower case", () => {
    const query = "- query = 1\n";
    const { definition } = load({
      "gqueries/b.gql": query,
      "gqueries/a/z.gql": query,
      "gqueries/c/y.gql": query,
      "gqueries/a/B.gql": query,
    });
    expect(definition.gqueries.map(({ key }) => key)).toEqual(["B", "z", "b", "y"]);
    expect(definition.gqueries.map(({ labels }) => labels)).toEqual([["a"], ["a"], [], ["c"]]);
  });

  test("the first file with a duplicate key determines the position, the last one the content", () => {
    const { definition, problems } = load({
      "gqueries/a/twice.gql": "- query = 1\n",
      "gqueries/b/other.gql": "- query = 2\n",
      "gqueries/c/twice.gql": "- query = 3\n",
    });
    expect(definition.gqueries.map(({ key, query }) => [key, query])).toEqual([
      ["twice", "3"],
      ["other", "2"],
    ]);
    expect(problems).toEqual([
      "gqueries/c/twice.gql:1: warning: twice: the key is already used in gqueries/a/twice.gql; expected unique keys; this later document replaces it",
    ]);
  });

  test("a file whose name ends with a space is reported instead of read", () => {
    const { definition, problems } = load({ "gqueries/odd.gql ": "- query = 1\n" });
    expect(definition.gqueries).toEqual([]);
    expect(problems).toEqual([expect.stringContaining("the file name ends with a space")]);
  });
});

describe("slots", () => {
  const slotsOf = (text: string, files: { readonly [path: string]: string } = {}) => {
    const { definition, problems } = load({ [nodeFile]: text, ...files });
    const node = definition.energy.nodes.findIndex(({ key }) => key === "x");
    const slots = definition.energy.slots.filter((slot) => slot.node === node);
    return { slots, names: slots.map(({ side, carrier, kind }) => `${side} ${carrier} ${kind}`), problems };
  };

  test("inputs come before outputs, literal shares before queries on each side, and implied slots last", () => {
    const { names } = slotsOf(
      "- output.loss = elastic\n~ input.coal = 0.5\n- output.electricity = 0.4\n- input.electricity = 0.5\n",
      {
        "graphs/energy/edges/energy/mine-x@loss.ad": "- type = flexible\n",
      },
    );
    expect(names).toEqual([
      "input electricity plain",
      "input coal plain",
      "output loss loss",
      "output electricity plain",
      "input loss plain",
    ]);
  });

  test("a query replaces a literal share", () => {
    const { slots } = slotsOf("- input.coal = 0.5\n- input.electricity = 0.5\n~ input.coal = SHARE(a, b)\n");
    expect(slots.map(({ share }) => share)).toEqual([
      { kind: "query", text: "SHARE(a, b)" },
      { kind: "share", value: 0.5 },
    ]);
  });

  test("an output may have a coefficient for each input carrier", () => {
    const { slots } = slotsOf("- input.coal = 1.0\n- output.electricity.coal = 0.4\n- output.electricity.loss = 0.9\n");
    expect(slots[1]?.share).toEqual({ kind: "carrier_efficient", coefficients: { coal: 0.4, loss: 0.9 } });
  });

  test("elastic, dynamic and loss slots are separate kinds", () => {
    const { names } = slotsOf(
      "- output.coal = elastic\n- output.electricity = etengine_dynamic\n- output.loss = 0.1\n",
    );
    expect(names).toEqual(["output coal elastic", "output electricity edge_based", "output loss loss"]);
  });

  test("slots with unknown carriers or invalid shares are omitted with an error", () => {
    const { names, problems } = slotsOf("- use = energetic\n- output.cole = 1.0\n- input.coal = elastic\n");
    expect(names).toEqual([]);
    expect(problems).toEqual([
      `${nodeFile}:3: error: x: input.coal: expected a number, found "elastic"; the slot is left out`,
      `${nodeFile}:2: error: x: output.cole: expected a carrier of the model, found "cole" (did you mean "coal"?); left out`,
    ]);
  });
});

describe("invalid edges are omitted, each with an error", () => {
  test.each([
    ["mine-plan@coal", "- type = share", '"plan" is not a node of this graph (did you mean "plant"?)'],
    ["mime-plant@coal", "- type = share", 'the supplier "mime" is not a node'],
    ["mine-plant@cola", "- type = share", 'found "cola" (did you mean "coal"?)'],
    ["mine_plant", "- type = share", 'expected a key of the form "supplier-consumer@carrier"'],
    ["plant-mine@electricity", "- type = shared", "type: expected one of share, flexible"],
    ["plant-mine@loss", "- groups = [a]", "type: expected one of share, flexible"],
  ])("%s", (key, text, message) => {
    const { definition, problems } = load({ [`graphs/energy/edges/energy/${key}.ad`]: `${text}\n` });
    expect(definition.energy.edges).toHaveLength(1);
    expect(problems.filter((problem) => problem.includes(": error: "))).toEqual([expect.stringContaining(message)]);
  });
});

describe("set files", () => {
  test("a set file contains several documents, each after a line with its key", () => {
    const { definition, problems } = load({
      "graphs/energy/nodes/households/heat.set.ad":
        "# Heaters\n\n=== heater_coal.converter\n- use = energetic\n- input.coal = 1.0\n\n=== special/heater_electric\n# Plugged in\n- use = undefined\n",
      "gqueries/general.set.gql":
        "=== one\n# First\n- query =\n    SUM(\n      1, 2)\n- unit = MJ\n=== deep/two\n- query = 2\n",
    });
    expect(problems).toEqual([]);
    expect(
      definition.energy.nodes.slice(1, 3).map(({ key, sector, use, source }) => [key, sector, use, source.line]),
    ).toEqual([
      ["heater_coal", "households", "energetic", 4],
      ["heater_electric", "households.special", "undefined", 8],
    ]);
    expect(definition.gqueries).toMatchObject([
      { key: "one", query: "SUM(\n  1, 2)", unit: "MJ", description: "First", labels: [] },
      { key: "two", query: "2", labels: ["deep"] },
    ]);
  });

  test("a problem in a set file has the line number in the file", () => {
    const { problems } = load({
      "inputs/all.set.ad": "=== a\n- query = 1\n- update_period = future\n=== b\n- query = 2\n- unit\n",
    });
    expect(problems).toEqual([expect.stringContaining("inputs/all.set.ad:6: error: b: expected ")]);
  });

  test("a set file needs a header before the first document", () => {
    const { problems } = load({ "inputs/all.set.ad": "- query = 1\n" });
    expect(problems).toEqual([expect.stringContaining('inputs/all.set.ad:1: error: expected a header "=== key"')]);
  });

  test("a repeated key in set files is reported with both positions", () => {
    const { definition, problems } = load({ "gqueries/all.set.gql": "=== a\n- query = 1\n=== a\n- query = 2\n" });
    expect(definition.gqueries).toMatchObject([{ key: "a", query: "2" }]);
    expect(problems).toEqual([
      expect.stringContaining("gqueries/all.set.gql:4: warning: a: the key is already used in gqueries/all.set.gql:1"),
    ]);
  });
});

describe("inputs", () => {
  const input = (text: string) => load({ "inputs/i.ad": text });

  test("inputs without a query are allowed and have no effect", () => {
    expect(input("- query =\n- update_period = both\n").definition.inputs).toMatchObject([
      { query: null, updatePeriod: "both", priority: 0 },
    ]);
  });

  test("an input of unit enum lists its permitted values", () => {
    expect(
      input("- query = 1\n- update_period = future\n- unit = enum\n- min_value = [a, 1987]\n- start_value = a\n")
        .definition.inputs,
    ).toMatchObject([{ min: ["a", "1987"], start: "a", max: null }]);
  });

  test("an input must state its update period", () => {
    const { definition, problems } = input("- query = 1\n- update_period = later\n");
    expect(definition.inputs).toEqual([]);
    expect(problems.at(-1)).toBe(
      "inputs/i.ad:2: error: i: update_period: expected one of present, future, both, before; the input is left out",
    );
  });
});

describe("checks of a model", () => {
  test("a query that cannot be parsed is an error with its line", () => {
    const { definition, problems } = load({
      "gqueries/q.gql": "- unit = MJ\n- query =\n    SUM(\n      Q(a) Q(b)\n    )\n",
    });
    expect(definition.gqueries).toHaveLength(1);
    expect(problems).toEqual([
      expect.stringMatching(/^gqueries\/q\.gql:4: error: q: query: cannot be parsed: expected/),
    ]);
  });

  test.each([
    ["Q(nothing)", 'Q expects a gquery, found "nothing"'],
    [
      "SUM(V(G(preset_demands), demand))",
      'G expects a group of energy nodes, found "preset_demands" (did you mean "preset_demand"?)',
    ],
    ["INPUT_VALUE(i)", 'INPUT_VALUE expects an input, found "i"'],
    ["V(CARRIER(cole), cost_per_mj)", 'CARRIER expects a carrier, found "cole" (did you mean "coal"?)'],
    ["SECTOR(mining)", 'SECTOR expects a sector, found "mining"'],
  ])("unknown names in queries are reported: %s", (query, message) => {
    expect(load({ "gqueries/q.gql": `- query = ${query}\n` }).problems).toEqual([
      `gqueries/q.gql:1: warning: q: query: ${message}`,
    ]);
  });

  test("attributes that refer to nodes are checked", () => {
    const { problems } = load({
      [nodeFile]: "- use = undefined\n- merit_order.type = flex\n- merit_order.delegate = plan\n",
    });
    expect(problems).toEqual([
      `${nodeFile}:3: warning: x: merit_order.delegate: expected a node of the energy graph, found "plan" (did you mean "plant"?)`,
    ]);
  });

  test("a sector label needs a row in the sector mapping with the node's use", () => {
    const { problems } = load({
      "config/sector_mapping.csv": "sector_label,use,scheme\nmining,energetic,A\n",
      "graphs/energy/nodes/energy/deep.ad": "- use = energetic\n- sector_label = mining\n",
      [nodeFile]: "- use = non_energetic\n- sector_label = mining\n",
    });
    expect(problems).toEqual([expect.stringContaining(`${nodeFile}:2: warning: x: sector_label: expected a row`)]);
  });

  test("orders may only contain existing nodes", () => {
    const { problems } = load({ "config/hydrogen_supply_order.yml": "- plant\n- plane\n" });
    expect(problems).toEqual([
      'config/hydrogen_supply_order.yml: warning: plane: expected keys of energy nodes, found "plane" (did you mean "plant"?)',
    ]);
  });

  test("invalid YAML is an error with its line, and the setting is null", () => {
    const { definition, problems } = load({ "config/user_curves.yml": "a: 1\nb: [\n" });
    expect(definition.config["user_curves"]).toBeNull();
    expect(problems).toEqual([expect.stringMatching(/^config\/user_curves\.yml:\d+: error: expected YAML/)]);
  });

  test("a directory without documents is reported", () => {
    const root = directoryOf({ "README.md": "nothing" });
    const { problems } = loadDefinition(root, listModelFiles(root), []);
    expect(problems.map(({ message }) => message)).toContain(
      "expected documents of nodes (*.ad); is this a model directory?",
    );
  });

  test("the default area must exist", () => {
    const { problems } = load({ "config/default_dataset.yml": "--- elsewhere\n" });
    expect(problems).toEqual([
      'config/default_dataset.yml: error: expected the key of a dataset folder, found "elsewhere"',
    ]);
  });

  test("the sector mapping has the text of its cells; blank cells and - are null", () => {
    const root = directoryOf(smallModel());
    addFiles(root, { "config/sector_mapping.csv": 'sector_label,use,scheme\nheat,energetic,"A, b"\nlight,-,\n' });
    const { definition } = loadDefinition(root, listModelFiles(root), ["here"]);
    expect(definition.sectorMapping).toEqual({
      columns: ["sector_label", "use", "scheme"],
      rows: [
        ["heat", "energetic", "A, b"],
        ["light", null, null],
      ],
    });
  });
});
