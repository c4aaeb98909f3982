import { expect, it } from "vitest";
import type { Measure } from "../charts/measure.ts";
import { fitOnLine } from "./segments-width.ts";

const measure: Measure = (text) => 6 * text.length;
const YEARS = ["2050", "Today", "Δ"];
const QUESTIONS = ["Influence", "Uncertainty", "Reach a target", "All areas", "Good answers", "Differences"];

it.each([
  ["three years next to a short title", YEARS, "Emissions", 390, true],
  ["three years next to a long title", YEARS, "Final demand of energy by sector", 390, false],
  ["six questions on a phone", QUESTIONS, "", 390, false],
  ["six questions on a tablet, whose line scrolls", QUESTIONS, "", 420, true],
])("whether %s fit on a line", (_, labels, adjacentText, width, fits) =>
  expect(fitOnLine(labels, adjacentText, width, measure)).toBe(fits),
);
