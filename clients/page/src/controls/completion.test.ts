import { expect, test } from "vitest";
import { applyCompletion } from "./completion.ts";

test("a completion replaces the unfinished word, and the caret is after it", () => {
  expect(applyCompletion("SUM(tot) + 1", { start: 4, caret: 7 }, "total_costs")).toEqual({
    text: "SUM(total_costs) + 1",
    caret: 15,
  });
});

test("an inserted space replaces a space that follows", () => {
  expect(applyCompletion("Ask @Lov please", { start: 4, caret: 8 }, "@Ada Lovelace ")).toEqual({
    text: "Ask @Ada Lovelace please",
    caret: 18,
  });
  expect(applyCompletion("Ask @Lov", { start: 4, caret: 8 }, "@Ada Lovelace ").text).toBe("Ask @Ada Lovelace ");
});
