import { beforeEach, expect, test } from "vitest";
import { en } from "../../texts/tour/en.ts";
import { nl } from "../../texts/tour/nl.ts";
import { leaveTour, startTour, STEPS, stepTour, tour } from "./steps.ts";

beforeEach(() => leaveTour());
const step = (): number | null => tour.getState().step;

test("the tour has six steps, goes forward and back, and ends after the last one", () => {
  expect(STEPS.length).toBe(6);
  startTour();
  stepTour(1);
  expect(step()).toBe(1);
  stepTour(-1);
  stepTour(-1);
  expect(step()).toBe(0);
  for (const _ of STEPS) stepTour(1);
  expect(step()).toBeNull();
});

test("a tour that was left does not continue", () => {
  startTour();
  stepTour(1);
  leaveTour();
  stepTour(1);
  expect(step()).toBeNull();
});

test("every step has a title and a text in both languages", () => {
  for (const { name } of STEPS)
    for (const { steps } of [en, nl])
      expect([steps[name].title, steps[name].text]).toEqual([expect.any(String), expect.stringMatching(/\.$/)]);
});
