import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { modelCache } from "@etesian/testing/model-cache";
import type { GraphDataset } from "../dataset.ts";
import type { GraphDefinition, ModelDefinition } from "../definition.ts";
import { openModel, type Model } from "../open.ts";
import { directoryOf, smallModel } from "../testing/directory.ts";
import { solveStartYear, StartYearError, startYearStages } from "./index.ts";

type Files = { readonly [path: string]: string };

const open = (files: Files): Promise<Model> => openModel(directoryOf(smallModel(files)));

async function solveArea(files: Files, area = "here") {
  const model = await open(files);
  return { definition: model.definition, dataset: solveStartYear(model.definition, model.source(area)) };
}

function nodeFigure(
  definition: ModelDefinition,
  dataset: GraphDataset,
  key: string,
  column: string,
): number | undefined {
  const { nodes } = definition[dataset.name];
  const index = dataset.nodeColumns.indexOf(column);
  return index < 0 ? undefined : dataset.nodeValues[index * nodes.length + nodes.findIndex((node) => node.key === key)];
}

function edgeShare(graph: GraphDefinition, dataset: GraphDataset, key: string): number | undefined {
  return dataset.edgeShare[graph.edges.findIndex((edge) => edge.key === key)];
}

/** An area derived from the small model's area, at a tenth of its size. */
const derivedArea = (graphValues: string): Files => ({
  "datasets/there/there.derived.ad":
    "- area = there\n- base_dataset = here\n- scaling.area_attribute = number_of_inhabitants\n- scaling.value = 1\n- scaling.base_value = 10\n- number_of_inhabitants = 10\n",
  "datasets/there/graph_values.yml": graphValues,
});

describe("the dataset", () => {
  test("demands are in MJ: preset demands in the group preset_demand, expected demands elsewhere", async () => {
    const { definition, dataset } = await solveArea({});
    expect(nodeFigure(definition, dataset.energy, "mine", "demand_expected_value")).toBe(12.5e6);
    expect(nodeFigure(definition, dataset.energy, "mine", "preset_demand")).toBeNaN();
    expect(nodeFigure(definition, dataset.energy, "plant", "preset_demand")).toBe(12.5e6);
    expect(nodeFigure(definition, dataset.energy, "plant", "demand_expected_value")).toBeNaN();
    expect(dataset).toMatchObject({ area: "here", startYear: 2020, scaling: null, warnings: [] });
  });

  test("the dataset has the conversions of slots, except elastic ones", async () => {
    const { definition, dataset } = await solveArea({});
    const conversion = (side: string, carrier: string) =>
      dataset.energy.slotConversion[
        definition.energy.slots.findIndex(
          (slot) =>
            definition.energy.nodes[slot.node]!.key === "plant" && slot.side === side && slot.carrier === carrier,
        )
      ];
    expect([conversion("input", "coal"), conversion("output", "electricity"), conversion("output", "loss")]).toEqual([
      1,
      0.4,
      Number.NaN,
    ]);
  });

  test("the dataset has child shares, parent shares of reversed edges, and amounts of constant edges", async () => {
    const { definition, dataset } = await solveArea({
      "graphs/energy/nodes/energy/mine.ad": "~ demand = 100.0\n",
      "graphs/energy/nodes/energy/port.ad": "- use = undefined\n",
      "graphs/energy/nodes/energy/ship.ad": "- use = undefined\n",
      "graphs/energy/edges/industry/mine-plant@coal.ad": "- type = share\n- reversed = true\n~ parent_share = 0.25\n",
      "graphs/energy/edges/energy/mine-port@coal.ad": "- type = constant\n~ demand = 60.0\n",
      "graphs/energy/edges/energy/mine-ship@coal.ad": "- type = flexible\n",
    });
    const share = (key: string) => edgeShare(definition.energy, dataset.energy, key);
    expect(share("mine-plant@coal")).toBe(0.25);
    expect(share("mine-port@coal")).toBe(60e6);
    expect(share("mine-ship@coal")).toBeNaN();
    expect(nodeFigure(definition, dataset.energy, "ship", "demand_expected_value")).toBe(15e6);
  });

  test("a query's result replaces the document's value, even if the query has no value", async () => {
    const { definition, dataset } = await solveArea({
      "graphs/energy/nodes/energy/mine.ad":
        "- full_load_hours = 10.0\n- number_of_units = 3\n- wacc = 0.04\n- max_demand = 20.0\n" +
        "~ demand = 12.5\n~ full_load_hours = CENTRAL_PRODUCTION(mine, full_load_hours)\n~ number_of_units = AREA(number_of_inhabitants)\n",
      "datasets/here/central_producers.csv": "key,demand,full_load_hours\nmine,1,\n",
    });
    const figure = (column: string) => nodeFigure(definition, dataset.energy, "mine", column);
    expect(figure("full_load_hours")).toBeNaN();
    expect(figure("number_of_units")).toBe(100);
    expect(figure("wacc")).toBe(0.04);
    expect(figure("max_demand")).toBe(20e6);
    expect(figure("demand")).toBeUndefined();
  });

  test("a carrier's figures come from its queries, or from its document where a cell is empty", async () => {
    const { definition, dataset } = await solveArea({
      "carriers/coal.ad":
        "- mj_per_kg = 25.0\n- co2_conversion_per_mj = 0.09\n" +
        "~ cost_per_mj = CARRIER(coal, cost_per_mj)\n~ co2_conversion_per_mj = CARRIER(coal, co2_conversion_per_mj)\n",
      "datasets/here/carriers.csv": "key,co2_conversion_per_mj,cost_per_mj\ncoal,,0.004\n",
    });
    const coal = definition.carriers.findIndex(({ key }) => key === "coal");
    const figures = dataset.carrierColumns.map((name, column) => [
      name,
      dataset.carrierValues[column * definition.carriers.length + coal],
    ]);
    expect(Object.fromEntries(figures)).toEqual({ mj_per_kg: 25, co2_conversion_per_mj: 0.09, cost_per_mj: 0.004 });
  });

  test("the dataset is in shared memory", async () => {
    const { dataset } = await solveArea({});
    for (const { buffer } of [dataset.carrierValues, dataset.energy.nodeValues, dataset.molecules.edgeShare])
      expect(buffer).toBeInstanceOf(SharedArrayBuffer);
  });
});

