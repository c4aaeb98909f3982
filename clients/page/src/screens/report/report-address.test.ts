import { expect, test } from "vitest";
import { codeAddress, MAX_TEXT, permanentAddress, textOf } from "./report-address.ts";

const ADDRESS = "https://etesian.example/s/17?view=report&report=electricity_mix&text=Wind+grows.";

test("a permanent URL contains the version", () => {
  expect(permanentAddress(ADDRESS, 9)).toBe(`${ADDRESS}&v=9`);
  expect(permanentAddress(`${ADDRESS}&v=3`, 3)).toBe(`${ADDRESS}&v=3`);
});

test("the URL in the QR code omits the text", () => {
  expect(codeAddress(ADDRESS, 9)).toBe("https://etesian.example/s/17?view=report&report=electricity_mix&v=9");
});

test("text is truncated to the maximum length", () => {
  expect(textOf({})).toBe("");
  expect(textOf({ text: "x".repeat(MAX_TEXT + 1) })).toHaveLength(MAX_TEXT);
});
