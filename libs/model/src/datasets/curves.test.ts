import { describe, expect, test } from "vitest";
import { directoryOf } from "../testing/directory.ts";
import { CurveMemory } from "./curve-memory.ts";
import { CurveError, openCurves, parseCurve } from "./curves.ts";
import { PathList } from "./folders.ts";

describe("the lines of a curve file", () => {
  test.each([
    ["1.5", 1.5],
    ["  2", 2],
    ["-.5", -0.5],
    ["1e-3x", 0.001],
    ["1,5", 1],
    ["1_000", 1000],
    ["3.", 3],
    ["n/a", 0],
    ["", 0],
    ["0x10", 0],
    ["1e2", 100],
    ["12e-1", 1.2],
    ["1e999", Number.POSITIVE_INFINITY],
    ["Infinity", 0],
    ["-Infinity", 0],
    ["-", 0],
    ["1.2.3", 1.2],
    ["\uFEFF15.5", 0],
  ])("the line %j is read as %d", (line, value) => expect([...parseCurve(`${line}\n7\n`)]).toEqual([value, 7]));

  test("lines may end in CR LF", () => expect([...parseCurve("1\r\n2\r\n")]).toEqual([1, 2]));
});

describe("a library", () => {
  const library = (files: { readonly [path: string]: string }) =>
    openCurves(new PathList(directoryOf(files), ["datasets/own", "datasets/base"]), new CurveMemory());
  const constant = (value: number) => `${value}\n`.repeat(8760);

  test("a library lists the curves of all folders, and reads each from the first folder that has it", () => {
    const curves = library({
      "datasets/own/curves/a.csv": constant(1),
      "datasets/base/curves/a.csv": constant(2),
      "datasets/base/curves/b.csv": constant(3),
    });
    expect(curves.profiles).toEqual(["a", "b"]);
    expect(curves.profile("a")[8759]).toBe(1);
    expect(curves.profile("b")[0]).toBe(3);
  });

  test("a profile whose length divides 8,760 is stretched; any other length is rejected", () => {
    const curves = library({
      "datasets/own/curves/months.csv": "1\n2\n3\n4\n",
      "datasets/own/curves/odd.csv": "1\n".repeat(7),
    });
    const months = curves.profile("months");
    expect([months.length, months[0], months[2189], months[2190], months[8759]]).toEqual([8760, 1, 1, 2, 4]);
    expect(() => curves.profile("odd")).toThrow(
      "datasets/own/curves/odd.csv: expected 8760 lines or a number of lines that divides it, found 7",
    );
    expect(() => curves.profile("none")).toThrow(CurveError);
  });

  test("a library lists its sets with their variants, the default first, and has the variants' properties", () => {
    const curves = library({
      "datasets/own/curves/weather/default/wind.csv": constant(1),
      "datasets/base/curves/weather/1987/wind.csv": constant(2),
      "datasets/base/curves/weather/1987/weather_properties.csv": "key,value,unit\nflh_of_wind,1765,hours\n",
      "datasets/base/curves/weather/default/sun.csv": constant(3),
    });
    expect(curves.sets).toEqual([
      {
        name: "weather",
        variants: [
          { name: "default", curves: ["sun", "wind"] },
          { name: "1987", curves: ["wind"] },
        ],
      },
    ]);
    expect(curves.curve("weather", "default", "wind")[0]).toBe(1);
    expect(curves.properties("weather", "1987")).toEqual({ flh_of_wind: 1765 });
    expect(curves.properties("weather", "default")).toBeNull();
  });

  test("a library may be empty", () => expect(library({}).profiles).toEqual([]));
});
