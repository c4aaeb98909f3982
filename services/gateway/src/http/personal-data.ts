/**
 * The only place where names and emails enter responses. A client sees the ones that its token was granted (`profile`,
 * `email`), for its own user and for others. Sessions and personal tokens are granted both; a caller without a token
 * has neither.
 */
import type { Profile } from "@etesian/contracts/accounts";
import type { CallOrigin } from "@etesian/service-kit";
import type { Backends } from "../backends.ts";
import type { RequestCaller } from "./access.ts";

/** A person's data for a caller. Null means that there is no name, or that the caller may not see the field. */
export interface VisiblePerson {
  readonly id: number;
  readonly name: string | null;
  readonly email: string | null;
  readonly hasAccount: boolean;
}

/** The granted claims of a caller. */
type Claimant = Pick<RequestCaller, "claims">;

/** The name and email that a caller may see. */
export const personalData = (
  { name, email }: Pick<Profile, "name" | "email">,
  { claims }: Claimant,
): Pick<VisiblePerson, "name" | "email"> => ({
  name: claims.includes("profile") ? (name ?? null) : null,
  email: claims.includes("email") ? email : null,
});

/** The people that a caller may see, by ID; unknown IDs are omitted. */
export async function peopleFor(
  accounts: Pick<Backends["accounts"], "getPeople">,
  ids: Iterable<number>,
  caller: Claimant,
  context: CallOrigin,
): Promise<ReadonlyMap<number, VisiblePerson>> {
  const distinctIds = [...new Set(ids)];
  if (distinctIds.length === 0) return new Map();
  const { people } = await accounts.getPeople({ ids: distinctIds, acquainted: false }, context);
  return new Map(
    people.map(({ id, hasAccount, ...facts }) => [id, { id, hasAccount, ...personalData(facts, caller) }]),
  );
}
