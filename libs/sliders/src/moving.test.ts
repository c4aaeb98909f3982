import { describe, expect, test } from "vitest";
import { inputTable } from "./testing/input-table.ts";
import { isDisabledInScenario, moveSliders, type SliderRequest, type SliderState } from "./moving.ts";

const table = inputTable(
  { key: "one", default: 100, shareGroup: "grouped" },
  { key: "two", shareGroup: "grouped" },
  { key: "u1", default: 50, shareGroup: "diode" },
  { key: "u2", default: 50, shareGroup: "diode" },
  { key: "n" },
  { key: "b", unit: "bool", max: 1 },
  { key: "weather", unit: "enum", permittedValues: ["default", "1987"], default: "default", min: null, max: null },
  { key: "coupled", couplingGroups: ["model_a"] },
  { key: "coupled_too", couplingGroups: ["model_a", "model_b"] },
  { key: "replaced", disabledByCouplings: ["model_a"] },
  { key: "nowhere", disabled: true },
  { key: "rival", disabledBy: ["n"] },
);

const INITIAL_STATE: SliderState = { userValues: { u1: 25 }, balancedValues: { u2: 75 }, activeCouplings: [] };

const stateWith = (
  userValues: SliderState["userValues"] = {},
  balancedValues: SliderState["balancedValues"] = {},
): SliderState => ({
  userValues: { u1: 25, ...userValues },
  balancedValues: { u2: 75, ...balancedValues },
  activeCouplings: [],
});

function move(state: SliderState, values: SliderRequest["values"], options: Omit<SliderRequest, "values"> = {}) {
  return moveSliders(table, state, { values, ...options });
}

const stateAfter = (change: ReturnType<typeof move>): SliderState => {
  if ("errors" in change) throw new Error(change.errors.join("\n"));
  return change.state;
};

