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
import { YearOfMarket } from "./markets.ts";
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
  const changed = (key: keyof typeof nodes, attributes: object): Scene["nodes"] => ({
    ...nodes,
    [key]: { ...nodes[key], attributes: { ...nodes[key].attributes, ...attributes } },
  });

  /** A year after another one: the recreated adapters, and the result of a calculation without a cache. */
  function after(before: Scene["nodes"], now: Scene["nodes"]) {
    const memory = newHourlyMemory();
    const adaptersOf = ({ markets }: ReturnType<typeof hoursOf>): readonly Adapter[] => {
      const found: Adapter[] = [];
      for (const market of Object.values(markets)) market.forEach((_, adapter) => found.push(adapter));
      return found;
    };
    const earlier = hoursOf({ nodes: before, memory });
    const known = new Set(adaptersOf(earlier));
    const loads = [...known].flatMap(({ participants }) => participants.map(({ load }) => load.slice()));
    const setUp = vi.spyOn(YearOfMarket.prototype, "setUp");
    const year = hoursOf({ nodes: now, memory });
    const isSetUp = setUp.mock.calls.length > 0;
    setUp.mockRestore();
    const alone = hoursOf({ nodes: now });
    for (const [index, load] of [...known]
      .flatMap(({ participants }) => participants.map((each) => each.load))
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
    expect(outcomeOf(year)).toEqual(outcomeOf(alone));
    return { isSetUp, isNew: adaptersOf(year).filter((adapter) => !known.has(adapter)).length };
  }

  test("a market with an equivalent member is not set up again: other members are reused, and its price is updated", () => {
    expect(after(nodes, changed("cheap", { marginal_costs: 15 }))).toEqual({ isSetUp: false, isNew: 1 });
  });

  test("an equivalent member need not be installed, even if it depends on others", () => {
    expect(after(nodes, changed("idle", { input_capacity: 7 }))).toEqual({ isSetUp: false, isNew: 1 });
    expect(after(nodes, changed("shifting", { marginal_costs: 8 }))).toEqual({ isSetUp: false, isNew: 1 });
  });

  test("an equivalent member is replaced together with its dependents, such as the heat that it also produces", () => {
    expect(after(nodes, changed("heating", { marginal_costs: 7 }))).toEqual({ isSetUp: false, isNew: 2 });
  });

  test("an equivalent member may have a load that a forecast battery reads, as long as that is unchanged", () => {
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
    const planned = (sunny: object, stored: object = {}): Scene["nodes"] => ({
      ...nodes,
      sun: { ...sunPower, attributes: { ...sunPower.attributes, ...sunny } },
      battery: { ...battery, attributes: { ...battery.attributes, ...stored } },
    });
    expect(hoursOf({ nodes: planned({}) }).load("merit_order", "battery")).not.toEqual([0, 0, 0, 0]);
    const idle = { number_of_units: 0 };
    const slower = planned({ ...idle, full_load_hours: HOURS_PER_YEAR / 2 });
    expect(after(planned(idle), slower)).toEqual({ isSetUp: false, isNew: 1 });
    expect(after(planned({}), planned({ input_capacity: 2.5 })).isSetUp).toBe(true);
    expect(after(planned({}), planned({}, { output_capacity: 0.4 })).isSetUp).toBe(true);
  });

  test.each<[string, Scene["nodes"]]>([
    ["produces more heat in addition", changed("heating", { input_capacity: 3 })],
    ["costs more than another one", changed("cheap", { marginal_costs: 25 })],
    ["can produce more", changed("cheap", { input_capacity: 9 })],
    ["is newly installed", changed("idle", { number_of_units: 1 })],
    ["is removed", changed("cheap", { number_of_units: 0 })],
    ["has another demand from a consumer", changed("shops", { demand: MW_YEAR * 2 })],
    [
      "has another role in the order",
      changed("expensive", {
        full_load_hours: 1,
        merit_order: { type: "producer", subtype: "must_run", group: "flat" },
      }),
    ],
  ])("a market is set up again if the other member %s", (_, now) => {
    expect(after(nodes, now).isSetUp).toBe(true);
  });

  test("a market with substituted members references no earlier market except the one that was set up", () => {
    const memory = newHourlyMemory();
    const two = { ...nodes, more_shifting: nodes.shifting };
    const marketsAfter = (moves: number): number => {
      for (let n = 0; n < moves; n++) {
        const key = n % 2 === 0 ? "shifting" : "more_shifting";
        const { attributes } = nodes.shifting;
        hoursOf({
          nodes: { ...two, [key]: { ...nodes.shifting, attributes: { ...attributes, marginal_costs: n } } },
          memory,
        });
      }
      return queryObjects(YearOfMarket, { format: "count" });
    };
    const some = marketsAfter(10);
    expect(marketsAfter(40)).toBeLessThanOrEqual(some + 6);
  });

  test("a market with substituted members equals a new one, move after move", () => {
    const key = fc.constantFrom("idle", "cheap", "expensive", "shifting", "heating");
    const costs = fc.integer({ min: 1, max: 30 });
    const units = fc.constantFrom(0, 1, 1, 1);
    fc.assert(
      fc.property(fc.array(fc.record({ key, costs, units }), { minLength: 1, maxLength: 6 }), (moves) => {
        const memory = newHourlyMemory();
        let now: Scene["nodes"] = nodes;
        hoursOf({ nodes: now, memory });
        for (const { key, costs, units } of moves) {
          const node = now[key]!;
          const attributes = { ...node.attributes, marginal_costs: costs, number_of_units: units };
          now = { ...now, [key]: { ...node, attributes } };
          const [year, alone] = [hoursOf({ nodes: now, memory }), hoursOf({ nodes: now })];
          for (const name of ["full_load_hours", "demand", "merit_order_position"])
            for (const each of ["idle", "cheap", "expensive", "heating"])
              expect(year.attribute(each, name)).toBe(alone.attribute(each, name));
          for (const each of ["cheap", "expensive", "homes", "heating"])
            expect(year.load("merit_order", each)).toEqual(alone.load("merit_order", each));
          expect(year.load("heat_network_ht", "heating")).toEqual(alone.load("heat_network_ht", "heating"));
          expect(year.conversion("heating", "steam_hot_water")).toBe(alone.conversion("heating", "steam_hot_water"));
          expect([0, 1, 2, 3].map(year.price)).toEqual([0, 1, 2, 3].map(alone.price));
        }
      }),
      { numRuns: 25 },
    );
  });
});
