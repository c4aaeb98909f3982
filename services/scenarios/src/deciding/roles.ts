/** Roles of people in a scenario: granted, revoked, handed over. */
import { UNKNOWN_SAVED_SCENARIO } from "@etesian/contracts/events/scenario";
import {
  type Caller,
  denialOf,
  higherRole,
  lowerRole,
  type Role,
  type RoleChange,
  type RoleChanges,
  roleProblem,
  tokenAllows,
} from "@etesian/contracts/rights";
import { type Grant, grantOf, rolesOf, withGrant, withoutGrants } from "./grants.ts";
import type {
  ChangeRoles,
  CouplePerson,
  ReleasePerson,
  ScenarioDecision,
  SharedRole,
  ShareThroughSaved,
} from "./scenario-commands.ts";
import type { Scenario, ScenarioEvent, ScenarioState } from "./scenario-state.ts";

/** Applies changes in order, each to the roles left by the previous ones. */
export function changeRoles(
  { changes, invited }: Pick<ChangeRoles, "changes" | "invited">,
  { grants: initialGrants }: Pick<Scenario, "grants">,
): RoleChanges<ScenarioEvent> {
  const events: ScenarioEvent[] = [];
  let grants = initialGrants;
  const problems = changes.map((change) => {
    const problem = roleProblem(rolesOf(grants), change, new Set(invited));
    if (problem !== null || isApplied(change, grants)) return problem;
    // An owner's decision replaces all roles of the person, including roles from saved scenarios.
    const { person, role } = change;
    events.push(role === null ? removalEvent(person) : grantEvent(person, role));
    grants = role === null ? withoutGrants(grants, person) : withGrant(grants, { person, role, savedScenario: null });
    return null;
  });
  return { events, problems };
}

function isApplied({ person, role }: RoleChange, grants: readonly Grant[]): boolean {
  const personGrants = grants.filter((grant) => grant.person === person);
  if (role === null) return personGrants.length === 0;
  return personGrants.length === 1 && grantOf(personGrants, person, null) === role;
}

/**
 * The greatest role that a caller may grant through a saved scenario; null if there is none. An owner whose token may
 * change but not share the scenario grants at most a role within the token's rights; otherwise a new owner could delete
 * it.
 */
function greatestGrantable(caller: Caller, scenario: Scenario): Role | null {
  const reason = denialOf("share", caller, scenario);
  if (reason === null) return "owner";
  return reason === "missing_scope" && tokenAllows("update", caller) ? "collaborator" : null;
}

/**
 * Grants the roles that the caller may grant, and revokes roles that the saved scenario granted before. Older grants do
 * not record their saved scenario; they are treated as grants of this one if the caller may share the scenario.
 */
export function shareThroughSaved(command: ShareThroughSaved, state: ScenarioState): ScenarioDecision {
  const { caller, savedScenario, creation, members, others } = command;
  if (state.status !== "present" || (creation !== null && creation !== state.creation)) {
    return { refusal: { reason: "unknown" } };
  }
  const { grants, roles } = state;
  const greatestRole = greatestGrantable(caller, state);
  const isOwn = (grantingScenario: number | null) =>
    grantingScenario === savedScenario || (greatestRole === "owner" && grantingScenario === UNKNOWN_SAVED_SCENARIO);
  const ownGrants = grants.filter((grant) => isOwn(grant.savedScenario));
  const people = new Set(Object.keys(members).map(Number));
  if (others === "revoke") for (const { person } of ownGrants) people.add(person);

  let newGrants = grants;
  for (const person of people) {
    const { atLeast, atMost } = members[person] ?? NO_ROLE;
    const previousRole = ownGrants.reduce<Role | null>(
      (highest, grant) => (grant.person === person ? higherRole(highest, grant.role) : highest),
      null,
    );
    const requested = lowerRole(atMost, higherRole(atLeast, previousRole));
    const role = lowerRole(requested, higherRole(greatestRole, grantOf(ownGrants, person, savedScenario)));
    // A role that an owner granted already is not granted again.
    const raisesRole = higherRole(role, grantOf(grants, person, null)) !== grantOf(grants, person, null);
    for (const grant of ownGrants)
      if (grant.person === person) newGrants = withoutGrants(newGrants, person, grant.savedScenario);
    if (role !== null && raisesRole) newGrants = withGrant(newGrants, { person, role, savedScenario });
  }
  // A scenario keeps its last owner, whose role is then a direct grant.
  const isOwned = Object.values(rolesOf(newGrants)).includes("owner");
  const lastOwners = isOwned
    ? []
    : ownGrants.filter(({ person, role }) => role === "owner" && roles[person] === "owner");
  for (const { person } of lastOwners) newGrants = withGrant(newGrants, { person, role: "owner", savedScenario: null });
  // An unowned scenario gets no users unless it gets an owner.
  if (!isOwned && lastOwners.length === 0) return { events: [] };
  return { events: eventsBetween(grants, newGrants, people) };
}

