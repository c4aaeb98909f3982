import type { Input } from "@etesian/client";
import type { Section } from "@etesian/interface";
import { expect, test } from "vitest";
import { STORED } from "../../calculation/stored-scenario.fixture.ts";
import { assumptionsOf, otherAssumptions } from "./assumptions.ts";

const input = (start: number): Input => ({ default: start, min: 0, max: 100, unit: "%" }) as Input;
const INPUTS = new Map([
  ["cars", input(5)],
  ["wind", input(3)],
  ["gas", input(80)],
  ["pump", input(20)],
]);
const slide = (key: string, keys: readonly string[], repeats = false): Section["slides"][number] => ({
  key,
  title: key,
  isTitled: true,
  about: null,
  chart: null,
  repeats,
  items: keys.map((key) => ({ kind: "slider", key })),
});
const SECTIONS: readonly Section[] = [
  { key: "first", title: "Most important", share: null, sections: [], slides: [slide("a", ["cars"], true)] },
  { key: "electricity", title: "Electricity", share: null, sections: [], slides: [slide("b", ["wind"])] },
  { key: "homes", title: "Homes", share: null, sections: [], slides: [slide("c", ["gas", "pump"])] },
];

test("moved sliders are listed in the order of the slides, with the group members that adjusted", () => {
  const scenario = { userValues: { pump: 30, wind: 10, cars: 5 }, balancedValues: { gas: 70 } };
  expect(assumptionsOf(scenario, INPUTS, { sections: SECTIONS })).toEqual([
    { key: "wind", section: "Electricity", from: 3, to: 10, isBalanced: false },
    { key: "gas", section: "Homes", from: 80, to: 70, isBalanced: true },
    { key: "pump", section: "Homes", from: 20, to: 30, isBalanced: false },
  ]);
});

test("sliders without a slide or a start value are listed last, sorted by key", () => {
  const scenario = { userValues: { zeta: 1, alpha: 2, wind: 4 }, balancedValues: {} };
  const assumptions = assumptionsOf(scenario, INPUTS, { sections: SECTIONS });
  expect(assumptions.map(({ key, section, from }) => [key, section, from])).toEqual([
    ["wind", "Electricity", 3],
    ["alpha", "", null],
    ["zeta", "", null],
  ]);
});

test("orders, curves, couplings and scaling are also assumptions", () => {
  expect(otherAssumptions(STORED)).toEqual({ orders: [], curves: [], couplings: [], isScaled: false });
  const changed = {
    ...STORED,
    orders: { heat_network_order_lt: ["a"] },
    curves: { price: new Float64Array() },
    activeCouplings: ["b", "a"],
  };
  expect(otherAssumptions(changed)).toMatchObject({
    orders: ["heat_network_order_lt"],
    curves: ["price"],
    couplings: ["a", "b"],
  });
});
