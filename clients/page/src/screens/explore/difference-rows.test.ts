import { expect, test } from "vitest";
import type { HeadlineNumber, InterfaceView } from "@etesian/interface";
import type { DifferenceResult } from "../../calculation/calculator.ts";
import type { Inputs } from "../../calculation/comparison.ts";
import { changesBySection, differenceRows, stepsFrom } from "./difference-rows.ts";

const sectionOf = (key: string, sliders: readonly string[]) => ({
  key,
  title: key.toUpperCase(),
  sections: [],
  slides: [
    {
      key: `${key}_slide`,
      title: "",
      repeats: false,
      items: sliders.map((slider) => ({ kind: "slider", key: slider })),
    },
  ],
});
const MODEL = {
  sections: [sectionOf("homes", ["boiler", "pump", "insulation"]), sectionOf("power", ["wind"])],
  sliders: new Map([
    ["insulation", { title: "Insulation" }],
    ["wind", { title: "Wind at sea" }],
  ]),
} as unknown as InterfaceView;
const INPUTS = new Map([
  ["boiler", { share_group: "heating" }],
  ["pump", { share_group: "heating" }],
  ["insulation", {}],
  ["wind", {}],
]) as unknown as Inputs;
const COSTS = { factor: 0.001 } as HeadlineNumber;

const contribution = (value: number) => ({ value, alone: value, least: value - 500, greatest: value, within: null });
const RESULT: DifferenceResult = {
  kind: "difference",
  changes: ["insulation", "heating", "wind", "end_year"],
  groups: [[0, 1], [2], [3]],
  attributions: [
    {
      from: 0,
      to: 6000,
      contributions: [],
      groups: [
        { ...contribution(1000), members: [contribution(-1000), contribution(2000)], afterOne: [1000, 1200, -3000] },
        { ...contribution(4000), members: [contribution(4000)], afterOne: [4000, 4000, 4000] },
        { ...contribution(1000), members: [contribution(1000)], afterOne: null },
      ],
    },
  ],
};
const rows = differenceRows(RESULT, COSTS, 0, { model: MODEL, inputs: INPUTS, endYear: "End year" });

test("changes are grouped by section, and a share group is one change", () => {
  const sliders = { userValues: { pump: 40, wind: 3, unknown: 1 }, balancedValues: { boiler: 60 } };
  const others = { userValues: { insulation: 5 }, balancedValues: {} };
  expect(changesBySection([sliders, others], MODEL, INPUTS)).toEqual([["heating", "insulation"], ["wind"]]);
});

test("a difference has a row for each section with several changes and each single change, the largest first", () => {
  expect(rows.map(({ title, section, value }) => [title, section, value])).toEqual([
    ["Wind at sea", "POWER", 4],
    ["HOMES", "", 1],
    ["End year", "", 1],
  ]);
  expect(rows[1]!.members.map(({ name, value, least }) => [name, value, least])).toEqual([
    ["heating", 2, 1.5],
    ["insulation", -1, -1.5],
  ]);
});

test("a row lists its effect after each other row, sorted by the distance from its effect alone", () => {
  expect(rows.map(({ title, after }) => [title, after])).toEqual([
    [
      "Wind at sea",
      [
        { title: "HOMES", effect: 4 },
        { title: "End year", effect: 4 },
      ],
    ],
    [
      "HOMES",
      [
        { title: "End year", effect: -3 },
        { title: "Wind at sea", effect: 1.2 },
      ],
    ],
    ["End year", []],
  ]);
});

test("each bar starts where the one above it ends, and the changes in an open section fill the section's bar", () => {
  const steps = stepsFrom(10, rows, ({ title }) => title === "HOMES");
  expect(steps.map(({ row, from, to, isMember }) => [row.name, from, to, isMember])).toEqual([
    ["wind", 10, 14, false],
    ["section HOMES", 14, 15, false],
    ["heating", 14, 16, true],
    ["insulation", 16, 15, true],
    ["end_year", 15, 16, false],
  ]);
});
