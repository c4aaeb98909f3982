/**
 * Reasons for roles in a scenario: an owner granted the role, or the person is a user of a saved scenario that has the
 * scenario as a version. A person has the greatest of these roles. Pure.
 */
import { UNKNOWN_SAVED_SCENARIO } from "@etesian/contracts/events/scenario";
import { higherRole, type Role } from "@etesian/contracts/rights";
import type { Envelope } from "@etesian/event-store";

export interface Grant {
  readonly person: number;
  readonly role: Role;
  /** Id of the saved scenario; null if an owner granted the role, which replaces all other grants of the person. */
  readonly savedScenario: number | null;
}

/** The greatest role of each person. */
export function rolesOf(grants: readonly Grant[]): { readonly [person: number]: Role } {
  const roles: { [person: number]: Role } = {};
  for (const { person, role } of grants) roles[person] = higherRole(roles[person] ?? null, role)!;
  return roles;
}

/** A person's role for one reason; null if there is none. */
export const grantOf = (grants: readonly Grant[], person: number, savedScenario: number | null): Role | null =>
  grants.find((grant) => grant.person === person && grant.savedScenario === savedScenario)?.role ?? null;

export function withGrant(grants: readonly Grant[], grant: Grant): readonly Grant[] {
  const { person, savedScenario } = grant;
  const otherGrants =
    savedScenario === null ? withoutGrants(grants, person) : withoutGrants(grants, person, savedScenario);
  return [...otherGrants, grant];
}

/** The grants without a person's grant through `savedScenario`; without all grants of the person if it is null. */
export const withoutGrants = (
  grants: readonly Grant[],
  person: number,
  savedScenario: number | null = null,
): readonly Grant[] =>
  grants.filter(
    (grant) => grant.person !== person || (savedScenario !== null && grant.savedScenario !== savedScenario),
  );

/** The saved scenario through which a stored event granted a role; null if an owner granted it. */
export function grantingSavedScenario(
  data: { readonly savedScenario: number | null },
  envelope?: Envelope,
): number | null {
  const isUnrecorded = envelope?.schemaVersion === 1 && envelope.actor === "service:saved-scenarios";
  return isUnrecorded ? UNKNOWN_SAVED_SCENARIO : data.savedScenario;
}
