/** gRPC handlers for people's roles in scenarios. */
import { dispositionOf } from "@etesian/contracts/legacy";
import { callerOf, type Role, ROLES } from "@etesian/contracts/rights";
import type { ScenariosServiceDefinition } from "@etesian/contracts/scenarios";
import { causeOf } from "@etesian/event-store/rpc";
import { type Handlers, requireServiceCaller, RpcError, status } from "@etesian/service-kit";
import { changeRoles } from "../deciding/roles.ts";
import type { Scenario } from "../deciding/scenario-state.ts";
import type { ScenarioLists } from "../lists/scenario-lists.ts";
import type { StoredScenarios } from "../stored.ts";
import type { ScenarioAccess } from "./access.ts";
import { toRpcError } from "./refusals.ts";

/** Maximum number of scenarios that one call releases from a person. */
const RELEASE_BATCH = 200;

type RoleHandlers = Pick<
  Handlers<ScenariosServiceDefinition>,
  "listRoles" | "changeRoles" | "shareThroughSaved" | "couplePerson" | "releasePerson"
>;

export function roleHandlers(access: ScenarioAccess, scenarios: StoredScenarios, lists: ScenarioLists): RoleHandlers {
  return {
    async listRoles({ id, toChange }, call) {
      // A repeated change may have removed its own caller's right to make it.
      const previousState = toChange ? await scenarios.findPreviousState(id, causeOf(call)) : null;
      if (previousState?.status === "present") return { members: membersOf(previousState) };
      return { members: membersOf(await access.findFor(toChange ? "share" : "users", id, call)) };
    },

    async changeRoles({ id, changes: roleChanges, invited }, call) {
      const changes = roleChanges.map(({ person, role, isMember }) => ({
        person,
        role: parseOptionalRole(role),
        isMember,
      }));
      const command = { type: "ChangeRoles", caller: callerOf(call), changes, invited } as const;
      const outcome = await access.execute(id, command, call);
      if ("refusal" in outcome) throw toRpcError(id, outcome.refusal);
      if (outcome.previousState.status !== "present")
        throw new Error(`roles of scenario ${id} changed before it existed`);
      const { problems } = changeRoles(command, outcome.previousState);
      return { outcomes: problems.map((problem) => ({ problem: problem ?? undefined })) };
    },

    async shareThroughSaved({ id, creation = null, savedScenario, members, takesBackOthers }, call) {
      const command = {
        type: "ShareThroughSaved",
        caller: callerOf(call),
        savedScenario,
        creation,
        members: Object.fromEntries(
          members.map(({ person, role, atMost = role }) => [
            person,
            { atLeast: parseOptionalRole(role), atMost: parseOptionalRole(atMost) },
          ]),
        ),
        others: takesBackOthers ? "revoke" : "keep",
      } as const;
      // Distinct from keys that clients choose.
      const idempotencyKey = call.idempotencyKey && `saved scenario ${savedScenario} ${call.idempotencyKey}`;
      const outcome = await scenarios.handle(id, command, { ...causeOf(call), idempotencyKey });
      if ("refusal" in outcome) throw toRpcError(id, outcome.refusal);
      return {};
    },

    async couplePerson({ person, into }, call) {
      requireServiceCaller(call);
      for (const id of await lists.listAllOfPerson(person)) {
        // Without the caller's idempotency key: a repeated call must check again.
        const cause = { ...causeOf(call), idempotencyKey: null };
        const outcome = await scenarios.handle(id, { type: "CouplePerson", person, into }, cause);
        if ("refusal" in outcome) throw toRpcError(id, outcome.refusal);
      }
      return {};
    },

    async releasePerson({ person, public: publicDisposition, private: privateDisposition }, call) {
      const command = {
        type: "ReleasePerson",
        person,
        public: dispositionOf(publicDisposition),
        private: dispositionOf(privateDisposition),
      } as const;
      const { ids, total } = await lists.listOfPerson(person, { page: 1, limit: RELEASE_BATCH });
      // Scenarios that were released before but are still listed are unaffected.
      await Promise.all(ids.map((id) => scenarios.handle(id, command, causeOf(call))));
      return { more: total > ids.length };
    },
  };
}

function parseRole(name: string): Role {
  const role = ROLES.find((role) => role === name);
  if (role === undefined) throw new RpcError(status.INVALID_ARGUMENT, `unknown role: ${name}`);
  return role;
}

const parseOptionalRole = (name: string | undefined): Role | null => (name === undefined ? null : parseRole(name));

const membersOf = ({ roles }: Scenario) =>
  Object.entries(roles).map(([person, role]) => ({ person: Number(person), role }));
