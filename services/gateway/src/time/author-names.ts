/** The names of people who changed a scenario, for callers who may know their numbers. */
import type { ScenarioChange } from "@etesian/contracts/scenarios";
import type { CallOrigin } from "@etesian/service-kit";
import type { Backends } from "../backends.ts";

/** By actor: `user:12` → `Ada`. */
export type AuthorNames = ReadonlyMap<string, string>;

/** Names of the authors of changes; people without a name are left out, and all of them while `accounts` does not answer. */
export async function authorNames(
  accounts: Pick<Backends["accounts"], "getPeople">,
  changes: readonly Pick<ScenarioChange, "actor">[],
  context: CallOrigin,
): Promise<AuthorNames> {
  const ids = new Set(changes.flatMap(({ actor }) => (actor.startsWith("user:") ? Number(actor.slice(5)) : [])));
  if (ids.size === 0) return new Map();
  try {
    const { people } = await accounts.getPeople({ ids: [...ids] }, context);
    return new Map(people.flatMap(({ id, name }) => (name === undefined ? [] : [[`user:${id}`, name]])));
  } catch {
    return new Map();
  }
}
