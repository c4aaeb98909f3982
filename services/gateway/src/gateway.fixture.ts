/** A gateway with mock services, sample messages, and a captured log. */
import { AsyncLocalStorage } from "node:async_hooks";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AccountsServiceDefinition, Principal } from "@etesian/contracts/accounts";
import type { ComputeServiceDefinition } from "@etesian/contracts/compute";
import type { SavedScenario } from "@etesian/contracts/saved-scenarios";
import type { Problem, Scenario } from "@etesian/contracts/scenarios";
import { type Calls, createLogger, createMetrics, type Logger, Readiness } from "@etesian/service-kit";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { onTestFinished } from "vitest";
import type { Backends } from "./backends.ts";
import { createGateway, type GatewayOptions } from "./gateway.ts";

type Accounts = Calls<AccountsServiceDefinition>;
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
  creation: "event of 1",
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

const unexpectedCall = () => Promise.reject(new Error("this call was not expected"));
const unexpectedStream = () => {
  throw new Error("this call was not expected");
};

/** Default services, for calls that a test does not define. */
export const DEFAULT_BACKENDS: Backends = {
  scenarios: {
    createScenario: unexpectedCall,
    interpolateScenario: unexpectedCall,
    interpolateScenarios: unexpectedCall,
    mergeScenarios: unexpectedCall,
    tagVersion: unexpectedCall,
    loadDump: unexpectedCall,
    listFeatured: unexpectedCall,
    attachEsdlFile: unexpectedCall,
    getEsdlFile: unexpectedCall,
    getScenario: async () => scenario(),
    listScenarios: unexpectedCall,
    updateScenario: unexpectedCall,
    listHistory: unexpectedCall,
    followScenario: unexpectedStream,
    restoreScenario: unexpectedCall,
    changeCouplings: unexpectedCall,
    listOrders: unexpectedCall,
    setOrder: unexpectedCall,
    listCurves: unexpectedCall,
    attachCurve: unexpectedCall,
    detachCurve: unexpectedCall,
    deleteScenario: unexpectedCall,
    couplePerson: unexpectedCall,
    listRoles: unexpectedCall,
    changeRoles: unexpectedCall,
    shareThroughSaved: unexpectedCall,
    listInputs: unexpectedCall,
    releasePerson: unexpectedCall,
    listComments: unexpectedCall,
    addComment: unexpectedCall,
    changeComment: unexpectedCall,
    deleteComment: unexpectedCall,
    listTeam: unexpectedCall,
    followTeam: unexpectedStream,
  },
  sweeps: {
    requestSweep: unexpectedCall,
    getSweep: unexpectedCall,
    listSweeps: unexpectedCall,
    cancelSweep: unexpectedCall,
    readResults: unexpectedStream,
    releasePerson: unexpectedCall,
    getWork: unexpectedCall,
    addPart: unexpectedCall,
  },
  savedScenarios: {
    createSavedScenario: unexpectedCall,
    getSavedScenario: async () => savedScenario(),
    listSavedScenarios: unexpectedCall,
    updateSavedScenario: unexpectedCall,
    discardSavedScenario: unexpectedCall,
    deleteSavedScenario: unexpectedCall,
    followSavedScenario: unexpectedStream,
    listRoles: unexpectedCall,
    changeRoles: unexpectedCall,
    couplePerson: unexpectedCall,
    releasePerson: unexpectedCall,
    createCollection: unexpectedCall,
    getCollection: unexpectedCall,
    listCollections: unexpectedCall,
    updateCollection: unexpectedCall,
    deleteCollection: unexpectedCall,
  },
  accounts: {
    introspect: unexpectedCall,
    getPeople: unexpectedCall,
    findPeople: unexpectedCall,
    changeAccount: unexpectedCall,
    setPassword: unexpectedCall,
    sendNewEmail: unexpectedCall,
    findNewEmail: unexpectedCall,
    useNewEmail: unexpectedCall,
    invite: unexpectedCall,
    useIdentity: unexpectedCall,
    acceptInvitation: unexpectedCall,
    sealText: unexpectedCall,
    openTexts: unexpectedCall,
    mention: unexpectedCall,
    eraseAccount: unexpectedCall,
    checkPassword: unexpectedCall,
    sendLink: unexpectedCall,
    findLink: unexpectedCall,
    useLink: unexpectedCall,
    getAccount: unexpectedCall,
    issueToken: unexpectedCall,
    removeAddress: unexpectedCall,
    revokeToken: unexpectedCall,
    getSigningKeys: unexpectedCall,
    putOidcRecord: unexpectedCall,
    findOidcRecord: unexpectedCall,
    consumeOidcRecord: unexpectedCall,
    deleteOidcRecord: unexpectedCall,
    revokeOidcGrant: unexpectedCall,
  },
  compute: {
    describeModel: async () => ({
      modelHash: "m",
      defaultArea: "nl",
      coupledInputs: [],
      defaultOrders: {},
      changes: [],
      customCurves: [],
    }),
    listAreas: unexpectedCall,
    listGqueries: unexpectedCall,
    listInputDescriptions: async () => ({ descriptions: {} }),
    describeInterface: unexpectedCall,
    getInputTable: unexpectedCall,
    getDatasetCurve: unexpectedCall,
    getAreaManifest: unexpectedCall,
    readPart: unexpectedStream,
    query: unexpectedCall,
    getNode: unexpectedCall,
    download: unexpectedStream,
  },
  curves: { downloadCurve: unexpectedCall, readNumbers: unexpectedCall },
};

/** Responses of the services that a test defines. */
type Responses = { readonly [Service in keyof Backends]?: Partial<Backends[Service]> };

