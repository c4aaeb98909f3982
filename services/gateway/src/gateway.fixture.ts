/** A gateway before services that do what a test says, and the messages they answer. */
import type { AccountsServiceDefinition, Principal } from "@etesian/contracts/accounts";
import type { ComputeServiceDefinition } from "@etesian/contracts/compute";
import type { SavedScenario, SavedScenariosServiceDefinition } from "@etesian/contracts/saved-scenarios";
import type { Problem, Scenario, ScenariosServiceDefinition } from "@etesian/contracts/scenarios";
import { type Calls, createLogger, createMetrics, Readiness } from "@etesian/service-kit";
import type { Backends } from "./backends.ts";
import { createGateway, type GatewayOptions } from "./gateway.ts";

type Accounts = Calls<AccountsServiceDefinition>;
type Scenarios = Calls<ScenariosServiceDefinition>;
type Saved = Calls<SavedScenariosServiceDefinition>;
export type Compute = Calls<ComputeServiceDefinition>;

export const scenario = (changes: Partial<Scenario> = {}): Scenario => ({
  id: 1,
  version: 3,
  recipe: {
    area: "nl",
    endYear: 2050,
    userValues: {
      share: { value: { $case: "number", value: 20.5 } },
      weather: { value: { $case: "text", value: "1987" } },
    },
    balancedValues: { other: 79.5 },
    activeCouplings: ["chp"],
    orders: {},
    curves: {},
    scaling: undefined,
  },
  startYear: 2023,
  createdAt: new Date("2026-01-02T03:04:05.678Z"),
  updatedAt: new Date("2026-01-02T03:04:06.000Z"),
  source: undefined,
  private: false,
  keepCompatible: false,
  readOnly: false,
  metadataJson: '{"title":"Mine"}',
  inactiveCouplings: [],
  template: undefined,
  versionTag: undefined,
  featured: undefined,
  templateFeatured: undefined,
  esdlFile: undefined,
  ...changes,
});

export const savedScenario = (changes: Partial<SavedScenario> = {}): SavedScenario => ({
  id: 5,
  version: 2,
  title: "Mine",
  description: undefined,
  private: false,
  present: {
    scenarioId: 1,
    scenarioVersion: 3,
    area: "nl",
    endYear: 2050,
    modelVersion: "latest",
    savedAt: new Date("2026-01-02T03:04:05.678Z"),
  },
  history: [],
  discardedAt: undefined,
  createdAt: new Date("2026-01-02T03:04:05.678Z"),
  updatedAt: new Date("2026-01-02T03:04:06.000Z"),
  members: [{ person: 1, role: "owner" }],
  ...changes,
});

const notAsked = () => Promise.reject(new Error("this call was not expected"));

/** A gateway before services that do what the test says and nothing else. */
export function gateway(
  backends: {
    scenarios?: Partial<Scenarios>;
    saved?: Partial<Saved>;
    compute?: Partial<Compute>;
    curves?: Partial<Backends["curves"]>;
    accounts?: Partial<Accounts>;
  } = {},
  options: Partial<GatewayOptions> = {},
) {
  const scenarios: Scenarios = {
    createScenario: notAsked,
    interpolateScenario: notAsked,
    interpolateScenarios: notAsked,
    mergeScenarios: notAsked,
    tagVersion: notAsked,
    loadDump: notAsked,
    listFeatured: notAsked,
    attachEsdlFile: notAsked,
    getEsdlFile: notAsked,
    getScenario: async () => scenario(),
    listScenarios: notAsked,
    updateScenario: notAsked,
    listHistory: notAsked,
    followScenario: () => {
      throw new Error("this call was not expected");
    },
    restoreScenario: notAsked,
    changeCouplings: notAsked,
    listOrders: notAsked,
    setOrder: notAsked,
    listCurves: notAsked,
    attachCurve: notAsked,
    detachCurve: notAsked,
    deleteScenario: notAsked,
    couplePerson: notAsked,
    listRoles: notAsked,
    changeRoles: notAsked,
    listInputs: notAsked,
    releasePerson: notAsked,
    ...backends.scenarios,
  };
  const saved: Saved = {
    createSavedScenario: notAsked,
    getSavedScenario: async () => savedScenario(),
    listSavedScenarios: notAsked,
    updateSavedScenario: notAsked,
    discardSavedScenario: notAsked,
    deleteSavedScenario: notAsked,
    followSavedScenario: () => {
      throw new Error("this call was not expected");
    },
    listRoles: notAsked,
    changeRoles: notAsked,
    couplePerson: notAsked,
    releasePerson: notAsked,
    createCollection: notAsked,
    getCollection: notAsked,
    listCollections: notAsked,
    updateCollection: notAsked,
    deleteCollection: notAsked,
    ...backends.saved,
  };
  const accounts: Accounts = {
    introspect: notAsked,
    getPeople: notAsked,
    findPeople: notAsked,
    changeAccount: notAsked,
    invite: notAsked,
    useIdentity: notAsked,
    acceptInvitation: notAsked,
    eraseAccount: notAsked,
    checkPassword: notAsked,
    sendLink: notAsked,
    findLink: notAsked,
    useLink: notAsked,
    getAccount: notAsked,
    issueToken: notAsked,
    revokeToken: notAsked,
    getSigningKeys: notAsked,
    putOidcRecord: notAsked,
    findOidcRecord: notAsked,
    consumeOidcRecord: notAsked,
    deleteOidcRecord: notAsked,
    revokeOidcGrant: notAsked,
    ...backends.accounts,
  };
  const compute: Compute = {
    describeModel: async () => ({
      modelHash: "m",
      defaultArea: "nl",
      coupledInputs: [],
      defaultOrders: {},
      changes: [],
      customCurves: [],
    }),
    listAreas: notAsked,
    listGqueries: notAsked,
    getInputTable: notAsked,
    getDatasetCurve: notAsked,
    query: notAsked,
    getNode: notAsked,
    download: () => {
      throw new Error("this call was not expected");
    },
    ...backends.compute,
  };
  return createGateway({
    backends: {
      scenarios,
      saved,
      compute,
      curves: { downloadCurve: notAsked, readNumbers: notAsked, ...backends.curves },
      accounts,
    },
    readiness: new Readiness(),
    metrics: createMetrics(),
    log: createLogger({ service: "gateway", level: "silent" }),
    bodyLimit: 1024 * 1024,
    rateLimit: 0,
    trustProxy: 0,
    publicUrl: "https://etesian.example.org",
    clients: [],
    registration: false,
    issuers: [],
    cors: false,
    ...options,
  });
}

export const refusal = (...problems: Problem[]) => ({ outcome: { $case: "rejection", value: { problems } } }) as const;
export const accepted = (value: Scenario) => ({ outcome: { $case: "scenario", value } }) as const;
export const number = (value: number) => ({ value: { $case: "number", value } }) as const;
export const text = (value: string) => ({ value: { $case: "text", value } }) as const;

/** What a person shows, and accounts that know them by it. */
export const bearer = { authorization: "Bearer etm_1_a" } as const;
export const principal = (facts: Partial<Principal> = {}): Principal => ({
  person: 1,
  scopes: ["scenarios:read", "scenarios:write", "scenarios:delete"],
  admin: false,
  privateScenarios: false,
  expiresAt: undefined,
  ...facts,
});
export const known: Partial<Accounts> = {
  introspect: async ({ token }) => ({ principal: token === "etm_1_a" ? principal() : undefined }),
};
