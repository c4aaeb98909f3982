import { describe, expect, it } from "vitest";
import { moved, movedBeside } from "./order-moves.ts";

const ORDER = ["a", "b", "c", "d"];

describe("a member of an order", () => {
  it("a member of an order moves by one place, and stays put at the ends", () => {
    expect(moved(ORDER, 1, -1)).toEqual(["b", "a", "c", "d"]);
    expect(moved(ORDER, 1, 1)).toEqual(["a", "c", "b", "d"]);
    expect([moved(ORDER, 0, -1), moved(ORDER, 3, 1)]).toEqual([ORDER, ORDER]);
  });

  it("a member of an order can be dropped before or after another one, from above and from below", () => {
    expect(movedBeside(ORDER, "d", "b", "before")).toEqual(["a", "d", "b", "c"]);
    expect(movedBeside(ORDER, "a", "c", "after")).toEqual(["b", "c", "a", "d"]);
    expect(movedBeside(ORDER, "a", "c", "before")).toEqual(["b", "a", "c", "d"]);
    expect(movedBeside(ORDER, "b", "b", "after")).toEqual(ORDER);
  });
});
