import type { InputFacts } from "@etesian/sliders";
import type { Input } from "../generated/etesian/compute/v1/compute.ts";
import { type Codec, InvalidMessageError } from "./codec.ts";
import { scalarCodec } from "./scalar.ts";

/** The facts of an input in an area: range, default, unit, groups. */
export const inputFactsCodec: Codec<InputFacts, Input> = {
  toMessage: (facts) => ({
    key: facts.key,
    unit: facts.unit ?? undefined,
    min: facts.min ?? undefined,
    max: facts.max ?? undefined,
    minText: facts.minText,
    maxText: facts.maxText,
    default: scalarCodec.toMessage(facts.default),
    step: facts.step ?? undefined,
    scalesWithArea: facts.scalesWithArea,
    permittedValues: [...(facts.permittedValues ?? [])],
    disabled: facts.disabled,
    cacheError: facts.cacheError ?? undefined,
    shareGroup: facts.shareGroup ?? undefined,
    disabledBy: [...facts.disabledBy],
    disabledByCouplings: [...facts.disabledByCouplings],
    couplingGroups: [...facts.couplingGroups],
  }),
  fromMessage: (message) => {
    const defaultValue = message.default === undefined ? null : scalarCodec.fromMessage(message.default);
    if (typeof defaultValue === "boolean")
      throw new InvalidMessageError(`the default of ${message.key} is ${defaultValue}, expected a number or text`);
    return {
      key: message.key,
      unit: message.unit ?? null,
      min: message.min ?? null,
      max: message.max ?? null,
      minText: message.minText,
      maxText: message.maxText,
      default: defaultValue,
      step: message.step ?? null,
      scalesWithArea: message.scalesWithArea,
      permittedValues: message.permittedValues.length > 0 ? message.permittedValues : null,
      disabled: message.disabled,
      cacheError: message.cacheError ?? null,
      shareGroup: message.shareGroup ?? null,
      disabledBy: message.disabledBy,
      disabledByCouplings: message.disabledByCouplings,
      couplingGroups: message.couplingGroups,
    };
  },
};
