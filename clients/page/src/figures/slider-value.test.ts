import { expect, it } from "vitest";
import { en } from "../texts/en.ts";
import { nl } from "../texts/nl.ts";
import { sliderValue, sliderValues } from "./slider-value.ts";

it("a value has the slider's unit, a switch is on or off, and a choice is shown by its name", () => {
  const english = { texts: en, language: "en" } as const;
  expect(sliderValue(31_700, { unit: "GW", factor: 0.001 }, english)).toBe("31.7 GW");
  expect(sliderValue(2, { unit: "", factor: 1 }, english)).toBe("2.00");
  expect([0, 1].map((value) => sliderValue(value, { unit: "bool", factor: 1 }, english))).toEqual(["Off", "On"]);
  expect(sliderValue(1, { unit: "bool", factor: 1 }, { texts: nl, language: "nl" })).toBe("Aan");
  expect(sliderValue("1987", { unit: "enum", factor: 1 }, english)).toBe("1987");
});

it("two values that differ only slightly have enough digits to differ", () => {
  const english = { texts: en, language: "en" } as const;
  expect(sliderValues([21_500, 38_500], { unit: "GW", factor: 0.001 }, english)).toEqual(["21.5", "38.5 GW"]);
  expect(sliderValues([23.04, 23.01], { unit: "%", factor: 1 }, english)).toEqual(["23.04", "23.01 %"]);
  expect(sliderValues([0, 1], { unit: "bool", factor: 1 }, english)).toEqual(["Off", "On"]);
  expect(sliderValues([null, 3], { unit: "", factor: 1 }, english)).toEqual(["–", "3.00"]);
});