describe("shares of slots", () => {
  test("the share of an output that depends on the inputs is derived from their shares", async () => {
    const model = await open({
      "carriers/wood.ad": "- infinite = false\n",
      "graphs/energy/nodes/energy/forest.ad": "- use = undefined\n",
      "graphs/energy/nodes/industry/plant.converter.ad":
        "- input.coal = 0.75\n~ input.wood = 1.0 - 0.75\n" +
        "- output.electricity.coal = 0.5\n- output.electricity.wood = 0.25\n- output.loss = elastic\n",
      "graphs/energy/edges/energy/forest-plant@wood.ad": "- type = share\n",
    });
    const { calculated } = startYearStages(model.definition, model.source("here"));
    expect(calculated.nodes["plant"]?.slots.output["electricity"]).toEqual({ set: 0.4375, derived: 0.4375 });
    expect(calculated.nodes["plant"]?.demand).toBeCloseTo(12.5 / 0.75, 12);
  });
});

describe("a derived area", () => {
  test("a derived area's demands, limits and units from queries are scaled exactly, except at exempt nodes", async () => {
    const model = await open({
      ...derivedArea("{}"),
      "graphs/energy/nodes/energy/mine.ad":
        "- full_load_hours = 5\n~ demand = 0.3\n~ max_demand = 7.0\n~ number_of_units = 20\n~ typical_input_capacity = 2.0\n",
      "graphs/energy/nodes/energy/exempt.ad": "- scaling_exempt = true\n~ demand = 0.3\n~ number_of_units = 20\n",
    });
    const { definition } = model;
    const { energy, scaling } = solveStartYear(definition, model.source("there"));
    const figures = (key: string) =>
      ["demand_expected_value", "max_demand", "number_of_units", "typical_input_capacity", "full_load_hours"].map(
        (column) => nodeFigure(definition, energy, key, column),
      );
    expect(scaling).toEqual({ factor: 0.1 });
    expect(figures("mine")).toEqual([30_000, 0.7000000000000001 * 1e6, 2, 2, 5]);
    expect(figures("exempt").slice(0, 3)).toEqual([300_000, Number.NaN, 20]);
  });

  test("a derived area's graph values override queries and documents, and are not scaled", async () => {
    const model = await open({
      ...derivedArea(
        "mine:\n  demand: 40.0\n  number_of_units: 3.0\n  max_demand: 50.0\n  full_load_hours: 9.0\n" +
          "plant:\n  output:\n    :electricity: 0.3\nmine-plant@coal:\n  parent_share: 1.0\n",
      ),
      "graphs/energy/nodes/energy/mine.ad": "- full_load_hours = 5\n~ demand = 1.0\n~ number_of_units = 20\n",
    });
    const { definition } = model;
    const source = model.source("there");
    const { energy } = solveStartYear(definition, source);
    const figure = (column: string) => nodeFigure(definition, energy, "mine", column);
    expect(["demand_expected_value", "number_of_units", "full_load_hours"].map(figure)).toEqual([40e6, 3, 9]);
    // A limit from graph values alone is used by the solver, but not exported.
    expect(figure("max_demand")).toBeNaN();
    expect(startYearStages(definition, source).calculated.nodes["plant"]?.slots.output["electricity"]?.derived).toBe(
      0.3,
    );
  });

  test("a derived area's query may fail if a graph value replaces its result", async () => {
    const failingDocuments = { "graphs/energy/nodes/energy/mine.ad": "~ demand = EB(production, unobtainium)\n" };
    const model = await open({ ...failingDocuments, ...derivedArea("mine:\n  demand: 4.0\n") });
    const { energy } = solveStartYear(model.definition, model.source("there"));
    expect(nodeFigure(model.definition, energy, "mine", "demand_expected_value")).toBe(4e6);
    expect(() => solveStartYear(model.definition, model.source("here"))).toThrow(
      'here: mine demand is not known: datasets/here/energy_balance.csv has no column "unobtainium"',
    );
  });
});

