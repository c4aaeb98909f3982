import {
  AREA_ATTRIBUTES,
  ATTACHED_CURVE_TYPES,
  type CustomCurve,
  type InputFacts,
  type Scaling,
} from "@etesian/sliders";
import fc from "fast-check";
import { expect, test } from "vitest";
import * as compute from "../generated/etesian/compute/v1/compute.ts";
import * as messages from "../generated/etesian/compute/v1/recipe.ts";
import type { Codec } from "./codec.ts";
import { inputFactsCodec } from "./input-facts.ts";
import { customCurveCodec } from "./custom-curve.ts";
import { type RecipeByHash, recipeCodec, scalingCodec } from "./recipe.ts";
import { inputValueCodec, scalarCodec } from "./scalar.ts";

const text = fc.string({ unit: "grapheme" });
const texts = fc.array(text);
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
// Fields without presence lose the sign of zero: −0 becomes 0.
const double = fc.double({ noNaN: true }).map((value) => value + 0);
const key = text.filter((text) => text !== "__proto__");
const record = <T>(value: fc.Arbitrary<T>) => fc.dictionary(key, value, { noNullPrototype: true });

const scalings: fc.Arbitrary<Scaling> = fc.record({
  areaAttribute: fc.constantFrom(...AREA_ATTRIBUTES),
  value: double,
  baseValue: double,
  hasAgriculture: fc.boolean(),
  hasIndustry: fc.boolean(),
  hasEnergy: fc.boolean(),
});

const recipes: fc.Arbitrary<RecipeByHash> = fc.record({
  area: text,
  endYear: fc.nat(),
  userValues: record(fc.oneof(double, text)),
  balancedValues: record(double),
  activeCouplings: texts,
  orders: record(texts),
  curves: record(text),
  scaling: orNull(scalings),
});

const facts: fc.Arbitrary<InputFacts> = fc.record({
  key: text,
  unit: orNull(text),
  min: orNull(double),
  max: orNull(double),
  minText: text,
  maxText: text,
  default: orNull(fc.oneof(double, text)),
  step: orNull(double),
  scalesWithArea: fc.boolean(),
  permittedValues: orNull(fc.array(text, { minLength: 1 })),
  disabled: fc.boolean(),
  cacheError: orNull(text),
  shareGroup: orNull(text),
  disabledBy: texts,
  disabledByCouplings: texts,
  couplingGroups: texts,
});

const customCurves: fc.Arbitrary<CustomCurve> = fc.record({
  key: text,
  type: fc.constantFrom(...ATTACHED_CURVE_TYPES),
  displayGroup: orNull(text),
  internal: fc.boolean(),
  reducedTo: orNull(fc.constantFrom("full_load_hours", "temperature")),
  sets: texts,
  disables: texts,
});

/** A codec with sample values, and their conversion to bytes and back. */
const createRoundTrip = <V, M>(codec: Codec<V, M>, values: fc.Arbitrary<V>, type: compute.MessageFns<M>) => ({
  values: values as fc.Arbitrary<unknown>,
  roundTrip: (value: unknown): unknown =>
    codec.fromMessage(type.decode(type.encode(codec.toMessage(value as V)).finish())),
});

test.each(
  Object.entries({
    scalar: createRoundTrip(scalarCodec, orNull(fc.oneof(double, text, fc.boolean())), messages.Scalar),
    inputValue: createRoundTrip(inputValueCodec, fc.oneof(double, text), messages.Scalar),
    scaling: createRoundTrip(scalingCodec, scalings, messages.Scaling),
    recipe: createRoundTrip(recipeCodec, recipes, messages.Recipe),
    customCurve: createRoundTrip(customCurveCodec, customCurves, compute.CustomCurve),
    inputFacts: createRoundTrip(inputFactsCodec, facts, compute.Input),
  }),
)("%s survives encoding and decoding", (_, { values, roundTrip }) => {
  fc.assert(
    fc.property(values, (value) => {
      expect(roundTrip(value)).toEqual(value);
    }),
  );
});

test("a codec refuses an invalid value and names its field", () => {
  const invalidScaling = {
    areaAttribute: "odd",
    value: 1,
    baseValue: 1,
    hasAgriculture: true,
    hasIndustry: true,
    hasEnergy: true,
  };
  expect(() => scalingCodec.fromMessage(invalidScaling)).toThrow('unknown scaling attribute "odd"');
  expect(() => inputValueCodec.fromMessage({ value: undefined })).toThrow("the value of an input is missing");
  expect(() => inputValueCodec.fromMessage({ value: { $case: "boolean", value: true } })).toThrow(
    "the value of an input is true, expected a number or text",
  );
});
