import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ModelCache } from "../cache.ts";
import { directoryOf } from "../testing/directory.ts";
import { CurveMemory } from "./curve-memory.ts";
import { curveSource } from "./curve-source.ts";
import { openCurves } from "./curves.ts";
import { CurveCache } from "./curve-cache.ts";
import { PathList } from "./folders.ts";

const constantCurve = (value: number): string => `${value}\n`.repeat(8760);

const FILES = {
  "datasets/nl/curves/wind.csv": constantCurve(1),
  "datasets/nl/curves/sun.csv": constantCurve(2),
  "datasets/nl/curves/weather/default/heat.csv": constantCurve(3),
  "datasets/town/curves/wind.csv": constantCurve(4),
  "datasets/town/curves/flat.csv": constantCurve(2),
};

describe("the curve memory", () => {
  test("areas share one array per distinct file content", () => {
    const root = directoryOf(FILES);
    const memory = new CurveMemory();
    const country = openCurves(new PathList(root, ["datasets/nl"]), memory);
    const town = openCurves(new PathList(root, ["datasets/town", "datasets/nl"]), memory);
    expect(town.curve("weather", "default", "heat")).toBe(country.curve("weather", "default", "heat"));
    expect(town.profile("flat")).toBe(country.profile("sun"));
    expect(town.profile("wind")).not.toBe(country.profile("wind"));
    // Each of the five files was read once.
    expect(memory.takeReadCurves().map(({ values }) => values[0])).toEqual([3, 2, 2, 4, 1]);
  });

  test("an unchanged file is not read if its numbers are cached on disk", () => {
    const root = directoryOf({ "wind.csv": constantCurve(5) });
    const curveCache = new CurveCache(new ModelCache(directoryOf({}), root));
    let reads = 0;
    const read = (identity: string): number | undefined => {
      const memory = new CurveMemory(curveCache);
      const parse = (text: string): Float64Array => new Float64Array(8760).fill(Number(text));
      const curve = memory.curve("wind.csv", identity, () => String((reads += 1)), parse);
      expect(curve.buffer).toBeInstanceOf(SharedArrayBuffer);
      expect(memory.takeReadCurves()).toEqual([{ identity, textHash: expect.any(String), values: curve }]);
      return curve[8759];
    };
    const [originalFile, changedFile] = ["0a".repeat(32), "0b".repeat(32)];
    expect([read(originalFile), read(originalFile), read(changedFile), read(changedFile), read(originalFile)]).toEqual([
      1, 1, 2, 2, 3,
    ]);
  });

  test("each file is read once for all areas, and each text is parsed once", () => {
    const memory = new CurveMemory();
    const counts = { reads: 0, parses: 0 };
    const read = (): string => `text ${counts.reads++ % 100}`;
    const parse = (): Float64Array => new Float64Array(8760).fill(++counts.parses);
    for (let turn = 0; turn < 3; turn++)
      for (let area = 0; area < 300; area++) memory.curve(`${area}.csv`, `file ${area}`, read, parse);
    expect(counts).toEqual({ reads: 300, parses: 100 });
  });

  test("another thread reuses series that this thread has read", () => {
    const root = directoryOf(FILES);
    const [memory, otherMemory] = [new CurveMemory(), new CurveMemory()];
    const curve = openCurves(new PathList(root, ["datasets/nl"]), memory).profile("wind");
    otherMemory.add(memory.takeReadCurves());
    expect(memory.takeReadCurves()).toEqual([]);
    const otherCurve = openCurves(new PathList(root, ["datasets/nl"]), otherMemory).profile("wind");
    expect(otherCurve.buffer).toBe(curve.buffer);
    expect(curve.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(otherMemory.takeReadCurves()).toEqual([]);
  });

  test("an array in use is kept even if another thread has read the same file", () => {
    const [memory, otherMemory] = [new CurveMemory(), new CurveMemory()];
    const read = (): string => "7";
    const parse = (): Float64Array => new Float64Array(8760).fill(7);
    const curve = memory.curve("file.csv", "file", read, parse);
    otherMemory.curve("file.csv", "file", read, parse);
    memory.add(otherMemory.takeReadCurves());
    expect(memory.curve("file.csv", "file", read, parse)).toBe(curve);
  });

  test("a changed file is read again", () => {
    const root = directoryOf(FILES);
    const library = openCurves(new PathList(root, ["datasets/nl"]), new CurveMemory());
    expect(library.profile("wind")[0]).toBe(1);
    writeFileSync(join(root, "datasets/nl/curves/wind.csv"), constantCurve(9));
    utimesSync(join(root, "datasets/nl/curves/wind.csv"), 1, 1);
    expect(library.profile("wind")[0]).toBe(9);
  });
});

describe("the curves of all areas", () => {
  test("a curve is found by key and variant; a curve that the area lacks is null", () => {
    const root = directoryOf(FILES);
    const memory = new CurveMemory();
    const curves = curveSource({ curves: (area) => openCurves(new PathList(root, [`datasets/${area}`]), memory) });
    expect(curves.curve("nl", "wind", "default")?.[0]).toBe(1);
    expect(curves.curve("nl", "weather/heat", "default")?.[0]).toBe(3);
    expect(curves.curve("nl", "weather/heat", "1987")).toBeNull();
    expect(curves.curve("town", "sun", "default")).toBeNull();
    expect(curves.variants("nl", "weather")).toEqual(["default"]);
    expect(curves.variants("town", "weather")).toEqual([]);
  });
});