describe("moving sliders", () => {
  test("moving sliders stores numbers, including numbers given as text", () => {
    expect(stateAfter(move(INITIAL_STATE, { n: "50" }, { autobalance: false }))).toEqual(stateWith({ n: 50 }));
  });

  test.each([
    ["spaces before a letter x", `${" ".repeat(2 ** 20)}x`],
    ["digits", "1".repeat(2 ** 20)],
    ["digits before a letter x", `${"1".repeat(2 ** 20)}x`],
    ["digits with lines between them", "1_".repeat(2 ** 19)],
  ])("a string of a million %s is scanned only once", (_, text) => {
    expect(move(INITIAL_STATE, { n: text })).toEqual({ errors: ["Input n must be numeric"] });
  });

  test("a refusal lists at most 100 problems, and truncates long strings", () => {
    const unknownValues = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`unknown_${n}`, 1]));
    const refusal = move(INITIAL_STATE, unknownValues) as { readonly errors: readonly string[] };
    expect(refusal.errors).toHaveLength(101);
    expect(refusal.errors.at(-1)).toBe("and 200 more of the 300 problems");
    const [message] = (move(INITIAL_STATE, { weather: "x".repeat(10_000) }) as { readonly errors: readonly string[] })
      .errors;
    expect(message!.length).toBeLessThan(200);
  });

  test("a set member replaces its group's balanced values", () => {
    expect(stateAfter(move(stateWith({}, { one: 20, two: 80 }), { one: 100 }, { autobalance: false }))).toEqual(
      stateWith({ one: 100 }),
    );
    expect(stateAfter(move(stateWith({}, { one: 20, two: 80 }), { one: 45, two: 55 }, { autobalance: false }))).toEqual(
      stateWith({ one: 45, two: 55 }),
    );
  });

  test("a group without balancing must sum to 100", () => {
    for (const values of [{ one: 50 }, { one: 99 }]) {
      expect(move(INITIAL_STATE, values, { autobalance: false })).toEqual({
        errors: [expect.stringMatching(/^"grouped" group does not balance/)],
      });
    }
    expect(move(stateWith({ one: 20, two: 80 }), { one: "reset" }, { autobalance: false })).toHaveProperty("errors");
  });

  test("balancing adjusts the members that the user has not set", () => {
    expect(stateAfter(move(INITIAL_STATE, { one: 10 }))).toEqual(stateWith({ one: 10 }, { two: 90 }));
    expect(stateAfter(move(INITIAL_STATE, { one: 10, two: 90 }))).toEqual(stateWith({ one: 10, two: 90 }));
    expect(stateAfter(move(stateWith({ one: 90, two: 10 }), { one: "reset" }))).toEqual(
      stateWith({ two: 10 }, { one: 90 }),
    );
  });

  test("values of a group that cannot be balanced are rejected", () => {
    for (const values of [{ one: 101 }, { one: 49, two: 50 }])
      expect(move(INITIAL_STATE, values)).toHaveProperty("errors");
  });

  test("a reset removes the value, and resetting a group's last set member removes its balanced values", () => {
    expect(stateAfter(move(stateWith({ one: 90 }, { two: 10 }), { one: "reset" }))).toEqual(stateWith());
    expect(stateAfter(move(stateWith({ one: 20 }, { two: 80 }), { one: "reset" }, { autobalance: false }))).toEqual(
      stateWith(),
    );
    expect(stateAfter(move(INITIAL_STATE, { one: "reset", two: "reset" }))).toEqual(stateWith());
  });

  test("a reset restores the parent's value", () => {
    const parent = { userValues: { one: 15 }, balancedValues: { two: 85 } };
    expect(stateAfter(move(INITIAL_STATE, { one: "reset" }, { parent }))).toEqual(stateWith({ one: 15 }, { two: 85 }));
    expect(stateAfter(move(INITIAL_STATE, {}, { parent, reset: true }))).toEqual({ ...parent, activeCouplings: [] });
  });

  test("resetting everything leaves only the values that the request sets", () => {
    expect(stateAfter(move(INITIAL_STATE, {}, { reset: true }))).toEqual({
      userValues: {},
      balancedValues: {},
      activeCouplings: [],
    });
    expect(stateAfter(move(INITIAL_STATE, { n: 4 }, { reset: true }))).toEqual({
      userValues: { n: 4 },
      balancedValues: {},
      activeCouplings: [],
    });
  });

  test.each([
    [{ n: 101 }, "Input n cannot be greater than 100"],
    [{ n: -1 }, "Input n cannot be less than 0"],
    [{ n: "abc" }, "Input n must be numeric"],
    [{ n: "" }, "Input n must be numeric"],
    [{ n: "NaN" }, "Input n must be numeric"],
    [{ n: Number.POSITIVE_INFINITY }, "Input n must be numeric"],
    [{ n: null }, "Input n must be numeric"],
    [{ n: [1] }, "Input n must be numeric"],
    [{ b: 1.5 }, "Input 'b' had value '1.5', but must be one 0 or 1"],
    [{ b: "true" }, "Input 'b' had value 'true', but must be one 0 or 1"],
    [{ b: null }, "Input 'b' had value 'null', but must be one 0 or 1"],
    [{ weather: "2000" }, 'Input weather was "2000", but must be one of: "default", "1987"'],
    [{ weather: null }, 'Input weather was null, but must be one of: "default", "1987"'],
    [{ does_not_exist: 50 }, "Input does_not_exist does not exist"],
    [{ does_not_exist: "reset" }, "Input does_not_exist does not exist"],
  ])("%j is rejected: %s", (values, message) => {
    expect(move(INITIAL_STATE, values)).toEqual({ errors: [message] });
  });

  test("all invalid values are reported together", () => {
    expect(move(INITIAL_STATE, { n: 101, b: 3, nope: 1 })).toEqual({
      errors: [expect.any(String), expect.any(String), expect.any(String)],
    });
  });

  test("booleans are accepted for 0 and 1, and enum values as text", () => {
    expect(stateAfter(move(INITIAL_STATE, { b: true, weather: 1987 })).userValues).toEqual({
      u1: 25,
      b: 1,
      weather: "1987",
    });
  });

  test("bounds also apply in share groups, but a stored value is accepted", () => {
    expect(move(INITIAL_STATE, { one: -5, two: 105 })).toEqual({
      errors: ["Input one cannot be less than 0", "Input two cannot be greater than 100"],
    });
    const original = stateWith({ one: -5, two: 105 });
    expect(stateAfter(move(original, { one: -5, two: "105" }))).toEqual(original);
  });

  test("a value is rejected if its input was disabled before the request, not if the request disables it", () => {
    expect(stateAfter(move(INITIAL_STATE, { coupled: 1, replaced: 2, n: 3, rival: 4 })).userValues).toEqual({
      u1: 25,
      coupled: 1,
      replaced: 2,
      n: 3,
      rival: 4,
    });
    const changedState = stateAfter(move(INITIAL_STATE, { coupled: 1, replaced: 2 }));
    expect(move(changedState, { replaced: 3 })).toHaveProperty("errors");
    expect(stateAfter(move(changedState, changedState.userValues))).toEqual(changedState);
  });

  test("values of disabled inputs are rejected, but the inputs can be reset", () => {
    expect(move(INITIAL_STATE, { nowhere: 1 })).toEqual({
      errors: ["Input nowhere is disabled: not available in this area"],
    });
    expect(move(stateWith({ n: 1 }), { rival: 1 })).toEqual({ errors: ["Input rival is disabled: n has a value"] });
    const curves = { replaced: new Map([["n", "weather/wind"]]), values: {} };
    expect(move(INITIAL_STATE, { n: 1 }, { curves })).toEqual({
      errors: ["Input n is disabled: replaced by the attached curve weather/wind"],
    });
    expect(move({ ...INITIAL_STATE, activeCouplings: ["model_a"] }, { replaced: 1 })).toHaveProperty("errors");
    expect(stateAfter(move(stateWith({ nowhere: 1 }), { nowhere: "reset" }))).toEqual(stateWith());
  });

  test("a reset keeps values set by an attached curve", () => {
    const curves = { replaced: new Map([["n", "weather/wind"]]), values: { n: 3 } };
    const original = stateWith({ n: 3, tax: 1 });
    for (const sliderChange of [move(original, { n: "reset" }, { curves }), move(original, { n: 3 }, { curves })]) {
      expect(stateAfter(sliderChange)).toEqual(original);
    }
    expect(stateAfter(move(original, {}, { reset: true, curves })).userValues).toEqual({ n: 3 });
  });

  test("a value of an input that the model removed may be sent unchanged or removed, but not changed", () => {
    const original = stateWith({ gone: 5, gone_too: "cold" }, { gone_as_well: 7 });
    expect(stateAfter(move(original, { gone: 5, gone_too: "cold", n: 1 }))).toEqual({
      ...original,
      userValues: { ...original.userValues, n: 1 },
    });
    expect(stateAfter(move(original, { gone: "reset", gone_too: "reset", gone_as_well: "reset" }))).toEqual(
      stateWith(),
    );
    expect(move(original, { gone: 6 })).toEqual({ errors: ["Input gone does not exist"] });
  });

  test("the given state is not modified", () => {
    const original = structuredClone(INITIAL_STATE);
    move(INITIAL_STATE, { one: 10, coupled: 1, n: "reset" });
    expect(INITIAL_STATE).toEqual(original);
  });
});

