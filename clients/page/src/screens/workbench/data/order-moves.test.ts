import { describe, expect, it } from "vitest";
import { moveBy, moveNextTo } from "./order-moves.ts";

const ORDER = ["a", "b", "c", "d"];

describe("a member of an order", () => {
  it("a member of an order moves by one position, but not beyond the ends", () => {
    expect(moveBy(ORDER, 1, -1)).toEqual(["b", "a", "c", "d"]);
    expect(moveBy(ORDER, 1, 1)).toEqual(["a", "c", "b", "d"]);
    expect([moveBy(ORDER, 0, -1), moveBy(ORDER, 3, 1)]).toEqual([ORDER, ORDER]);
  });

  it("a member of an order can be dropped before or after another, from above and from below", () => {
    expect(moveNextTo(ORDER, "d", "b", "before")).toEqual(["a", "d", "b", "c"]);
    expect(moveNextTo(ORDER, "a", "c", "after")).toEqual(["b", "c", "a", "d"]);
    expect(moveNextTo(ORDER, "a", "c", "before")).toEqual(["b", "a", "c", "d"]);
    expect(moveNextTo(ORDER, "b", "b", "after")).toEqual(ORDER);
  });
});
