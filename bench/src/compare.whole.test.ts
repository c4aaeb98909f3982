import { expect, test } from "vitest";
import { figuresOf } from "./compare.ts";
import { printDistribution } from "@etesian/workbench/report";

const printedLine = (...args: [string, { wall: number[]; cpu?: number[] }]): string => {
  let text = "hourly: about\n";
  printDistribution((line) => (text += `  ${line}\n`), ...args, { limits: { p50: 1 }, referenceMs: 100 });
  return text;
};

test("printed figures are parsed by name, without the number of sliders", () => {
  const text = printedLine("blank, orders touched (57 sliders)", { wall: [3, 1, 2], cpu: [0.5, 1.5] });
  expect([...figuresOf(text)]).toEqual([["blank, orders touched", { best: 1, p50: 2, p90: 3, "cpu mean": 1 }]]);
});

test("figures without CPU time are parsed, and other lines are ignored", () => {
  const text = `${printedLine("GET of a scenario", { wall: [4.25] })}    inputs 0.2, gas 3.1 ms\n\nall within limits\n`;
  expect([...figuresOf(text)]).toEqual([["GET of a scenario", { best: 4.3, p50: 4.3, p90: 4.3 }]]);
});
