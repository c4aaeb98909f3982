import type { InputFacts, InputTable } from "@etesian/engine";

/** Inputs of 0..100 % starting at 0, but for what a test says. */
export const inputTable = (...inputs: readonly (Partial<InputFacts> & { readonly key: string })[]): InputTable =>
  new Map(
    inputs.map((input) => [
      input.key,
      {
        unit: "%",
        min: 0,
        max: 100,
        minText: "0",
        maxText: "100",
        default: 0,
        step: 1,
        permittedValues: null,
        disabled: false,
        cacheError: null,
        shareGroup: null,
        disabledBy: [],
        disabledByCouplings: [],
        couplingGroups: [],
        ...input,
      },
    ]),
  );

/** A share group of three, single inputs of each kind, couplings. */
export const table = inputTable(
  { key: "coal", default: 50, shareGroup: "fuels" },
  { key: "gas", default: 30, shareGroup: "fuels" },
  { key: "wind", default: 20, shareGroup: "fuels" },
  { key: "plants", unit: "MW", max: 1_000, maxText: "1000.0" },
  { key: "tax", unit: "euro" },
  { key: "enabled", unit: "bool", max: 1 },
  { key: "weather", unit: "enum", min: null, max: null, default: "average", permittedValues: ["average", "1987"] },
  { key: "steel", couplingGroups: ["industry"] },
  { key: "steel_too", couplingGroups: ["industry"] },
  { key: "local_steel", disabledByCouplings: ["industry"] },
  { key: "offshore", disabled: true },
);