describe("an area without an energy balance", () => {
  const files: Files = {
    ...derivedArea("mine:\n  demand: 4.0\n"),
    "datasets/here/energy_balance.csv": "FLOW,Coal\n",
    "carriers/kerosene.ad": "- infinite = false\n",
    "carriers/bio_kerosene.ad": "- infinite = false\n",
    "graphs/energy/nodes/bunkers/bunkers_aviation_mixer_kerosene.ad":
      "~ demand = 10.0\n~ input.kerosene = EB(bunkers, kerosene)\n~ input.bio_kerosene = EB(bunkers, biofuels)\n",
  };
  const openWithoutBalance = async (): Promise<Model> => {
    const { "datasets/here/energy_balance.csv": _, ...rest } = smallModel(files);
    return openModel(directoryOf(rest));
  };

  test("values that no graph value sets are substituted with a warning", async () => {
    const model = await openWithoutBalance();
    const { warnings } = solveStartYear(model.definition, model.source("there"));
    const reason = "because the energy balance of here is not in the model";
    expect(warnings).toEqual([
      `bunkers_aviation_mixer_kerosene input.kerosene is assumed to be 1, ${reason}`,
      `bunkers_aviation_mixer_kerosene input.bio_kerosene is assumed to be 0, ${reason}`,
    ]);
  });

  test("the full area is rejected with the reason", async () => {
    const model = await openWithoutBalance();
    expect(() => solveStartYear(model.definition, model.source("here"))).toThrow(
      "here: mine demand is not known: the energy balance of here is not in the model (in the query EB(production, coal))",
    );
  });

  test("no value is substituted if a balance exists but lacks the figures", async () => {
    const model = await open(files);
    expect(() => solveStartYear(model.definition, model.source("there"))).toThrow(
      "bunkers_aviation_mixer_kerosene input.kerosene",
    );
  });
});

describe("errors name the area and the reason", () => {
  test.each<[string, Files, string]>([
    [
      "a demand that cannot be derived",
      { "graphs/energy/nodes/energy/lonely.ad": "- use = undefined\n" },
      "node lonely has no demand",
    ],
    [
      "demands that do not match",
      { "graphs/energy/nodes/industry/plant.converter.ad": "~ demand = 7.0\n- output.loss = elastic\n" },
      "the edges of node mine's coal output carry 7, expected 12.5",
    ],
    [
      "a limit exceeded",
      { "graphs/energy/nodes/energy/mine.ad": "~ demand = 2\n~ max_demand = 1\n" },
      "a max_demand of 1",
    ],
    [
      "a query that cannot be parsed",
      { "graphs/energy/nodes/energy/mine.ad": "~ demand = EB(production,\n" },
      "mine demand is not known",
    ],
    [
      "a query without a finite result",
      { "graphs/energy/nodes/energy/mine.ad": "~ demand = 1.0 / 0.0\n" },
      "expected a finite number, the query returned Infinity",
    ],
    [
      "a query without a result",
      { "graphs/energy/nodes/energy/mine.ad": "~ demand = 0.0 / 0.0\n" },
      "the result is not a number",
    ],
    [
      "a figure of a carrier",
      { "carriers/coal.ad": "~ cost_per_mj = CARRIER(coal, cost_per_mj)\n" },
      "cost_per_mj of the carrier coal cannot be found",
    ],
  ])("%s", async (_, files, reason) => {
    const model = await open(files);
    const solve = () => solveStartYear(model.definition, model.source("here"));
    expect(solve).toThrow(StartYearError);
    expect(solve).toThrow(reason);
    expect(solve).toThrow(/^here: /);
  });

  test("an error names the nodes in a cycle", async () => {
    const model = await open({ "graphs/energy/edges/industry/plant-mine@coal.ad": "- type = share\n" });
    expect(() => solveStartYear(model.definition, model.source("here"))).toThrow(
      "here: the edges between mine, plant, mine form a cycle",
    );
  });
});

