/** Names of people who changed a scenario, for callers who may see their IDs and names. */
import type { ScenarioChange } from "@etesian/contracts/scenarios";
import type { CallOrigin } from "@etesian/service-kit";
import type { Backends } from "../backends.ts";
import type { RequestCaller } from "../http/access.ts";
import { peopleFor } from "../http/personal-data.ts";

/** Names by actor: `user:12` → `Ada`. */
export type AuthorNames = ReadonlyMap<string, string>;

/**
 * Names of the authors of changes, except people without a name. Empty for a caller without the `profile` claim, and
 * while `accounts` is unavailable.
 */
export async function authorNames(
  accounts: Pick<Backends["accounts"], "getPeople">,
  changes: readonly Pick<ScenarioChange, "actor">[],
  caller: Pick<RequestCaller, "claims">,
  context: CallOrigin,
): Promise<AuthorNames> {
  if (!caller.claims.includes("profile")) return new Map();
  const ids = changes.flatMap(({ actor }) => (actor.startsWith("user:") ? Number(actor.slice(5)) : []));
  try {
    const people = await peopleFor(accounts, ids, caller, context);
    return new Map([...people].flatMap(([id, { name }]) => (name === null ? [] : [[`user:${id}`, name]])));
  } catch {
    return new Map();
  }
}
