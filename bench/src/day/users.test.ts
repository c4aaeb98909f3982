import { expect, test } from "vitest";
import { ACTION_NAMES, ACTIONS, HOURS, perVisit, SERVED } from "./users.ts";

test("all visits of a day begin in one of its hours", () => {
  expect(HOURS).toHaveLength(24);
  expect(HOURS.reduce((sum, part) => sum + part, 0)).toBeCloseTo(1, 12);
});

test("a visit moves as many sliders in both kinds of front-ends", () => {
  const moves = (kind: "browser" | "server"): number =>
    ACTIONS.move.perVisit[kind] + ACTIONS["move with results"].perVisit[kind];
  expect(moves("browser")).toBe(moves("server"));
  expect(perVisit("move with results")).toBe(SERVED * moves("server"));
  expect(ACTION_NAMES.every((action) => perVisit(action) > 0)).toBe(true);
});