describe("heat groups", () => {
  const heat: Files = {
    "carriers/heat.ad": "- infinite = false\n",
    "config/fever/warmth_producer_order.yml": "- pump\n- boiler\n",
    "config/fever/warmth_consumer_order.yml": "- new_homes\n- old_homes\n",
    "graphs/energy/nodes/energy/mine.ad": "- use = undefined\n",
    "graphs/energy/nodes/homes/boiler.ad":
      "- fever.type = producer\n- fever.group = warmth\n- input.coal = 1.0\n- output.heat = 1.0\n~ demand = 60.0\n",
    "graphs/energy/nodes/homes/pump.ad":
      "- groups = [aggregator_producer]\n- fever.type = producer\n- fever.group = warmth\n- output.heat = 1.0\n~ demand = 40.0\n",
    "graphs/energy/nodes/homes/pump_aggregator.ad": "- use = undefined\n",
    "graphs/energy/nodes/homes/new_homes.ad":
      "- fever.type = consumer\n- fever.group = warmth\n~ fever.present_share_in_demand = 0.25\n~ number_of_units = 30\n",
    "graphs/energy/nodes/homes/old_homes.ad":
      "- fever.type = consumer\n- fever.group = warmth\n- fever.present_share_in_demand = 0.75\n- number_of_units = 90\n",
    "graphs/energy/edges/industry/mine-plant@coal.ad": "- type = share\n~ demand = 10.0\n",
    "graphs/energy/edges/homes/mine-boiler@coal.ad": "- type = share\n",
    "graphs/energy/edges/homes/pump-pump_aggregator@heat.ad": "- type = share\n",
    "graphs/energy/edges/homes/pump_aggregator-new_homes@heat.ad": "- type = share\n",
    "graphs/energy/edges/homes/pump_aggregator-old_homes@heat.ad": "- type = share\n",
    "graphs/energy/edges/homes/boiler-new_homes@heat.ad": "- type = share\n",
    "graphs/energy/edges/homes/boiler-old_homes@heat.ad": "- type = share\n",
  };

  test("producers serve consumers in the order of their lists until their heat is used up", async () => {
    const model = await open(heat);
    const { calculated } = startYearStages(model.definition, model.source("here"));
    const demand = (key: string) => calculated.edges[`${key}@heat`]?.demand;
    expect([demand("pump_aggregator-new_homes"), demand("pump_aggregator-old_homes")]).toEqual([25, 15]);
    expect([demand("boiler-new_homes"), demand("boiler-old_homes")]).toEqual([0, 60]);
    expect([calculated.nodes["new_homes"]?.demand, calculated.nodes["old_homes"]?.demand]).toEqual([25, 75]);
  });

  test("each producer of a heat group heats its share of the dwellings", async () => {
    const { definition, dataset } = await solveArea(heat);
    const share = (key: string) => nodeFigure(definition, dataset.energy, key, "fever.share_in_group");
    // The pump heats all 30 new homes and 15 / 75 of the 90 old ones.
    expect([share("pump"), share("boiler"), share("new_homes")]).toEqual([0.4, 0.6, Number.NaN]);
  });

  test("a heat group needs the figures of its consumers", async () => {
    const model = await open({
      ...heat,
      "graphs/energy/nodes/homes/new_homes.ad":
        "- fever.type = consumer\n- fever.group = warmth\n~ fever.present_share_in_demand = AREA(number_of_cars)\n",
    });
    expect(() => solveStartYear(model.definition, model.source("here"))).toThrow(
      "fever.present_share_in_demand of new_homes is not known: the query has no value",
    );
  });
});

test("solving an area is deterministic", async () => {
  const model = await openModel(join(import.meta.dirname, "../../../../models/starter"), modelCache);
  const solve = () => solveStartYear(model.definition, model.source("nl"));
  expect(isDeepStrictEqual(solve(), solve())).toBe(true);
});
