import { expect, test } from "vitest";
import { ACTION_NAMES, ACTIONS, HOURLY_SHARES, perVisit, SERVER_SHARE } from "./users.ts";

test("the hourly shares of a day's visits add up to all visits", () => {
  expect(HOURLY_SHARES).toHaveLength(24);
  expect(HOURLY_SHARES.reduce((sum, part) => sum + part, 0)).toBeCloseTo(1, 12);
});

test("a visit moves the same number of sliders in both kinds of front ends", () => {
  const moves = (kind: "browser" | "server"): number =>
    ACTIONS.move.perVisit[kind] + ACTIONS["move with results"].perVisit[kind];
  expect(moves("browser")).toBe(moves("server"));
  expect(perVisit("move with results")).toBe(SERVER_SHARE * moves("server"));
  expect(ACTION_NAMES.every((action) => perVisit(action) > 0)).toBe(true);
});
