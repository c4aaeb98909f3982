import { expect, test } from "vitest";
import { nearestSheetHeight, sheetAfterKey, sheetAfterTap } from "./sheet.ts";

test.each([
  [40, "folded"],
  [200, "folded"],
  [300, "usual"],
  [600, "usual"],
  [700, "full"],
] as const)("a sheet released at %i of 844 pixels moves to the nearest of its heights: %s", (height, sheet) => {
  expect(nearestSheetHeight(height, 844)).toBe(sheet);
});

test("keys step through the sheet's heights, and a tap toggles between the usual and the full height", () => {
  expect([sheetAfterKey("ArrowUp", "usual"), sheetAfterKey("ArrowUp", "full")]).toEqual(["full", "full"]);
  expect([sheetAfterKey("ArrowDown", "usual"), sheetAfterKey("ArrowDown", "folded")]).toEqual(["folded", "folded"]);
  expect(sheetAfterKey("Enter", "usual")).toBeNull();
  expect([sheetAfterTap("usual"), sheetAfterTap("full"), sheetAfterTap("folded")]).toEqual(["full", "usual", "usual"]);
});
