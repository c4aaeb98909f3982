/** A fake scenarios service in memory, with the rights relevant to these tests. */
import { callerOf, type Caller, denied, higherRole, lowerRole, type Role } from "@etesian/contracts/rights";
import type { Scenario } from "@etesian/contracts/scenarios";
import { type CallOrigin, RpcError, status } from "@etesian/service-kit";
import type { ScenariosClient } from "./handlers.ts";

interface FakeScenario {
  creation: string;
  /** The greatest role of each person. */
  roles: { [person: number]: Role };
  /** Roles granted by owners. */
  direct: { [person: number]: Role };
  /** Roles granted through saved scenarios, by saved scenario. */
  shared: { [saved: number]: { [person: number]: Role } };
  private: boolean;
  keepCompatible: boolean;
  metadata: { [key: string]: unknown };
  version: number;
  /** Compatibility at earlier versions. */
  earlier: Map<number, { readonly keepCompatible: boolean }>;
  /** Idempotency keys of role changes through saved scenarios. */
  keys: Set<string>;
}

const refuse = (code: status): never => {
  throw new RpcError(code, "refused");
};

export class FakeScenarios implements ScenariosClient {
  readonly kept = new Map<number, FakeScenario>();
  /** Number of mutating calls so far. */
  changes = 0;
  /** Called before each call; its error becomes the response. */
  before: (method: string, origin?: CallOrigin) => void = () => {};

  /** Creates a scenario; without an owner it is unowned. */
  add(id: number, owner: number | null, facts: Partial<FakeScenario> = {}): void {
    const direct: FakeScenario["direct"] = facts.direct ?? (owner === null ? {} : { [owner]: "owner" });
    const others = { private: false, keepCompatible: false, metadata: {}, version: 1, shared: {} };
    const own = { creation: `event of ${id}`, roles: { ...direct }, earlier: new Map(), keys: new Set<string>() };
    this.kept.set(id, { ...own, ...others, ...facts, direct });
  }

  readonly getScenario: ScenariosClient["getScenario"] = async ({ id, creation, at }, origin) => {
    const scenario = this.#find(id, "read", origin, "getScenario");
    if (creation !== undefined && creation !== scenario.creation) refuse(status.NOT_FOUND);
    const { keepCompatible } = at === undefined ? scenario : (scenario.earlier.get(at) ?? scenario);
    return message(id, { ...scenario, keepCompatible });
  };

  readonly updateScenario: ScenariosClient["updateScenario"] = async (request, origin) => {
    const scenario = this.#find(request.id, "update", origin, "updateScenario");
    const { expectedVersion, keepCompatible, metadataJson } = request;
    if (expectedVersion !== undefined && expectedVersion !== scenario.version) refuse(status.ABORTED);
    const metadata =
      metadataJson === undefined ? scenario.metadata : (JSON.parse(metadataJson) as FakeScenario["metadata"]);
    const isSame =
      (keepCompatible ?? scenario.keepCompatible) === scenario.keepCompatible &&
      JSON.stringify(metadata) === JSON.stringify(scenario.metadata);
    if (!isSame) {
      this.changes += 1;
      scenario.earlier.set(scenario.version, { keepCompatible: scenario.keepCompatible });
      scenario.version += 1;
      scenario.keepCompatible = keepCompatible ?? scenario.keepCompatible;
      scenario.metadata = metadata;
    }
    return { outcome: { $case: "scenario", value: message(request.id, scenario) } };
  };

  readonly shareThroughSaved: ScenariosClient["shareThroughSaved"] = async (request, origin) => {
    const { id, creation, savedScenario, members, takesBackOthers } = request;
    const scenario = this.#find(id, null, origin, "shareThroughSaved");
    if (creation !== undefined && creation !== scenario.creation) refuse(status.NOT_FOUND);
    const key = `${savedScenario} ${origin?.idempotencyKey}`;
    if (scenario.keys.has(key)) return {};
    scenario.keys.add(key);
    const reason = reasonOf("share", scenario, origin);
    const most = reason === null ? "owner" : reason === "missing_scope" ? "collaborator" : null;
    const given = scenario.shared[savedScenario] ?? {};
    const requested = Object.fromEntries(
      members.map(({ person, role = null, atMost = role }) => {
        const wanted = higherRole(role as Role | null, given[person] ?? null);
        return [person, lowerRole(atMost as Role | null, wanted)];
      }),
    );
    const everybody = takesBackOthers ? requested : { ...given, ...requested };
    const wanted = Object.entries(everybody).flatMap(([written, role]) => {
      const person = Number(written);
      const may = lowerRole(role, higherRole(most, given[person] ?? null));
      const direct = scenario.direct[person] ?? null;
      return may === null || higherRole(may, direct) === direct ? [] : [[person, may] as const];
    });
    const isSame = JSON.stringify(Object.fromEntries(wanted)) === JSON.stringify(given);
    scenario.shared[savedScenario] = Object.fromEntries(wanted);
    if (!isSame) this.changes += 1;
    scenario.roles = { ...scenario.direct };
    for (const [person, role] of Object.values(scenario.shared).flatMap(Object.entries<Role>)) {
      scenario.roles[Number(person)] = higherRole(scenario.roles[Number(person)] ?? null, role)!;
    }
    return {};
  };

  readonly couplePerson: ScenariosClient["couplePerson"] = async ({ person, into }) => {
    this.before("couplePerson");
    for (const scenario of this.kept.values()) {
      for (const roles of [scenario.roles, scenario.direct, ...Object.values(scenario.shared)]) {
        if (roles[person] !== undefined) roles[into] = higherRole(roles[into] ?? null, roles[person])!;
        delete roles[person];
      }
    }
    return {};
  };

  #find(id: number, operation: "read" | "update" | null, origin: CallOrigin = {}, method: string): FakeScenario {
    this.before(method, origin);
    const scenario = this.kept.get(id) ?? refuse(status.NOT_FOUND);
    const reason = operation === null ? null : reasonOf(operation, scenario, origin);
    if (reason === "hidden") refuse(status.NOT_FOUND);
    if (reason !== null) refuse(status.PERMISSION_DENIED);
    return scenario;
  }
}

function reasonOf(operation: "read" | "update" | "share", scenario: FakeScenario, origin: CallOrigin = {}) {
  const { actor = "anonymous", scopes = null, admin = false } = origin;
  const caller: Caller = callerOf({ actor, scopes, admin });
  return denied(operation, caller, { ...scenario, readOnly: false });
}

const message = (
  id: number,
  { version, creation, keepCompatible, metadata, private: isPrivate }: FakeScenario,
): Scenario => ({
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
  creation,
});
