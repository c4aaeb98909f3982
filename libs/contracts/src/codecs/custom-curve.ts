import { ATTACHED_CURVE_TYPES, type AttachedCurveType, type CustomCurve } from "@etesian/sliders";
import type { CustomCurve as CustomCurveMessage } from "../generated/etesian/compute/v1/compute.ts";
import { type Codec, InvalidMessageError } from "./codec.ts";

/** The type of a curve by its name. @throws InvalidMessageError when there is none of that name. */
export function curveTypeOf(name: string): AttachedCurveType {
  const type = ATTACHED_CURVE_TYPES.find((known) => known === name);
  if (type === undefined) throw new InvalidMessageError(`curves of type "${name}" are not known`);
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
    reducedTo: REDUCTIONS.find((known) => known === reducedTo) ?? null,
    sets,
    disables,
  }),
};
