import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { areaCurves, variantCurves } from "../datasets/area-curves.ts";
import { openModel } from "../open.ts";
import { directoryOf, smallModel } from "../testing/directory.ts";
import { decodePlain, encodePlain, PartError } from "./part.ts";
import { decodePart, encodePart, withoutDocuments } from "./parts.ts";

/** Plain data for parts: JSON values with any number, and number arrays. */
const plainData = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.double(),
    // Every UTF-16 code unit: `unit: "binary"` would enumerate all characters first, which takes 1.5 s.
    fc.string({ unit: fc.integer({ min: 0, max: 0xff_ff }).map((code) => String.fromCharCode(code)) }),
    fc.array(fc.double(), { maxLength: 5 }).map((numbers) => Float64Array.from(numbers)),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.string(), tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

describe("a part", () => {
  test("a part preserves plain data, including every bit of its numbers", () => {
    fc.assert(
      fc.property(plainData, (value) => {
        expect(decodePlain("any", encodePlain("any", value))).toStrictEqual(value);
      }),
    );
  });

  test("a part is decoded at any alignment in memory", () => {
    const value = { name: "row", row: Float64Array.of(1, Number.NaN, -0) };
    const bytes = encodePlain("any", value);
    const misalignedBytes = new Uint8Array(bytes.length + 3).subarray(3);
    misalignedBytes.set(bytes);
    expect(decodePlain("any", misalignedBytes)).toStrictEqual(value);
  });

  test("an array that occurs twice in a part is stored once and decoded as one array", () => {
    const row = new Float64Array(8760).fill(0.1);
    const singleUse = encodePlain("any", { one: row });
    const doubleUse = encodePlain("any", { one: row, other: row });
    expect(doubleUse.length - singleUse.length).toBeLessThan(100);
    const { one, other } = decodePlain("any", doubleUse) as {
      readonly one: Float64Array;
      readonly other: Float64Array;
    };
    expect(one).toBe(other);
  });

  test.each([
    ["undefined", { at: [undefined] }, "any: at.0 is undefined, expected plain data"],
    ["a date", { at: new Date(0) }, "any: at is a Date, expected plain data"],
    ["a map", new Map(), "any:  is a Map, expected plain data"],
  ])("%s is rejected, because it would not be decoded unchanged", (_what, value, message) => {
    expect(() => encodePlain("any", value)).toThrow(new PartError(message));
  });

  test("unexpected bytes are rejected with a description", () => {
    const bytes = encodePlain("any", { row: Float64Array.of(1, 2, 3) });
    const format2 = bytes.slice();
    format2[8] = 2;
    expect(() => decodePlain("other", bytes)).toThrow('expected the part "other", found "any"');
    expect(() => decodePlain("any", format2)).toThrow("expected a part in format 1, found format 2");
    expect(() => decodePlain("any", new TextEncoder().encode("<html>not found</html>"))).toThrow(PartError);
    for (let length = 0; length < bytes.length; length++) {
      expect(() => decodePlain("any", bytes.slice(0, length))).toThrow(PartError);
    }
  });
});

describe("the bundled model", () => {
  test("the bundled model is decoded unchanged from its parts", async () => {
    const model = await openModel(join(import.meta.dirname, "../../../../models/starter"));
    const definition = withoutDocuments(model.definition);
    expect(decodePart("definition", encodePart("definition", definition))).toStrictEqual(definition);
    const dataset = await model.dataset("nl");
    expect(decodePart("dataset", encodePart("dataset", dataset))).toStrictEqual(dataset);
    const curves = areaCurves(model.curves("nl"));
    expect(decodePart("curves", encodePart("curves", curves))).toStrictEqual(curves);
    expect(Object.keys(curves.profiles)).toEqual(model.curves("nl").profiles);
  });
});

describe("curves in parts", () => {
  const constantCurve = (value: string): string => `${value}\n`.repeat(8760);

  test("unusable curves are null, and all others have numbers", async () => {
    const files = {
      "datasets/here/curves/good.csv": constantCurve("0.5"),
      "datasets/here/curves/short.csv": "1\n2\n3\n4\n5\n6\n7\n",
      "datasets/here/curves/weather/default/sun.csv": constantCurve("0.1"),
      "datasets/here/curves/weather/1987/sun.csv": constantCurve("0.2"),
      "datasets/here/curves/weather/1987/weather_properties.csv": "key,value\ndegree_days,1.5\n",
    };
    const library = (await openModel(directoryOf(smallModel(files)))).curves("here");
    const { profiles, sets } = areaCurves(library);
    expect(profiles).toEqual({ good: new Float64Array(8760).fill(0.5), short: null });
    expect(sets).toEqual([
      {
        name: "weather",
        variants: [
          { name: "default", curves: { curves: { sun: new Float64Array(8760).fill(0.1) }, properties: null } },
          { name: "1987", curves: null },
        ],
      },
    ]);
    expect(variantCurves(library, "weather", "1987")).toEqual({
      curves: { sun: new Float64Array(8760).fill(0.2) },
      properties: { degree_days: 1.5 },
    });
  });
});
