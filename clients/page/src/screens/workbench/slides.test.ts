import { expect, test } from "vitest";
import type { Section, Slide } from "@etesian/interface";
import { sectionsWithSlides, shareQueriesOf, slidesOf, slideWith, titleOfGroup } from "./slides.ts";

const slide = (key: string, sliders: readonly string[], repeats = false): Slide => ({
  key,
  title: key,
  isTitled: true,
  about: null,
  chart: null,
  items: [{ kind: "heading", text: "Heading" }, ...sliders.map((slider) => ({ kind: "slider" as const, key: slider }))],
  repeats,
});
const section = (key: string, share: string | null, slides: readonly Slide[], sections: readonly Section[] = []) => ({
  key,
  title: key,
  share: share === null ? null : { query: share, factor: 100 },
  sections,
  slides,
});

const SECTIONS: readonly Section[] = [
  section("most", null, [slide("most", ["wind", "cars"], true)]),
  section("supply", "of_supply", [], [section("power", "of_power", [slide("wind", ["wind"])])]),
  section("demand", null, [slide("cars", ["cars"])]),
];

test("slides follow the order of the sections, including subsections", () => {
  expect(SECTIONS.flatMap(slidesOf).map(({ key }) => key)).toEqual(["most", "wind", "cars"]);
});

test("sections with their own slides are found at all levels", () => {
  expect(sectionsWithSlides(SECTIONS).map(({ key }) => key)).toEqual(["most", "power", "demand"]);
});

test("a slider belongs to its original slide, not to a slide that repeats it", () => {
  expect(slideWith(SECTIONS, "wind")?.key).toBe("wind");
  expect(slideWith(SECTIONS, "sun")).toBeUndefined();
});

test("a share group has the title of the heading above it, or else of its slide", () => {
  const heating: Slide = { ...slide("heating", ["gas"]), items: [{ kind: "slider", key: "gas" }] };
  const sections = [section("demand", null, [slide("cars", ["petrol"]), heating])];
  expect(["petrol", "gas", "sun"].map((key) => titleOfGroup(sections, key))).toEqual(["Heading", "heating", null]);
});

test("the shares of sections at all levels are requested", () => {
  expect(shareQueriesOf(SECTIONS)).toEqual(["of_supply", "of_power"]);
});
