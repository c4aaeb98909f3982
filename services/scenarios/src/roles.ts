/** Who has which role in a scenario: given, taken, passed on. */
import { roleOfCoupled, roleProblem } from "@etesian/contracts/rights";
import type { ChangeRole, CouplePerson, ReleasePerson, ScenarioDecision } from "./scenario-commands.ts";
import type { Scenario, ScenarioEvent, ScenarioState } from "./scenario-state.ts";

export function changeRole(change: ChangeRole, { roles }: Scenario): ScenarioDecision {
  const { person, role } = change;
  const problem = roleProblem(roles, change);
  if (problem !== null) return { refusal: { reason: problem } };
  if (role === (roles[person] ?? null)) return { events: [] };
  return {
    events: [
      role === null ? { type: "RoleRemoved", data: { person } } : { type: "RoleGranted", data: { person, role } },
    ],
  };
}

/** Nobody's consent is asked: who is the same person may do the same. */
export function couple({ person, into }: CouplePerson, state: ScenarioState): ScenarioDecision {
  const roles: Scenario["roles"] = state.status === "present" ? state.roles : {};
  const role = roleOfCoupled(roles, person, into);
  if (role === null) return { events: [] };
  return {
    events: [
      ...(role === roles[into] ? [] : [{ type: "RoleGranted", data: { person: into, role } } as const]),
      { type: "RoleRemoved", data: { person } },
    ],
  };
}

/** What another owner keeps stays as it is; else it goes to an heir, to everybody, or for good. */
export function release({ person, ...fates }: ReleasePerson, state: ScenarioState): readonly ScenarioEvent[] {
  if (state.status !== "present" || !Object.hasOwn(state.roles, person)) return [];
  const remove = (person: number): ScenarioEvent => ({ type: "RoleRemoved", data: { person } });
  const others = Object.entries(state.roles).filter(([member]) => Number(member) !== person);
  if (others.some(([, role]) => role === "owner")) return [remove(person)];
  const { choice, to } = state.private ? fates.private : fates.public;
  if (choice === "hand_over" && to !== null && to !== person) {
    return [{ type: "RoleGranted", data: { person: to, role: "owner" } }, remove(person)];
  }
  // Whoever may change what is nobody's needs no role. What is private never becomes everybody's.
  if (choice === "leave" && !state.private)
    return [...others.map(([member]) => remove(Number(member))), remove(person)];
  return [{ type: "ScenarioDeleted", data: {} }];
}