const createTestGateway = (backends: Backends, options: Partial<GatewayOptions>): Promise<FastifyInstance> =>
  createGateway({
    backends,
    readiness: new Readiness(),
    metrics: createMetrics(),
    log: createLogger({ program: "gateway", level: "silent" }),
    bodyLimit: 1024 * 1024,
    rateLimit: 0,
    trustProxy: 0,
    contact: null,
    publicUrl: "https://etesian.example.org",
    clients: [],
    registration: false,
    issuers: [],
    cors: [],
    page: null,
    documentation: null,
    ...options,
  });

/** A separate gateway with mock services that respond only to calls that the test defines. */
export function newGateway(responses: Responses = {}, options: Partial<GatewayOptions> = {}): Promise<FastifyInstance> {
  const backends = {
    scenarios: { ...DEFAULT_BACKENDS.scenarios, ...responses.scenarios },
    savedScenarios: { ...DEFAULT_BACKENDS.savedScenarios, ...responses.savedScenarios },
    accounts: { ...DEFAULT_BACKENDS.accounts, ...responses.accounts },
    compute: { ...DEFAULT_BACKENDS.compute, ...responses.compute },
    curves: { ...DEFAULT_BACKENDS.curves, ...responses.curves },
    sweeps: { ...DEFAULT_BACKENDS.sweeps, ...responses.sweeps },
  };
  return createTestGateway(backends, options);
}

interface TestGateway {
  inject(request: InjectOptions | string): Promise<LightMyRequestResponse>;
}

/** Calls whose responses a gateway caches across requests. */
const CACHED_CALLS = new Set<string>([
  "introspect",
  "getSigningKeys",
  "describeModel",
  "listAreas",
  "listGqueries",
  "listInputDescriptions",
  "describeInterface",
  "followScenario",
  "followSavedScenario",
] satisfies (
  | keyof Backends["accounts"]
  | keyof Backends["compute"]
  | keyof Backends["scenarios"]
  | keyof Backends["savedScenarios"]
)[]);
/** Options that do not affect state. */
const STATELESS = new Set<string>(["bodyLimit", "cors", "trustProxy"] satisfies (keyof GatewayOptions)[]);

/** The services of the current request's test. */
const currentResponses = new AsyncLocalStorage<Responses>();

/** A service that delegates to the services of the current request's test. */
const delegateTo = <Service extends keyof Backends>(service: Service): Backends[Service] =>
  new Proxy(DEFAULT_BACKENDS[service], {
    get(target, call) {
      const responses = currentResponses.getStore()?.[service];
      return Reflect.get(responses !== undefined && call in responses ? responses : target, call) as unknown;
    },
  });

const sharedGateways = new Map<string, Promise<FastifyInstance>>();

function sharedGateway(name: string, options: Partial<GatewayOptions>): Promise<FastifyInstance> {
  const existingGateway = sharedGateways.get(name);
  if (existingGateway !== undefined) return existingGateway;
  const backends = {
    scenarios: delegateTo("scenarios"),
    savedScenarios: delegateTo("savedScenarios"),
    accounts: delegateTo("accounts"),
    compute: delegateTo("compute"),
    curves: delegateTo("curves"),
    sweeps: delegateTo("sweeps"),
  };
  const gateway = createTestGateway(backends, options);
  sharedGateways.set(name, gateway);
  return gateway;
}

/**
 * A gateway with mock services. Creating one takes far longer than a request, so tests share a gateway if nothing would
 * be cached between them; each request uses its own test's services.
 */
export async function gateway(responses: Responses = {}, options: Partial<GatewayOptions> = {}): Promise<TestGateway> {
  const hasDefaultToken = responses.accounts?.introspect === accountsWithToken.introspect;
  const isCached = Object.values(responses)
    .flatMap((calls) => Object.keys(calls))
    .some((call) => CACHED_CALLS.has(call) && !(call === "introspect" && hasDefaultToken));
  const isStateless = Object.keys(options).every((name) => STATELESS.has(name));
  if (isCached || !isStateless) return newGateway(responses, options);
  const app = await sharedGateway(JSON.stringify([hasDefaultToken, options]), options);
  return {
    inject: (request) => currentResponses.run(responses, () => app.inject(request).then((response) => response)),
  };
}

/** The calculation reported with calculated responses. */
export const calculation = { recipeHash: "r".repeat(64), engine: "e".repeat(64) } as const;
export const rejectionOutcome = (...problems: Problem[]) =>
  ({ outcome: { $case: "rejection", value: { problems } } }) as const;
export const scenarioOutcome = (value: Scenario) => ({ outcome: { $case: "scenario", value } }) as const;
export const number = (value: number) => ({ value: { $case: "number", value } }) as const;
export const text = (value: string) => ({ value: { $case: "text", value } }) as const;

/** Tokens of callers, and an accounts service that accepts them. */
export const bearer = { authorization: "Bearer etm_1_a" } as const;
export const principal = (facts: Partial<Principal> = {}): Principal => ({
  person: 1,
  scopes: ["scenarios:read", "scenarios:write", "scenarios:delete"],
  admin: false,
  privateScenarios: false,
  claims: ["email", "profile"],
  expiresAt: undefined,
  ...facts,
});
export const accountsWithToken: Partial<Accounts> = {
  introspect: async ({ token }) => ({ principal: token === "etm_1_a" ? principal() : undefined }),
};

/** A logger for a test, and its output: one JSON object per line. */
export function captureLog(level: string): { readonly log: Logger; readonly text: () => string } {
  const directory = mkdtempSync(join(tmpdir(), "etesian-log-"));
  const file = join(directory, "log");
  const fd = openSync(file, "a");
  onTestFinished(() => {
    closeSync(fd);
    rmSync(directory, { recursive: true });
  });
  return { log: createLogger({ program: "test", level, fd }), text: () => readFileSync(file, "utf8") };
}
