/** A fake scenarios service in memory, with the rights relevant to these tests. */
import { callerOf, type Caller, denialOf, higherRole, lowerRole, type Role } from "@etesian/contracts/rights";
import type { Scenario } from "@etesian/contracts/scenarios";
import { type CallOrigin, RpcError, status } from "@etesian/service-kit";
import type { ScenariosClient } from "./handlers.ts";

interface FakeScenario {
  creation: string;
  /** The highest role of each person. */
  roles: { [person: number]: Role };
  /** Roles granted by owners. */
  directRoles: { [person: number]: Role };
  /** Roles granted through saved scenarios, by saved scenario. */
  sharedRoles: { [savedScenario: number]: { [person: number]: Role } };
  private: boolean;
  keepCompatible: boolean;
  metadata: { [key: string]: unknown };
  version: number;
  /** Compatibility at earlier versions. */
  earlierVersions: Map<number, { readonly keepCompatible: boolean }>;
  /** Idempotency keys of role changes through saved scenarios. */
  idempotencyKeys: Set<string>;
}

const refuse = (code: status): never => {
  throw new RpcError(code, "refused");
};

export class FakeScenarios implements ScenariosClient {
  readonly scenariosById = new Map<number, FakeScenario>();
  /** Number of calls that changed a scenario. */
  changes = 0;
  /** Called before each call; an error that it throws becomes the response. */
  beforeCall: (method: string, origin?: CallOrigin) => void = () => {};

  /** Creates a scenario; without an owner it is unowned. */
  add(id: number, owner: number | null, fields: Partial<FakeScenario> = {}): void {
    const directRoles: FakeScenario["directRoles"] = fields.directRoles ?? (owner === null ? {} : { [owner]: "owner" });
    const defaults = { private: false, keepCompatible: false, metadata: {}, version: 1, sharedRoles: {} };
    const initialState = {
      creation: `event of ${id}`,
      roles: { ...directRoles },
      earlierVersions: new Map(),
      idempotencyKeys: new Set<string>(),
    };
    this.scenariosById.set(id, { ...initialState, ...defaults, ...fields, directRoles });
  }

  readonly getScenario: ScenariosClient["getScenario"] = async ({ id, creation, at }, origin) => {
    const scenario = this.#find(id, "read", origin, "getScenario");
    if (creation !== undefined && creation !== scenario.creation) refuse(status.NOT_FOUND);
    const { keepCompatible } = at === undefined ? scenario : (scenario.earlierVersions.get(at) ?? scenario);
    return toMessage(id, { ...scenario, keepCompatible });
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
      scenario.earlierVersions.set(scenario.version, { keepCompatible: scenario.keepCompatible });
      scenario.version += 1;
      scenario.keepCompatible = keepCompatible ?? scenario.keepCompatible;
      scenario.metadata = metadata;
    }
    return { outcome: { $case: "scenario", value: toMessage(request.id, scenario) } };
  };

  readonly shareThroughSaved: ScenariosClient["shareThroughSaved"] = async (request, origin) => {
    const { id, creation, savedScenario, members, takesBackOthers } = request;
    const scenario = this.#find(id, null, origin, "shareThroughSaved");
    if (creation !== undefined && creation !== scenario.creation) refuse(status.NOT_FOUND);
    const key = `${savedScenario} ${origin?.idempotencyKey}`;
    if (scenario.idempotencyKeys.has(key)) return {};
    scenario.idempotencyKeys.add(key);
    const reason = reasonOf("share", scenario, origin);
    const highestRole = reason === null ? "owner" : reason === "missing_scope" ? "collaborator" : null;
    const roles = scenario.sharedRoles[savedScenario] ?? {};
    const memberRoles = Object.fromEntries(
      members.map(({ person, role = null, atMost = role }) => {
        const requestedRole = higherRole(role as Role | null, roles[person] ?? null);
        return [person, lowerRole(atMost as Role | null, requestedRole)];
      }),
    );
    const requestedRoles = takesBackOthers ? memberRoles : { ...roles, ...memberRoles };
    const grantedRoles = Object.entries(requestedRoles).flatMap(([text, role]) => {
      const person = Number(text);
      const allowedRole = lowerRole(role, higherRole(highestRole, roles[person] ?? null));
      const directRoles = scenario.directRoles[person] ?? null;
      return allowedRole === null || higherRole(allowedRole, directRoles) === directRoles
        ? []
        : [[person, allowedRole] as const];
    });
    const isSame = JSON.stringify(Object.fromEntries(grantedRoles)) === JSON.stringify(roles);
    scenario.sharedRoles[savedScenario] = Object.fromEntries(grantedRoles);
    if (!isSame) this.changes += 1;
    scenario.roles = { ...scenario.directRoles };
    for (const [person, role] of Object.values(scenario.sharedRoles).flatMap(Object.entries<Role>)) {
      scenario.roles[Number(person)] = higherRole(scenario.roles[Number(person)] ?? null, role)!;
    }
    return {};
  };

  readonly couplePerson: ScenariosClient["couplePerson"] = async ({ person, into }) => {
    this.beforeCall("couplePerson");
    for (const scenario of this.scenariosById.values()) {
      for (const roles of [scenario.roles, scenario.directRoles, ...Object.values(scenario.sharedRoles)]) {
        if (roles[person] !== undefined) roles[into] = higherRole(roles[into] ?? null, roles[person])!;
        delete roles[person];
      }
    }
    return {};
  };

  #find(id: number, operation: "read" | "update" | null, origin: CallOrigin = {}, method: string): FakeScenario {
    this.beforeCall(method, origin);
    const scenario = this.scenariosById.get(id) ?? refuse(status.NOT_FOUND);
    const reason = operation === null ? null : reasonOf(operation, scenario, origin);
    if (reason === "hidden") refuse(status.NOT_FOUND);
    if (reason !== null) refuse(status.PERMISSION_DENIED);
    return scenario;
  }
}

function reasonOf(operation: "read" | "update" | "share", scenario: FakeScenario, origin: CallOrigin = {}) {
  const { actor = "anonymous", scopes = null, admin = false } = origin;
  const caller: Caller = callerOf({ actor, scopes, admin });
  return denialOf(operation, caller, { ...scenario, readOnly: false });
}

const toMessage = (
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
