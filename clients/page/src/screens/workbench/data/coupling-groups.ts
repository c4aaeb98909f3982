/** Coupling groups: sliders that an external model sets, and sliders that they replace. */
import type { Input } from "@etesian/client";

type Facts = Pick<Input, "coupling_groups" | "disabled_by_couplings">;

export interface CouplingGroup {
  readonly name: string;
  /** `uncoupled`: its values are stored, without effect. `unused`: it has never been coupled, or was removed. */
  readonly state: "active" | "uncoupled" | "unused";
  /** Keys of sliders that have an effect only while the group is active. */
  readonly activated: readonly string[];
  /** Keys of sliders that cannot be moved while the group is active. */
  readonly replaced: readonly string[];
}

/** The groups of a model's sliders in alphabetical order, with their state in a scenario. */
export function couplingGroups(
  inputs: ReadonlyMap<string, Facts>,
  { activeCouplings, inactiveCouplings }: Readonly<Record<"activeCouplings" | "inactiveCouplings", readonly string[]>>,
): readonly CouplingGroup[] {
  const sliders = new Map<string, { readonly activated: string[]; readonly replaced: string[] }>();
  const membersOf = (name: string) => {
    const members = sliders.get(name) ?? { activated: [], replaced: [] };
    sliders.set(name, members);
    return members;
  };
  for (const [key, { coupling_groups: activating = [], disabled_by_couplings: replacing = [] }] of inputs) {
    for (const name of activating) membersOf(name).activated.push(key);
    for (const name of replacing) membersOf(name).replaced.push(key);
  }
  const stateOf = (name: string): CouplingGroup["state"] => {
    if (activeCouplings.includes(name)) return "active";
    return inactiveCouplings.includes(name) ? "uncoupled" : "unused";
  };
  return [...sliders]
    .map(([name, members]) => ({ name, state: stateOf(name), ...members }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}
