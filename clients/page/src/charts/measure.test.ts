import fc from "fast-check";
import { expect, test } from "vitest";
import { truncateToWidth, widest } from "./measure.ts";

/** Characters of 6 pixels, bold ones of 7. */
const measure = (text: string, weight = "plain"): number => text.length * (weight === "strong" ? 7 : 6);

test("text that fits is unchanged", () => {
  expect(truncateToWidth("Coal", 24, measure)).toBe("Coal");
});

test("longer text is truncated with an ellipsis, at the width for its weight", () => {
  expect(truncateToWidth("Wind turbines", 48, measure)).toBe("Wind tu…");
  expect(truncateToWidth("Wind turbines", 48, measure, "strong")).toBe("Wind…");
});

test("text keeps its first character even if there is no room at all", () => {
  expect(truncateToWidth("Coal", 0, measure)).toBe("C…");
});

test("the longest prefix that fits is kept", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 2, maxLength: 40 }), fc.integer({ min: 0, max: 200 }), (text, room) => {
      const prefix = text.slice(0, Math.max(1, Math.floor(room / 6) - 1)).trimEnd();
      expect(truncateToWidth(text, room, measure)).toBe(measure(text) <= room ? text : `${prefix}…`);
    }),
  );
});

test("the widest of several strings is measured in its weight", () => {
  expect(widest(["1", "100", "10"], measure, "strong")).toBe(21);
  expect(widest([], measure)).toBe(0);
});
