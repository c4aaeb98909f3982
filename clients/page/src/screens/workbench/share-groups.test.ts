import { expect, it } from "vitest";
import type { Input } from "@etesian/client";
import type { SlideItem } from "@etesian/interface";
import { blocksOf, assignHandles, coloursOf, nearestEdge } from "./share-groups.ts";

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

it("a complete share group becomes one block, and other sliders do not change", () => {
  const heading: SlideItem = { kind: "heading", text: "Homes" };
  expect(blocksOf([slider("gas"), slider("pump"), heading, slider("wind"), slider("diesel")], inputs)).toEqual([
    { kind: "group", group: "heating", title: null, members: ["gas", "pump"] },
    heading,
    slider("wind"),
    slider("diesel"),
  ]);
});

it("a heading directly above a share group becomes its title", () => {
  const items: readonly SlideItem[] = [{ kind: "heading", text: "Homes" }, slider("gas"), slider("pump")];
  expect(blocksOf(items, inputs)).toEqual([
    { kind: "group", group: "heating", title: "Homes", members: ["gas", "pump"] },
  ]);
});

it("a group with scattered members remains a list of sliders", () => {
  const items = [slider("gas"), slider("wind"), slider("pump")];
  expect(blocksOf(items, inputs)).toEqual(items);
});

it("members have the colours of their technology or carrier, and no two members have the same colour", () => {
  const colours = coloursOf([
    "heater_network_gas_share",
    "heater_hybrid_heatpump_air_share",
    "heater_heatpump_ground_share",
    "heater_condensing_gas_share",
    "something_share",
  ]);
  expect(colours.slice(0, 3)).toEqual(["c-gas", "t-hybrid", "t-ground"]);
  expect(colours.slice(3)).toEqual(["n-1", "n-2"]);
});

it("the edge of the hovered row has a handle, and edges close to it have none", () => {
  const edges = [78, 79, 84, 84, 86, 90];
  expect(assignHandles(edges, 3)).toEqual([true, false, false, true, false, true]);
  expect(assignHandles(edges, 1)).toEqual([false, true, true, false, false, true]);
});

it("a press grabs the nearest handle", () => {
  const edges = [78, 79, 84, 84, 86, 90];
  const handles = assignHandles(edges, 3);
  expect([0, 80, 83, 85.9, 88, 100].map((index) => nearestEdge(edges, handles, index))).toEqual([0, 0, 3, 3, 5, 5]);
  expect(nearestEdge(edges, [], 50)).toBe(-1);
});

it("edges of tiny shares do not overlap", () => {
  expect(assignHandles([78, 79, 84, 84, 86, 90])).toEqual([true, false, true, false, false, true]);
});
