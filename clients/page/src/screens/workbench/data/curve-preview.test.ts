import { describe, expect, it } from "vitest";
import { outlineOf, previewOf, withDecimalPoints } from "./curve-preview.ts";

describe("a file of hourly values", () => {
  it("a file of hourly values is summarised, regardless of line endings and blank lines", () => {
    expect(previewOf("1\r\n\r\n3\n-1.5\n")).toMatchObject({ count: 3, min: -1.5, max: 3, mean: 2.5 / 3 });
  });

  it("a file of hourly values may have decimal commas, which become points; other files do not change", () => {
    expect(previewOf("1,5\r\n2\r\n-0,25\r\n")).toMatchObject({ count: 3, min: -0.25, max: 2 });
    expect(withDecimalPoints("1,5\n2\n")).toBe("1.5\n2\n");
    for (const text of ["1.5\n2", "hour,price\n1,20\n", "1,2,3\n", "1,5\n2.5\n"])
      expect(withDecimalPoints(text)).toBe(text);
  });

  it("a file without numbers has no preview", () => {
    expect(previewOf("hour;price\n")).toBe(null);
    expect(previewOf("")).toBe(null);
  });
});

describe("the outline of a curve", () => {
  it("the outline of a curve spans the height from its lowest to its highest value", () => {
    const outline = outlineOf(previewOf("0\n10\n5")!, 3, 40);
    expect(outline).toContain("M0.5 40.0V40.0");
    expect(outline).toContain("M1.5 0.0V0.0");
    expect(outline).toContain("M2.5 20.0V20.0");
  });

  it("the outline of a curve shows a peak of one hour in a year", () => {
    const hours = Array.from({ length: 8760 }, (_, hour) => (hour === 4000 ? 9 : 1));
    expect(outlineOf(previewOf(hours.join("\n"))!, 400, 40)).toContain("V0.0");
  });

  it("the outline of a curve with equal values is in the middle", () => {
    expect(outlineOf(previewOf("2\n2")!, 2, 40)).toContain("M0.5 20.0V20.0");
  });
});
