import { expect, it } from "vitest";
import type { Input } from "@etesian/client";
import type { SlideItem } from "@etesian/interface";
import { blocksOf, changesOfMember } from "./share-groups.ts";

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
  expect(blocksOf([slider("wind"), heading, slider("gas"), slider("pump"), slider("diesel")], inputs)).toEqual([
    slider("wind"),
    heading,
    { kind: "group", group: "heating", members: ["gas", "pump"] },
    slider("diesel"),
  ]);
});

it("a group whose members do not stand together stays a list of sliders", () => {
  const items = [slider("gas"), slider("wind"), slider("pump")];
  expect(blocksOf(items, inputs)).toEqual(items);
});

it("a moved member is sent with the locked ones, and leaves them their share", () => {
  const values = new Map([
    ["a", 50],
    ["b", 30],
    ["c", 20],
  ]);
  expect(changesOfMember("a", 60, values, new Set(["b"]))).toEqual({ a: 60, b: 30 });
  expect(changesOfMember("a", 90, values, new Set(["b"]))).toEqual({ a: 70, b: 30 });
});
