/** Roles of people in a scenario: granted, revoked, handed over. */
import { UNKNOWN_SAVED_SCENARIO } from "@etesian/contracts/events/scenario";
import {
  type Caller,
  denied,
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
  { grants: before }: Pick<Scenario, "grants">,
): RoleChanges<ScenarioEvent> {
  const events: ScenarioEvent[] = [];
  let grants = before;
  const problems = changes.map((change) => {
    const problem = roleProblem(rolesOf(grants), change, new Set(invited));
    if (problem !== null || isApplied(change, grants)) return problem;
    // An owner's decision replaces all roles of the person, including roles from saved scenarios.
    const { person, role } = change;
    events.push(role === null ? remove(person) : grant(person, role));
    grants = role === null ? withoutGrants(grants, person) : withGrant(grants, { person, role, savedScenario: null });
    return null;
  });
  return { events, problems };
}

function isApplied({ person, role }: RoleChange, grants: readonly Grant[]): boolean {
  const present = grants.filter((grant) => grant.person === person);
  if (role === null) return present.length === 0;
  return present.length === 1 && grantOf(present, person, null) === role;
}

/**
 * The greatest role that a caller may grant through a saved scenario; null when none. An owner whose token may change but
 * not share the scenario grants at most a role within the token's rights; otherwise a new owner could delete it.
 */
function greatestGrantable(caller: Caller, scenario: Scenario): Role | null {
  const reason = denied("share", caller, scenario);
  if (reason === null) return "owner";
  return reason === "missing_scope" && tokenAllows("update", caller) ? "collaborator" : null;
}

/**
 * Grants the roles that the caller may grant, and revokes roles that the saved scenario granted before. Older grants do
 * not record their saved scenario: they count as its own if the caller may share the scenario.
 */
export function shareThroughSaved(command: ShareThroughSaved, state: ScenarioState): ScenarioDecision {
  const { caller, savedScenario, creation, members, others } = command;
  if (state.status !== "present" || (creation !== null && creation !== state.creation)) {
    return { refusal: { reason: "unknown" } };
  }
  const { grants, roles } = state;
  const most = greatestGrantable(caller, state);
  const isOwn = (through: number | null) =>
    through === savedScenario || (most === "owner" && through === UNKNOWN_SAVED_SCENARIO);
  const given = grants.filter((grant) => isOwn(grant.savedScenario));
  const people = new Set(Object.keys(members).map(Number));
  if (others === "revoke") for (const { person } of given) people.add(person);

  let after = grants;
  for (const person of people) {
    const { atLeast, atMost } = members[person] ?? NO_ROLE;
    const had = given.reduce<Role | null>(
      (most, own) => (own.person === person ? higherRole(most, own.role) : most),
      null,
    );
    const requested = lowerRole(atMost, higherRole(atLeast, had));
    const role = lowerRole(requested, higherRole(most, grantOf(given, person, savedScenario)));
    // A role that an owner granted already is not granted again.
    const isMore = higherRole(role, grantOf(grants, person, null)) !== grantOf(grants, person, null);
    for (const own of given) if (own.person === person) after = withoutGrants(after, person, own.savedScenario);
    if (role !== null && isMore) after = withGrant(after, { person, role, savedScenario });
  }
  // A scenario keeps its last owner, for any reason.
  const isOwned = Object.values(rolesOf(after)).includes("owner");
  const last = isOwned ? [] : given.filter(({ person, role }) => role === "owner" && roles[person] === "owner");
  for (const { person } of last) after = withGrant(after, { person, role: "owner", savedScenario: null });
  // An unowned scenario gets no users unless it gets an owner.
  if (!isOwned && last.length === 0) return { events: [] };
  return { events: eventsBetween(grants, after, people) };
}

const NO_ROLE: SharedRole = { atLeast: null, atMost: null };

/** Merges the grants of two ids of one person. Consent is not needed: one person holds both accounts. */
export function couple({ person, into }: CouplePerson, state: ScenarioState): ScenarioDecision {
  const grants = state.status === "present" ? state.grants : [];
  if (person === into || grants.every((grant) => grant.person !== person)) return { events: [] };
  const ofBoth = grants.filter((grant) => grant.person === person || grant.person === into);
  const merged = ofBoth.reduce<readonly Grant[]>((all, { role, savedScenario }) => {
    const known = grantOf(all, into, savedScenario);
    const others = all.filter((each) => each.savedScenario !== savedScenario);
    return [...others, { person: into, role: higherRole(known, role)!, savedScenario }];
  }, []);
  return { events: eventsBetween(grants, merged, [into, person]) };
}

/** A scenario with another owner is unchanged; otherwise it goes to an heir, becomes unowned, or is deleted. */
export function release({ person, ...dispositions }: ReleasePerson, state: ScenarioState): readonly ScenarioEvent[] {
  if (state.status !== "present" || !Object.hasOwn(state.roles, person)) return [];
  const others = Object.entries(state.roles).filter(([member]) => Number(member) !== person);
  if (others.some(([, role]) => role === "owner")) return [remove(person)];
  const { choice, to } = state.private ? dispositions.private : dispositions.public;
  if (choice === "hand_over" && to !== null && to !== person) return [grant(to, "owner"), remove(person)];
  // Every caller may change an unowned scenario, so roles are not needed. A private one never becomes unowned.
  if (choice === "leave" && !state.private)
    return [...others.map(([member]) => remove(Number(member))), remove(person)];
  return [{ type: "ScenarioDeleted", data: {} }];
}

const grant = (person: number, role: Role, savedScenario: number | null = null): ScenarioEvent => ({
  type: "RoleGranted",
  data: { person, role, savedScenario },
});

const remove = (person: number, savedScenario: number | null = null): ScenarioEvent => ({
  type: "RoleRemoved",
  data: { person, savedScenario },
});

/** The events between two lists of grants; grants precede revocations, so that there is always an owner. */
function eventsBetween(
  before: readonly Grant[],
  after: readonly Grant[],
  people: Iterable<number>,
): readonly ScenarioEvent[] {
  const given: ScenarioEvent[] = [];
  const taken: ScenarioEvent[] = [];
  for (const person of people) {
    const direct = grantOf(after, person, null);
    // An owner's grant replaces all others, which are then granted again.
    const isNew = direct !== null && direct !== grantOf(before, person, null);
    if (isNew) given.push(grant(person, direct));
    for (const { role, savedScenario, ...of } of after) {
      if (of.person !== person || savedScenario === null) continue;
      if (isNew || grantOf(before, person, savedScenario) !== role) given.push(grant(person, role, savedScenario));
    }
    const left = before.filter(
      (each) => each.person === person && !isNew && grantOf(after, person, each.savedScenario) === null,
    );
    const isGone = left.some(({ savedScenario }) => savedScenario === null);
    if (isGone) taken.push(remove(person));
    else taken.push(...left.map(({ savedScenario }) => remove(person, savedScenario)));
  }
  return [...given, ...taken];
}
