import { expect, it } from "vitest";
import type { Input } from "@etesian/client";
import type { SlideItem } from "@etesian/interface";
import { blocksOf, clearEdges, coloursOf } from "./share-groups.ts";

const input = (share_group?: string) =>
  ({ default: 0, unit: "%", disabled: false, ...(share_group === undefined ? {} : { share_group }) }) as Input;
const slider = (key: string): SlideItem => ({ kind: "slider", key });
const inputs = new Map([
  ["wind", input()],
  ["gas", input("heating")],
  ["pump", input("heating")],
  ["diesel", input("cars")],
  ["electric", input("cars")],
]);

it("a whole share group becomes one block, other sliders stay as they are", () => {
  const heading: SlideItem = { kind: "heading", text: "Homes" };
  expect(blocksOf([slider("gas"), slider("pump"), heading, slider("wind"), slider("diesel")], inputs)).toEqual([
    { kind: "group", group: "heating", title: null, members: ["gas", "pump"] },
    heading,
    slider("wind"),
    slider("diesel"),
  ]);
});

it("a heading right above a share group becomes its title", () => {
  const items: readonly SlideItem[] = [{ kind: "heading", text: "Homes" }, slider("gas"), slider("pump")];
  expect(blocksOf(items, inputs)).toEqual([
    { kind: "group", group: "heating", title: "Homes", members: ["gas", "pump"] },
  ]);
});

it("a group whose members do not stand together stays a list of sliders", () => {
  const items = [slider("gas"), slider("wind"), slider("pump")];
  expect(blocksOf(items, inputs)).toEqual(items);
});

it("members have the colours of their technology or carrier, each colour once", () => {
  const colours = coloursOf([
    "heater_network_gas_share",
    "heater_hybrid_heatpump_air_share",
    "heater_heatpump_ground_share",
    "heater_condensing_gas_share",
    "something_share",
  ]);
  expect(colours.slice(0, 3)).toEqual(["c-gas", "t-hybrid", "t-ground"]);
  expect(new Set(colours).size).toBe(5);
});

it("edges of shares that are next to nothing are not drawn over each other", () => {
  expect(clearEdges([78, 79, 84, 84, 86, 90])).toEqual([true, false, true, false, false, true]);
});