const NO_ROLE: SharedRole = { atLeast: null, atMost: null };

/** Merges the grants of two ids of one person. Consent is not needed: one person holds both accounts. */
export function couple({ person, into }: CouplePerson, state: ScenarioState): ScenarioDecision {
  const grants = state.status === "present" ? state.grants : [];
  if (person === into || grants.every((grant) => grant.person !== person)) return { events: [] };
  const bothGrants = grants.filter((grant) => grant.person === person || grant.person === into);
  const merged = bothGrants.reduce<readonly Grant[]>((all, { role, savedScenario }) => {
    const existingRole = grantOf(all, into, savedScenario);
    const otherGrants = all.filter((grant) => grant.savedScenario !== savedScenario);
    return [...otherGrants, { person: into, role: higherRole(existingRole, role)!, savedScenario }];
  }, []);
  return { events: eventsBetween(grants, merged, [into, person]) };
}

/**
 * Releases an erased person's scenario. It remains unchanged if it has another owner; otherwise it is handed over,
 * becomes unowned, or is deleted.
 */
export function release({ person, ...dispositions }: ReleasePerson, state: ScenarioState): readonly ScenarioEvent[] {
  if (state.status !== "present" || !Object.hasOwn(state.roles, person)) return [];
  const otherMembers = Object.entries(state.roles).filter(([member]) => Number(member) !== person);
  if (otherMembers.some(([, role]) => role === "owner")) return [removalEvent(person)];
  const { choice, to } = state.private ? dispositions.private : dispositions.public;
  if (choice === "hand_over" && to !== null && to !== person) return [grantEvent(to, "owner"), removalEvent(person)];
  // Every caller may change an unowned scenario, so roles are not needed. A private one never becomes unowned.
  if (choice === "leave" && !state.private)
    return [...otherMembers.map(([member]) => removalEvent(Number(member))), removalEvent(person)];
  return [{ type: "ScenarioDeleted", data: {} }];
}

const grantEvent = (person: number, role: Role, savedScenario: number | null = null): ScenarioEvent => ({
  type: "RoleGranted",
  data: { person, role, savedScenario },
});

const removalEvent = (person: number, savedScenario: number | null = null): ScenarioEvent => ({
  type: "RoleRemoved",
  data: { person, savedScenario },
});

/** The events between two lists of grants; grants precede revocations, so that there is always an owner. */
function eventsBetween(
  before: readonly Grant[],
  after: readonly Grant[],
  people: Iterable<number>,
): readonly ScenarioEvent[] {
  const events: ScenarioEvent[] = [];
  const revocations: ScenarioEvent[] = [];
  for (const person of people) {
    const directRole = grantOf(after, person, null);
    // An owner's grant replaces all others, which are then granted again.
    const isNew = directRole !== null && directRole !== grantOf(before, person, null);
    if (isNew) events.push(grantEvent(person, directRole));
    for (const { role, savedScenario, ...member } of after) {
      if (member.person !== person || savedScenario === null) continue;
      if (isNew || grantOf(before, person, savedScenario) !== role)
        events.push(grantEvent(person, role, savedScenario));
    }
    const lostGrants = before.filter(
      (grant) => grant.person === person && !isNew && grantOf(after, person, grant.savedScenario) === null,
    );
    const losesDirectRole = lostGrants.some(({ savedScenario }) => savedScenario === null);
    if (losesDirectRole) revocations.push(removalEvent(person));
    else revocations.push(...lostGrants.map(({ savedScenario }) => removalEvent(person, savedScenario)));
  }
  return [...events, ...revocations];
}
