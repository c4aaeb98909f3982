import type { Scalar } from "../generated/etesian/compute/v1/recipe.ts";
import { type Codec, InvalidMessageError } from "./codec.ts";

/** A field's value as sent by a client. Null represents null, lists and objects, which no field accepts. */
export const scalarCodec: Codec<number | string | boolean | null, Scalar> = {
  toMessage: (value) => {
    switch (typeof value) {
      case "number":
        return { value: { $case: "number", value } };
      case "string":
        return { value: { $case: "text", value } };
      case "boolean":
        return { value: { $case: "boolean", value } };
      default:
        return { value: undefined };
    }
  },
  fromMessage: ({ value }) => value?.value ?? null,
};

/** The value of an input. @throws InvalidMessageError for a boolean or a missing value. */
export const inputValueCodec: Codec<number | string, Scalar> = {
  toMessage: (value) => ({ value: typeof value === "number" ? { $case: "number", value } : { $case: "text", value } }),
  fromMessage: ({ value }) => {
    if (value === undefined) throw new InvalidMessageError("the value of an input is missing");
    if (value.$case === "boolean")
      throw new InvalidMessageError(`the value of an input is ${value.value}, expected a number or text`);
    return value.value;
  },
};
