import { scalarCodec } from "@etesian/contracts/codecs";
import type { Scalar } from "@etesian/contracts/compute";
import type { InputState } from "@etesian/contracts/scenarios";
import type { z } from "zod";
import type { InputDescriptions } from "../model/catalogue.ts";
import type { inputSchema } from "./schemas.ts";

/**
 * An input in a response; fields that do not apply are omitted. `extras`: descriptions from the model's documents, null
 * for the short form.
 */
export function inputJson(state: InputState, extras: InputDescriptions | null): z.infer<typeof inputSchema> {
  const { input } = state;
  if (input === undefined) throw new Error("an input state has no input");
  return {
    min: input.min,
    max: input.max,
    default: fromScalar(state.default),
    unit: input.unit ?? null,
    user: state.user && fromScalar(state.user),
    disabled: state.disabled,
    coupling_disabled: state.couplingDisabled,
    disabled_by: undefinedIfEmpty(input.disabledBy),
    disabled_by_couplings: undefinedIfEmpty(input.disabledByCouplings),
    coupling_groups: undefinedIfEmpty(input.couplingGroups),
    permitted_values: undefinedIfEmpty(input.permittedValues),
    share_group: input.shareGroup,
    cache_error: input.cacheError,
    ...(extras === null ? {} : { step: input.step, code: input.key, description: extras[input.key] }),
  };
}

const undefinedIfEmpty = (list: readonly string[]): readonly string[] | undefined =>
  list.length > 0 ? list : undefined;

const fromScalar = (scalar: Scalar | undefined): number | string | boolean | null =>
  scalar === undefined ? null : scalarCodec.fromMessage(scalar);
