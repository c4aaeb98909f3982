/**
 * Markets with equivalent members substituted: which adapters are recreated, and that results equal a new
 * calculation's.
 */
import { queryObjects } from "node:v8";
import { HOURS_PER_YEAR } from "@etesian/numeric";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import type { NodeSketch } from "../../graph/graph.fixture.ts";
import {
  consumer,
  heatingPlant,
  hoursOf,
  INSTALLED,
  MW_YEAR,
  newHourlyMemory,
  plant,
  type Scene,
  sunPower,
} from "./markets.fixture.ts";
import { AnnualMarket } from "./markets.ts";
import type { Adapter } from "./member.ts";

describe("a market with an equivalent member substituted", () => {
  const nodes = {
    homes: consumer(6),
    shops: consumer(1, "merit_order", "sun"),
    idle: { ...plant(1, 1), attributes: { ...plant(1, 1).attributes, number_of_units: 0 } },
    cheap: plant(4, 10),
    expensive: plant(8, 20),
    shifting: {
      input: { electricity: 1 },
      attributes: {
        ...INSTALLED,
        number_of_units: 0,
        marginal_costs: 9,
        merit_order: { type: "flex", subtype: "load_shifting", demand_source: ["shops"] },
      },
    },
    heating: heatingPlant(2.5, 5),
    network: consumer(1, "heat_network_ht"),
  } satisfies Scene["nodes"];
  const withAttributes = (key: keyof typeof nodes, attributes: object): Scene["nodes"] => ({
    ...nodes,
    [key]: { ...nodes[key], attributes: { ...nodes[key].attributes, ...attributes } },
  });

  /** Recalculates a year with other nodes and compares it with a calculation without a cache. */
  function recalculate(previousNodes: Scene["nodes"], nextNodes: Scene["nodes"]) {
    const memory = newHourlyMemory();
    const adaptersOf = ({ markets }: ReturnType<typeof hoursOf>): readonly Adapter[] => {
      const adapters: Adapter[] = [];
      for (const market of Object.values(markets)) market.forEach((_, adapter) => adapters.push(adapter));
      return adapters;
    };
    const previousYear = hoursOf({ nodes: previousNodes, memory });
    const previousAdapters = new Set(adaptersOf(previousYear));
    const loads = [...previousAdapters].flatMap(({ participants }) => participants.map(({ load }) => load.slice()));
    const setUp = vi.spyOn(AnnualMarket.prototype, "setUp");
    const year = hoursOf({ nodes: nextNodes, memory });
    const isSetUp = setUp.mock.calls.length > 0;
    setUp.mockRestore();
    const freshYear = hoursOf({ nodes: nextNodes });
    for (const [index, load] of [...previousAdapters]
      .flatMap(({ participants }) => participants.map((participant) => participant.load))
      .entries())
      expect(load).toEqual(loads[index]);
    const outcomeOf = ({ attribute, conversion, price, load }: typeof year): unknown => [
      ["cheap", "expensive", "idle", "shifting", "heating"].map((key) =>
        ["full_load_hours", "demand", "merit_order_position", "typical_input_capacity"].map((name) =>
          attribute(key, name),
        ),
      ),
      [0, 1, 2, 3].map(price),
      ["cheap", "expensive", "homes", "heating"].map((key) => load("merit_order", key)),
      load("heat_network_ht", "heating"),
      conversion("heating", "steam_hot_water"),
    ];
    expect(outcomeOf(year)).toEqual(outcomeOf(freshYear));
    return { isSetUp, isNew: adaptersOf(year).filter((adapter) => !previousAdapters.has(adapter)).length };
  }

  test("a market with an equivalent member is not set up again: other members are reused, and its price is updated", () => {
    expect(recalculate(nodes, withAttributes("cheap", { marginal_costs: 15 }))).toEqual({ isSetUp: false, isNew: 1 });
  });

  test("an equivalent member need not be installed, even if it depends on other members", () => {
    expect(recalculate(nodes, withAttributes("idle", { input_capacity: 7 }))).toEqual({ isSetUp: false, isNew: 1 });
    expect(recalculate(nodes, withAttributes("shifting", { marginal_costs: 8 }))).toEqual({ isSetUp: false, isNew: 1 });
  });

  test("an equivalent member is replaced together with its dependents, such as its heat production", () => {
    expect(recalculate(nodes, withAttributes("heating", { marginal_costs: 7 }))).toEqual({ isSetUp: false, isNew: 2 });
  });

  test("an equivalent member may have a load that a forecast battery reads, as long as that load is unchanged", () => {
    const battery: NodeSketch = {
      input: { electricity: 1 },
      output: { electricity: 1 },
      attributes: {
        ...INSTALLED,
        input_capacity: 0.5,
        output_capacity: 0.5,
        storage: { volume: 2, decay: 0 },
        merit_order: { type: "flex", subtype: "optimizing_storage" },
      },
    };
    const nodesWithPlan = (sunny: object, stored: object = {}): Scene["nodes"] => ({
      ...nodes,
      sun: { ...sunPower, attributes: { ...sunPower.attributes, ...sunny } },
      battery: { ...battery, attributes: { ...battery.attributes, ...stored } },
    });
    expect(hoursOf({ nodes: nodesWithPlan({}) }).load("merit_order", "battery")).not.toEqual([0, 0, 0, 0]);
    const idle = { number_of_units: 0 };
    const slower = nodesWithPlan({ ...idle, full_load_hours: HOURS_PER_YEAR / 2 });
    expect(recalculate(nodesWithPlan(idle), slower)).toEqual({ isSetUp: false, isNew: 1 });
    expect(recalculate(nodesWithPlan({}), nodesWithPlan({ input_capacity: 2.5 })).isSetUp).toBe(true);
    expect(recalculate(nodesWithPlan({}), nodesWithPlan({}, { output_capacity: 0.4 })).isSetUp).toBe(true);
  });

  test.each<[string, Scene["nodes"]]>([
    ["also produces more heat", withAttributes("heating", { input_capacity: 3 })],
    ["costs more than another one", withAttributes("cheap", { marginal_costs: 25 })],
    ["can produce more", withAttributes("cheap", { input_capacity: 9 })],
    ["is newly installed", withAttributes("idle", { number_of_units: 1 })],
    ["is removed", withAttributes("cheap", { number_of_units: 0 })],
    ["is a consumer with another demand", withAttributes("shops", { demand: MW_YEAR * 2 })],
    [
      "has another role in the order",
      withAttributes("expensive", {
        full_load_hours: 1,
        merit_order: { type: "producer", subtype: "must_run", group: "flat" },
      }),
    ],
  ])("a market is set up again if the new member %s", (_, nextNodes) => {
    expect(recalculate(nodes, nextNodes).isSetUp).toBe(true);
  });

  test("a market with substituted members references no earlier market except the one that was set up", () => {
    const memory = newHourlyMemory();
    const two = { ...nodes, more_shifting: nodes.shifting };
    const countMarketsAfter = (moves: number): number => {
      for (let n = 0; n < moves; n++) {
        const key = n % 2 === 0 ? "shifting" : "more_shifting";
        const { attributes } = nodes.shifting;
        hoursOf({
          nodes: { ...two, [key]: { ...nodes.shifting, attributes: { ...attributes, marginal_costs: n } } },
          memory,
        });
      }
      return queryObjects(AnnualMarket, { format: "count" });
    };
    const initialCount = countMarketsAfter(10);
    expect(countMarketsAfter(40)).toBeLessThanOrEqual(initialCount + 6);
  });

  test("a market with substituted members equals a new one after every move", () => {
    const key = fc.constantFrom("idle", "cheap", "expensive", "shifting", "heating");
    const costs = fc.integer({ min: 1, max: 30 });
    const units = fc.constantFrom(0, 1, 1, 1);
    fc.assert(
      fc.property(fc.array(fc.record({ key, costs, units }), { minLength: 1, maxLength: 6 }), (moves) => {
        const memory = newHourlyMemory();
        let currentNodes: Scene["nodes"] = nodes;
        hoursOf({ nodes: currentNodes, memory });
        for (const { key, costs, units } of moves) {
          const node = currentNodes[key]!;
          const attributes = { ...node.attributes, marginal_costs: costs, number_of_units: units };
          currentNodes = { ...currentNodes, [key]: { ...node, attributes } };
          const [year, freshYear] = [hoursOf({ nodes: currentNodes, memory }), hoursOf({ nodes: currentNodes })];
          for (const name of ["full_load_hours", "demand", "merit_order_position"])
            for (const member of ["idle", "cheap", "expensive", "heating"])
              expect(year.attribute(member, name)).toBe(freshYear.attribute(member, name));
          for (const member of ["cheap", "expensive", "homes", "heating"])
            expect(year.load("merit_order", member)).toEqual(freshYear.load("merit_order", member));
          expect(year.load("heat_network_ht", "heating")).toEqual(freshYear.load("heat_network_ht", "heating"));
          expect(year.conversion("heating", "steam_hot_water")).toBe(
            freshYear.conversion("heating", "steam_hot_water"),
          );
          expect([0, 1, 2, 3].map(year.price)).toEqual([0, 1, 2, 3].map(freshYear.price));
        }
      }),
      { numRuns: 25 },
    );
  });
});
