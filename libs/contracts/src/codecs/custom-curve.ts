import { ATTACHED_CURVE_TYPES, type AttachedCurveType, type CustomCurve } from "@etesian/sliders";
import type { CustomCurve as CustomCurveMessage } from "../generated/etesian/compute/v1/compute.ts";
import { type Codec, InvalidMessageError } from "./codec.ts";

/** The curve type with this name. @throws InvalidMessageError for an unknown name */
export function curveTypeOf(name: string): AttachedCurveType {
  const type = ATTACHED_CURVE_TYPES.find((type) => type === name);
  if (type === undefined) throw new InvalidMessageError(`unknown curve type "${name}"`);
  return type;
}

const REDUCTIONS = ["full_load_hours", "temperature"] as const;

/** A curve that users may attach. */
export const customCurveCodec: Codec<CustomCurve, CustomCurveMessage> = {
  toMessage: ({ displayGroup, reducedTo, sets, disables, ...facts }) => ({
    ...facts,
    displayGroup: displayGroup ?? undefined,
    reducedTo: reducedTo ?? undefined,
    sets: [...sets],
    disables: [...disables],
  }),
  fromMessage: ({ key, type, displayGroup, internal, reducedTo, sets, disables }) => ({
    key,
    type: curveTypeOf(type),
    displayGroup: displayGroup ?? null,
    internal,
    reducedTo: REDUCTIONS.find((reduction) => reduction === reducedTo) ?? null,
    sets,
    disables,
  }),
};
