/** Scenarios in memory, with the rights that matter here. */
import { callerOf, type Caller, denied, type Role, roleProblem } from "@etesian/contracts/rights";
import type { Scenario } from "@etesian/contracts/scenarios";
import { type CallOrigin, RpcError, status } from "@etesian/service-kit";
import type { ScenariosClient } from "./handlers.ts";

interface Kept {
  roles: { [person: number]: Role };
  private: boolean;
  keepCompatible: boolean;
  metadata: { [key: string]: unknown };
  version: number;
}

const refuse = (code: status): never => {
  throw new RpcError(code, "refused");
};

export class FakeScenarios implements ScenariosClient {
  readonly kept = new Map<number, Kept>();
  /** Calls that change something, so far. */
  changes = 0;
  /** Called before each call; what it throws is what the caller hears. */
  before: (method: string) => void = () => {};

  /** Makes a scenario; without an owner it is everybody's. */
  add(id: number, owner: number | null, facts: Partial<Kept> = {}): void {
    const roles: Kept["roles"] = owner === null ? {} : { [owner]: "owner" };
    this.kept.set(id, { roles, private: false, keepCompatible: false, metadata: {}, version: 1, ...facts });
  }

  readonly getScenario: ScenariosClient["getScenario"] = async ({ id }, origin) => {
    const scenario = this.#find(id, "read", origin, "getScenario");
    return message(id, scenario);
  };

  readonly updateScenario: ScenariosClient["updateScenario"] = async (request, origin) => {
    const scenario = this.#find(request.id, "update", origin, "updateScenario");
    const { expectedVersion, keepCompatible, metadataJson } = request;
    if (expectedVersion !== undefined && expectedVersion !== scenario.version) refuse(status.ABORTED);
    this.changes += 1;
    scenario.version += 1;
    scenario.keepCompatible = keepCompatible ?? scenario.keepCompatible;
    if (metadataJson !== undefined) scenario.metadata = JSON.parse(metadataJson) as Kept["metadata"];
    return { outcome: { $case: "scenario", value: message(request.id, scenario) } };
  };

  readonly listRoles: ScenariosClient["listRoles"] = async ({ id }, origin) => {
    const { roles } = this.#find(id, "share", origin, "listRoles");
    return { members: Object.entries(roles).map(([person, role]) => ({ person: Number(person), role })) };
  };

  readonly changeRoles: ScenariosClient["changeRoles"] = async ({ id, changes }, origin) => {
    const scenario = this.#find(id, "share", origin, "changeRoles");
    this.changes += 1;
    const outcomes = changes.map(({ person, role, isMember }) => {
      const problem = roleProblem(scenario.roles, { person, role: (role as Role | undefined) ?? null, isMember });
      if (problem !== null) return { problem };
      const { [person]: _, ...others } = scenario.roles;
      scenario.roles = role === undefined ? others : { ...others, [person]: role as Role };
      return {};
    });
    return { outcomes };
  };

  #find(id: number, operation: "read" | "update" | "share", origin: CallOrigin = {}, method: string): Kept {
    this.before(method);
    const { actor = "anonymous", scopes = null, admin = false } = origin;
    const caller: Caller = callerOf({ actor, scopes, admin });
    const scenario = this.kept.get(id) ?? refuse(status.NOT_FOUND);
    const reason = denied(operation, caller, { ...scenario, readOnly: false });
    if (reason === "hidden") refuse(status.NOT_FOUND);
    if (reason !== null) refuse(status.PERMISSION_DENIED);
    return scenario;
  }
}

const message = (id: number, { version, keepCompatible, metadata, private: isPrivate }: Kept): Scenario => ({
  id,
  version,
  recipe: {
    area: "nl",
    endYear: 2050,
    userValues: {},
    balancedValues: {},
    activeCouplings: [],
    orders: {},
    curves: {},
    scaling: undefined,
  },
  startYear: 2023,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  private: isPrivate,
  keepCompatible,
  readOnly: false,
  metadataJson: JSON.stringify(metadata),
  inactiveCouplings: [],
  versionTag: undefined,
  featured: undefined,
  templateFeatured: undefined,
  esdlFile: undefined,
});