describe("couplings", () => {
  test("setting a coupled input activates its groups", () => {
    expect(stateAfter(move(INITIAL_STATE, { coupled_too: 1 })).activeCouplings).toEqual(["model_a", "model_b"]);
  });

  test("an input of an inactive group is disabled, but its stored value may be sent again or reset", () => {
    const original = stateWith({ coupled: 1 });
    expect(move(original, { coupled_too: 1 })).toEqual({
      errors: ["Input coupled_too is disabled: coupling group model_a is inactive; couple it first"],
    });
    expect(stateAfter(move(original, { coupled: 1 }))).toEqual(original);
    expect(stateAfter(move(original, { coupled: "reset" })).userValues).not.toHaveProperty("coupled");
  });

  test("a coupled input is enabled while all its groups are active, and a replaced one is then disabled", () => {
    const conditions = (activeCouplings: string[]) => ({
      values: {},
      activeCouplings,
      disabledByCurves: new Set<string>(),
    });
    const isDisabled = (key: string, active: string[]) => isDisabledInScenario(table.get(key)!, conditions(active));
    expect(isDisabled("coupled_too", ["model_a"])).toBe(true);
    expect(isDisabled("coupled_too", ["model_a", "model_b"])).toBe(false);
    expect(isDisabled("replaced", [])).toBe(false);
    expect(isDisabled("replaced", ["model_a"])).toBe(true);
  });
});
