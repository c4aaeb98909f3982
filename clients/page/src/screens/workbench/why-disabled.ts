/** Why a slider cannot be moved, as far as the page knows without a request. */
import type { Input } from "@etesian/client";
import type { Value } from "../../calculation/calculator.ts";
import type { SessionState } from "../../calculation/session-state.ts";

type Values = Readonly<Record<string, Value>>;
type Facts = Pick<Input, "disabled" | "disabled_by">;
type Stored = Pick<SessionState["scenario"], "userValues" | "balancedValues" | "activeCouplings" | "curves">;

/** The rivals of a slider: sliders whose values currently disable it. */
export const rivalsOf = (input: Pick<Facts, "disabled_by">, stored: Pick<Stored, "userValues" | "balancedValues">) =>
  (input.disabled_by ?? []).filter((key) => isSet(key, stored.userValues) || isSet(key, stored.balancedValues));

/** Whether a slider cannot be moved: according to the server, or because a rival has been moved since. */
export const isDisabled = (input: Facts, stored: Stored): boolean =>
  input.disabled || rivalsOf(input, stored).length > 0;

const isSet = (key: string, values: Values): boolean => values[key] !== undefined;

/**
 * Everything that determines which sliders can be moved, as one string; when it changes, inputs are requested again.
 * @param rivals sliders that can disable others
 */
export function conditionsOf(rivals: ReadonlySet<string>, stored: Stored): string {
  const values = { ...stored.balancedValues, ...stored.userValues };
  return [
    Object.keys(values)
      .filter((key) => rivals.has(key))
      .toSorted()
      .join(),
    [...stored.activeCouplings].toSorted().join(),
    Object.keys(stored.curves).toSorted().join(),
  ].join(";");
}

/** Sliders that can disable others. */
export const rivalsAmong = (inputs: ReadonlyMap<string, Pick<Input, "disabled_by">>): ReadonlySet<string> =>
  new Set([...inputs.values()].flatMap(({ disabled_by: rivals = [] }) => rivals));
