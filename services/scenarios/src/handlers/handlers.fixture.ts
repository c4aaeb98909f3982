/** The service over real gRPC on every store, with a small fake model, for tests. */
import { afterEach, beforeEach, describe } from "vitest";
import { inputFactsCodec, inputValueCodec, recordOf, scalarCodec } from "@etesian/contracts/codecs";
import { ComputeServiceDefinition } from "@etesian/contracts/compute";
import {
  type CreateScenarioRequest,
  type Scenario,
  ScenariosServiceDefinition,
  type UpdateScenarioRequest,
} from "@etesian/contracts/scenarios";
import { type EventStore, openEventStore, openReadDatabase } from "@etesian/event-store";
import { storesOfRun } from "@etesian/event-store/testing";
import {
  type CallOrigin,
  createLogger,
  createMetrics,
  type RpcClient,
  RpcError,
  serve,
  status,
} from "@etesian/service-kit";
import { connect, startRpcServer } from "@etesian/service-kit/network";
import { createCurveSets } from "../curves.fixture.ts";
import { table } from "../input-table.fixture.ts";
import { scenariosService } from "./handlers.ts";

const TOKEN = "test-token";
const log = createLogger({ program: "test", level: "silent" });

export const { toMessage: scalar } = scalarCodec;
export const { toMessage: inputs } = recordOf(scalarCodec);

export const creation = (facts: Partial<CreateScenarioRequest> = {}): CreateScenarioRequest => ({
  areaCode: undefined,
  endYear: undefined,
  userValues: {},
  scale: undefined,
  descale: false,
  privateByDefault: false,
  ...facts,
});

export const change = (id: number, facts: Partial<UpdateScenarioRequest> = {}): UpdateScenarioRequest => ({
  id,
  userValues: {},
  reset: false,
  autobalance: true,
  source: undefined,
  template: undefined,
  preview: false,
  ...facts,
});

export const valuesOf = (scenario: Scenario): object =>
  recordOf(inputValueCodec).fromMessage(scenario.recipe!.userValues);

export const failure = async (
  promise: Promise<unknown>,
): Promise<{ code: string; reason?: string; message: string }> => {
  const error = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(error instanceof RpcError)) throw new Error(`expected an RPC error, got ${String(error)}`);
  const { codeName: code, reason, message } = error;
  return reason === null ? { code, message } : { code, reason, message };
};

type Client = RpcClient<ScenariosServiceDefinition>;

/** The service under test; each test has its own store. */
export class ServiceUnderTest {
  url = "";
  /** Description of the model, number of requested input tables, and whether the compute service responds. */
  model = { hash: "m1", areas: ["nl"], isReachable: true, tables: 0 };
  /** Store of the process that was started last. */
  store!: EventStore;
  client!: Client;
  readonly #cleanups: (() => Promise<void> | void)[] = [];

  async open(url: string): Promise<void> {
    this.url = url;
    this.model = { hash: "m1", areas: ["nl"], isReachable: true, tables: 0 };
    await this.restart();
  }

  /** Starts another process on the same store. */
  async startReplica(): Promise<Client> {
    const metrics = createMetrics();
    const listen = { host: "127.0.0.1", port: 0, token: TOKEN, log, metrics };
    const computeServer = await startRpcServer({ ...listen, services: [this.#compute()] });
    const computeClient = connect(ComputeServiceDefinition, {
      address: computeServer.address,
      deadlineMs: 5_000,
      token: TOKEN,
    });
    const store = await openEventStore(this.url);
    const readModels = await openReadDatabase(this.url);
    const service = await scenariosService({
      store,
      readModels,
      compute: computeClient,
      curves: createCurveSets().client,
    });
    const server = await startRpcServer({ ...listen, services: [service] });
    const client = connect(ScenariosServiceDefinition, { address: server.address, deadlineMs: 10_000, token: TOKEN });
    this.#cleanups.push(
      () => readModels.close(),
      () => store.close(),
      () => computeServer.close(0),
      () => computeClient.close(),
      () => server.close(0),
      () => client.close(),
    );
    this.store = store;
    return client;
  }

  /** Continues with a new process, whose caches are empty. */
  async restart(): Promise<void> {
    this.client = await this.startReplica();
  }

  async createOne(facts: Partial<CreateScenarioRequest> = {}, origin: CallOrigin = {}): Promise<Scenario> {
    const { outcome } = await this.client.createScenario(creation(facts), origin);
    if (outcome?.$case !== "scenario") throw new Error(JSON.stringify(outcome));
    return outcome.value;
  }

  async update(
    id: number,
    facts: Partial<UpdateScenarioRequest>,
    client = this.client,
    origin: CallOrigin = {},
  ): Promise<Scenario> {
    const { outcome } = await client.updateScenario(change(id, facts), origin);
    if (outcome?.$case !== "scenario") throw new Error(JSON.stringify(outcome));
    return outcome.value;
  }

  async close(): Promise<void> {
    for (const close of this.#cleanups.splice(0).toReversed()) await close();
  }

  #compute() {
    const respond = <T>(response: T): Promise<T> =>
      this.model.isReachable ? Promise.resolve(response) : Promise.reject(new RpcError(status.UNAVAILABLE, "down"));
    const unexpectedStream = (): never => {
      throw new Error("unexpected call");
    };
    const unexpectedCall = (): Promise<never> => Promise.reject(new Error("unexpected call"));
    return serve(ComputeServiceDefinition, {
      describeModel: () =>
        respond({
          modelHash: this.model.hash,
          defaultArea: "nl",
          customCurves: [],
          defaultOrders: { storage: { keys: ["a", "b", "c"] } },
          changes: [],
          coupledInputs: [...table.values()]
            .filter(({ couplingGroups }) => couplingGroups.length > 0)
            .map(({ key, couplingGroups }) => ({ key, couplingGroups: [...couplingGroups] })),
        }),
      listAreas: () =>
        respond({
          areas: this.model.areas.map((key) => ({ key, startYear: 2023, useable: true, attributesJson: "{}" })),
        }),
      getInputTable: ({ area }) => {
        this.model.tables += 1;
        if (!this.model.areas.includes(area)) throw new RpcError(status.NOT_FOUND, "unknown area");
        return respond({ modelHash: this.model.hash, inputs: [...table.values()].map(inputFactsCodec.toMessage) });
      },
      getDatasetCurve: unexpectedCall,
      listGqueries: unexpectedCall,
      listInputDescriptions: unexpectedCall,
      describeInterface: unexpectedCall,
      query: unexpectedCall,
      getNode: unexpectedCall,
      download: unexpectedStream,
      getAreaManifest: unexpectedCall,
      readPart: unexpectedStream,
    });
  }
}

const stores = await storesOfRun();

/** Runs tests of the service on each available store. */
export function onEveryStore(title: string, tests: (service: ServiceUnderTest) => void): void {
  for (const { name, missing, create } of stores) {
    describe.skipIf(missing !== null)(`${title}: ${name}${missing === null ? "" : ` (${missing})`}`, () => {
      const service = new ServiceUnderTest();
      let remove: () => Promise<void>;
      beforeEach(async () => {
        const testStore = await create();
        ({ remove } = testStore);
        await service.open(testStore.url);
      });
      afterEach(async () => {
        await service.close();
        await remove();
      });
      tests(service);
    });
  }
}
