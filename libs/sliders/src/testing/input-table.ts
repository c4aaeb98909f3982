import type { InputFacts, InputTable } from "../input-facts.ts";

/** Inputs from 0 to 100 % that start at 0, with overrides. */
export function inputTable(...inputs: readonly (Partial<InputFacts> & { readonly key: string })[]): InputTable {
  return new Map(
    inputs.map((input) => [
      input.key,
      {
        unit: "%",
        min: 0,
        max: 100,
        minText: String(input.min ?? 0),
        maxText: String(input.max ?? 100),
        default: 0,
        step: 1,
        scalesWithArea: false,
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
}
