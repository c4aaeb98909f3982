/** The service over real gRPC, on every store; the calculation behind it is a small made-up model. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { inputFactsCodec, inputValueCodec, recordOf, scalarCodec } from "@etesian/contracts/codecs";
import { ComputeServiceDefinition } from "@etesian/contracts/compute";
import {
  type CreateScenarioRequest,
  type Scenario,
  type ScenarioChange,
  ScenariosServiceDefinition,
  type UpdateScenarioRequest,
} from "@etesian/contracts/scenarios";
import { type EventStore, openEventStore, openReadDatabase, START } from "@etesian/event-store";
import { testStores } from "@etesian/event-store/testing";
import {
  connect,
  createLogger,
  createMetrics,
  type RpcClient,
  RpcError,
  serve,
  startRpcServer,
  status,
} from "@etesian/service-kit";
import { table } from "./input-table.fixture.ts";
import { scenariosService } from "./handlers.ts";

const TOKEN = "of the test";
const log = createLogger({ service: "test", level: "silent" });

const { toMessage: scalar } = scalarCodec;
const { toMessage: inputs } = recordOf(scalarCodec);

const creation = (facts: Partial<CreateScenarioRequest> = {}): CreateScenarioRequest => ({
  areaCode: undefined,
  endYear: undefined,
  userValues: {},
  scale: undefined,
  descale: false,
  privateByDefault: false,
  ...facts,
});

const change = (id: number, facts: Partial<UpdateScenarioRequest> = {}): UpdateScenarioRequest => ({
  id,
  userValues: {},
  reset: false,
  autobalance: true,
  source: undefined,
  template: undefined,
  preview: false,
  ...facts,
});

const valuesOf = (scenario: Scenario): object => recordOf(inputValueCodec).fromMessage(scenario.recipe!.userValues);

const failure = async (promise: Promise<unknown>): Promise<{ code: string; reason?: string; message: string }> => {
  const error = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(error instanceof RpcError)) throw new Error(`expected an RPC error, got ${String(error)}`);
  const { codeName: code, reason, message } = error;
  return reason === null ? { code, message } : { code, reason, message };
};

for (const { name, missing, create } of await testStores()) {
  describe.skipIf(missing !== null)(`scenarios service: ${name}${missing === null ? "" : ` (${missing})`}`, () => {
    const closing: (() => Promise<void> | void)[] = [];
    let url: string;
    let store: EventStore;
    let scenarios: RpcClient<ScenariosServiceDefinition>;
    let model: { hash: string; areas: string[]; up: boolean; tables: number };

    /** One more process with the same store. */
    async function startReplica(): Promise<RpcClient<ScenariosServiceDefinition>> {
      const metrics = createMetrics();
      const unless = <T>(answer: T): Promise<T> =>
        model.up ? Promise.resolve(answer) : Promise.reject(new RpcError(status.UNAVAILABLE, "down"));
      const compute = serve(ComputeServiceDefinition, {
        describeModel: () =>
          unless({
            modelHash: model.hash,
            defaultArea: "nl",
            defaultOrders: { storage: { keys: ["a", "b", "c"] } },
            coupledInputs: [...table.values()]
              .filter(({ couplingGroups }) => couplingGroups.length > 0)
              .map(({ key, couplingGroups }) => ({ key, couplingGroups: [...couplingGroups] })),
          }),
        listAreas: () =>
          unless({
            areas: model.areas.map((key) => ({ key, startYear: 2023, useable: true, attributesJson: "{}" })),
          }),
        getInputTable: ({ area }) => {
          model.tables += 1;
          if (!model.areas.includes(area)) throw new RpcError(status.NOT_FOUND, "unknown area");
          return unless({ modelHash: model.hash, inputs: [...table.values()].map(inputFactsCodec.toMessage) });
        },
        listGqueries: () => Promise.reject(new Error("not asked")),
        query: () => Promise.reject(new Error("not asked")),
        getNode: () => Promise.reject(new Error("not asked")),
        download: () => {
          throw new Error("not asked");
        },
      });
      const listen = { host: "127.0.0.1", port: 0, token: TOKEN, log, metrics };
      const computeServer = await startRpcServer({ ...listen, services: [compute] });
      const computeClient = connect(ComputeServiceDefinition, {
        address: computeServer.address,
        deadlineMs: 5_000,
        token: TOKEN,
      });
      store = await openEventStore(url);
      const readModels = await openReadDatabase(url);
      const service = await scenariosService({ store, readModels, compute: computeClient });
      const server = await startRpcServer({ ...listen, services: [service] });
      const client = connect(ScenariosServiceDefinition, { address: server.address, deadlineMs: 10_000, token: TOKEN });
      closing.push(
        () => readModels.close(),
        () => store.close(),
        () => computeServer.close(0),
        () => computeClient.close(),
        () => server.close(0),
        () => client.close(),
      );
      return client;
    }

    async function createOne(facts: Partial<CreateScenarioRequest> = {}, origin = {}): Promise<Scenario> {
      const { outcome } = await scenarios.createScenario(creation(facts), origin);
      if (outcome?.$case !== "scenario") throw new Error(JSON.stringify(outcome));
      return outcome.value;
    }

    async function update(
      id: number,
      facts: Partial<UpdateScenarioRequest>,
      client = scenarios,
      origin = {},
    ): Promise<Scenario> {
      const { outcome } = await client.updateScenario(change(id, facts), origin);
      if (outcome?.$case !== "scenario") throw new Error(JSON.stringify(outcome));
      return outcome.value;
    }

    beforeEach(async () => {
      const created = await create();
      ({ url } = created);
      closing.push(created.remove);
      model = { hash: "m1", areas: ["nl"], up: true, tables: 0 };
      scenarios = await startReplica();
    });
    afterEach(async () => {
      for (const close of closing.splice(0).toReversed()) await close();
    });

    test("what the sliders of a new scenario need is asked for once, before they are", async () => {
      await createOne({ endYear: scalar("2040") });
      await vi.waitFor(() => expect(model.tables).toBe(1));
      await createOne({ endYear: scalar("2040") });
      await scenarios.listInputs({ id: 1, keys: [], originalDefaults: false, change: undefined });
      expect(model.tables).toBe(1);
    });

    test("a scenario is created, read, changed", async () => {
      const created = await createOne({ endYear: scalar("2040"), userValues: inputs({ coal: 70, steel: 1 }) });
      expect(created).toEqual({
        id: 1,
        version: 1,
        recipe: {
          area: "nl",
          endYear: 2040,
          userValues: inputs({ coal: 70, steel: 1 }),
          balancedValues: { gas: 20, wind: 10 },
          activeCouplings: ["industry"],
          orders: {},
          scaling: undefined,
        },
        startYear: 2023,
        createdAt: expect.any(Date) as Date,
        updatedAt: created.createdAt,
        source: undefined,
        private: false,
        keepCompatible: false,
        readOnly: false,
        metadataJson: "{}",
        inactiveCouplings: [],
        template: undefined,
      });
      expect(await scenarios.getScenario({ id: 1 })).toEqual(created);
      await sleep(5);
      const changed = await update(1, { userValues: inputs({ tax: 5 }), metadataJson: '{"a": 1}', source: {} });
      expect(changed).toMatchObject({ version: 3, metadataJson: '{"a":1}', createdAt: created.createdAt });
      expect(changed.updatedAt!.getTime()).toBeGreaterThan(created.updatedAt!.getTime());
      expect(valuesOf(changed)).toEqual({ coal: 70, steel: 1, tax: 5 });
      expect(await scenarios.getScenario({ id: 1 })).toEqual(changed);
    });

    test("a change that alters nothing keeps version and time", async () => {
      const created = await createOne({ userValues: inputs({ tax: 5 }) });
      await sleep(5);
      expect(await update(1, { userValues: inputs({ tax: "5" }), private: false })).toEqual(created);
    });

    test("what is wrong with a request is answered by attribute, and nothing happens", async () => {
      expect(await scenarios.createScenario(creation({ areaCode: scalar("x"), private: true }))).toEqual({
        outcome: {
          $case: "rejection",
          value: {
            problems: [
              { attribute: "area_code", message: "is unknown or not supported" },
              { attribute: "private", message: "can not be true on an unowned scenario" },
            ],
          },
        },
      });
      const created = await createOne();
      const { outcome } = await scenarios.updateScenario(
        change(created.id, { userValues: inputs({ tax: 1, nope: 2 }) }),
      );
      expect(outcome).toEqual({
        $case: "rejection",
        value: { problems: [{ attribute: "base", message: "Input nope does not exist" }] },
      });
      expect(await scenarios.getScenario({ id: created.id })).toEqual(created);
      expect(await store.readAll(START, 100)).toHaveLength(1);
    });

    test("a preview answers what would be and keeps nothing; the decision holds while the version does", async () => {
      const created = await createOne();
      const preview = await update(created.id, { userValues: inputs({ tax: 5 }), preview: true });
      expect(preview).toMatchObject({ version: 1 });
      expect(valuesOf(preview)).toEqual({ tax: 5 });
      expect(await scenarios.getScenario({ id: created.id })).toEqual(created);
      const kept = await update(created.id, { userValues: inputs({ tax: 5 }), expectedVersion: 1 });
      expect(kept.recipe).toEqual(preview.recipe);
      for (const preview of [true, false]) {
        expect(await failure(update(created.id, { metadataJson: "{}", expectedVersion: 1, preview }))).toEqual({
          code: "ABORTED",
          reason: "version_conflict",
          message: "Stream scenario-1 has version 2, expected 1",
        });
      }
    });

    test("clones have the values of their parent, then lives of their own", async () => {
      const parent = await createOne({ userValues: inputs({ tax: 5 }), metadataJson: '{"title":"p"}' });
      const clone = await createOne({ parentId: parent.id, areaCode: scalar("ignored") });
      expect(clone).toMatchObject({ template: parent.id, metadataJson: "{}" });
      await update(parent.id, { userValues: inputs({ tax: 9 }) });
      await update(clone.id, { userValues: inputs({ tax: 7 }) });
      const { inputs: states } = await scenarios.listInputs({
        id: clone.id,
        keys: ["tax"],
        originalDefaults: false,
        change: undefined,
      });
      expect(states).toMatchObject([{ default: scalar(5), user: scalar(7) }]);
      const original = await scenarios.listInputs({
        id: clone.id,
        keys: ["tax"],
        originalDefaults: true,
        change: undefined,
      });
      expect(original.inputs).toMatchObject([{ default: scalar(0), user: scalar(7) }]);
      expect(valuesOf(await update(clone.id, { userValues: inputs({ tax: "reset" }) }))).toEqual({ tax: 5 });
      const { outcome } = await scenarios.createScenario(creation({ parentId: 0 }));
      expect(outcome).toMatchObject({ value: { problems: [{ attribute: "scenario_id", message: "does not exist" }] } });
    });

    test("the link to the parent can be broken and changed", async () => {
      const parent = await createOne({ userValues: inputs({ tax: 5 }) });
      const clone = await createOne({ parentId: parent.id });
      expect(await update(clone.id, { template: {} })).toMatchObject({ template: undefined });
      expect(await update(clone.id, { template: { id: parent.id } })).toMatchObject({ template: parent.id });
      const { outcome } = await scenarios.updateScenario(change(clone.id, { template: { id: 999 } }));
      expect(outcome).toMatchObject({ $case: "rejection" });
    });

    test("inputs say what stands in the scenario and what cannot be set", async () => {
      const { id } = await createOne({ userValues: inputs({ steel: 1, coal: 70 }) });
      const { inputs: states } = await scenarios.listInputs({
        id,
        keys: [],
        originalDefaults: false,
        change: undefined,
      });
      expect(states.map(({ input }) => input!.key)).toEqual([...table.keys()]);
      const shown = (keys: string[]) =>
        states
          .filter(({ input }) => keys.includes(input!.key))
          .map(({ user, disabled, couplingDisabled }) => [user?.value?.value, disabled, couplingDisabled]);
      expect(shown(["gas", "tax"])).toEqual([
        [20, false, undefined],
        [undefined, false, undefined],
      ]);
      expect(shown(["steel", "local_steel", "offshore"])).toEqual([
        [1, false, undefined],
        [undefined, true, true],
        [undefined, true, undefined],
      ]);
      expect(
        await failure(scenarios.listInputs({ id, keys: ["tax", "nope"], originalDefaults: false, change: undefined })),
      ).toEqual({
        code: "NOT_FOUND",
        reason: "unknown_input",
        message: "No such input: nope",
      });
    });

    test("users see, change and delete what they may", async () => {
      const [owner, other] = [{ actor: "user:7" }, { actor: "user:8" }] as const;
      const mine = await createOne({ private: true }, owner);
      expect(await failure(scenarios.getScenario({ id: mine.id }, other))).toEqual({
        code: "NOT_FOUND",
        reason: "not_found",
        message: "Not found",
      });
      expect(await failure(scenarios.getScenario({ id: 99 }))).toEqual({
        code: "NOT_FOUND",
        reason: "unknown_scenario",
        message: "No such scenario: 99",
      });
      const { outcome } = await scenarios.createScenario(creation({ parentId: mine.id }), other);
      expect(outcome).toMatchObject({ $case: "rejection" });
      await update(mine.id, { private: false }, scenarios, owner);
      const notYours = { code: "PERMISSION_DENIED", reason: "not_yours", message: "Scenario does not belong to you" };
      expect(await failure(scenarios.updateScenario(change(mine.id, { private: true }), other))).toEqual(notYours);
      expect(await failure(scenarios.deleteScenario({ id: mine.id }, other))).toEqual(notYours);
      const seen = await scenarios.listInputs(
        { id: mine.id, keys: ["tax"], originalDefaults: false, change: undefined },
        other,
      );
      expect(seen.inputs[0]!.disabled).toBe(true);
      const anonymous = await createOne();
      expect(await failure(scenarios.deleteScenario({ id: anonymous.id }, owner))).toEqual(notYours);
      await update(mine.id, { readOnly: true }, scenarios, owner);
      expect(await failure(scenarios.updateScenario(change(mine.id, { reset: true }), owner))).toEqual({
        code: "PERMISSION_DENIED",
        reason: "read_only",
        message: "Cannot modify a read-only scenario",
      });
      await scenarios.deleteScenario({ id: mine.id }, owner);
      expect(await failure(scenarios.getScenario({ id: mine.id }, owner))).toMatchObject({ code: "NOT_FOUND" });
      expect((await createOne()).id).toBe(3);
    });

    test("users list their own scenarios, newest first, at once after a change", async () => {
      const owner = { actor: "user:7" } as const;
      expect(await scenarios.listScenarios({ page: 1, limit: 5 })).toEqual({ scenarios: [], total: 0 });
      await createOne();
      await createOne({}, { actor: "user:8" });
      for (let n = 0; n < 5; n++) {
        const { id } = await createOne({ private: n === 2 }, owner);
        const { scenarios: rows, total } = await scenarios.listScenarios({ page: 1, limit: 2 }, owner);
        expect([rows[0]!.id, total]).toEqual([id, n + 1]);
      }
      const page = async (page: number) =>
        (await scenarios.listScenarios({ page, limit: 2 }, owner)).scenarios.map(({ id }) => id);
      expect([await page(1), await page(2), await page(3), await page(4)]).toEqual([[7, 6], [5, 4], [3], []]);
      await scenarios.deleteScenario({ id: 6 }, owner);
      expect(await page(1)).toEqual([7, 5]);
    });

    test("couplings change, orders change, and both are part of the recipe", async () => {
      const { id } = await createOne({ userValues: inputs({ steel: 1 }) });
      const { outcome } = await scenarios.changeCouplings(
        { id, activate: [], deactivate: ["industry"], force: false },
        { actor: "user:7" },
      );
      expect(outcome).toMatchObject({
        value: { recipe: { activeCouplings: [] }, inactiveCouplings: ["industry"], version: 2 },
      });
      expect((await scenarios.listOrders({ id })).orders).toEqual({ storage: { keys: ["a", "b", "c"] } });
      const set = await scenarios.setOrder({ id, name: "storage", keys: ["b"] });
      expect(set.outcome?.value).toEqual({ keys: ["b", "a", "c"] });
      expect((await scenarios.listOrders({ id })).orders).toEqual({ storage: { keys: ["b", "a", "c"] } });
      expect((await scenarios.getScenario({ id })).recipe?.orders).toEqual({ storage: { keys: ["b", "a", "c"] } });
      expect((await scenarios.setOrder({ id, name: "storage", keys: ["x"] })).outcome?.value).toEqual({
        problems: [{ attribute: "base", message: "Order contains unknown options: x" }],
      });
      expect(await failure(scenarios.setOrder({ id, name: "toString", keys: [] }))).toMatchObject({
        code: "NOT_FOUND",
      });
      expect(await failure(scenarios.setOrder({ id: 99, name: "storage", keys: [] }))).toMatchObject({
        reason: "unknown_scenario",
      });
    });

    describe("in time", () => {
      /** Version 1: tax 1; 2: tax 2; 3: metadata. */
      async function changedTwice(origin = {}): Promise<number> {
        const { id } = await createOne({ userValues: inputs({ tax: 1 }) }, origin);
        await update(id, { userValues: inputs({ tax: 2 }) }, scenarios, origin);
        await update(id, { metadataJson: '{"a":1}' }, scenarios, origin);
        return id;
      }
      const follow = (id: number, after: number, stop: AbortController, origin = {}) =>
        scenarios.followScenario({ id, after }, { ...origin, signal: stop.signal })[Symbol.asyncIterator]();
      const next = async (changes: AsyncIterator<ScenarioChange>) => {
        const { done, value } = await changes.next();
        return done === true ? "end" : `${value.version} ${value.type}`;
      };

      test("the history says who did what, the latest first, page by page", async () => {
        const id = await changedTwice({ actor: "user:7" });
        const page = async (page: number, limit: number) => {
          const { changes, total } = await scenarios.listHistory({ id, page, limit });
          return [total, ...changes.map(({ version, type, actor }) => `${version} ${type} ${actor}`)];
        };
        expect(await page(1, 2)).toEqual([3, "3 MetadataReplaced user:7", "2 InputsSet user:7"]);
        expect(await page(2, 2)).toEqual([3, "1 ScenarioCreated user:7"]);
        expect(await page(3, 2)).toEqual([3]);
        const { changes } = await scenarios.listHistory({ id, page: 1, limit: 1 });
        expect(JSON.parse(changes[0]!.dataJson)).toEqual({ metadata: { a: 1 } });
      });

      test("a scenario, its inputs and its orders are shown as they were", async () => {
        const id = await changedTwice();
        await scenarios.setOrder({ id, name: "storage", keys: ["c"] });
        expect(valuesOf(await scenarios.getScenario({ id, at: 1 }))).toEqual({ tax: 1 });
        expect(await scenarios.getScenario({ id, at: 2 })).toMatchObject({ version: 2, metadataJson: "{}" });
        expect(await scenarios.getScenario({ id, at: 4 })).toEqual(await scenarios.getScenario({ id }));
        expect((await scenarios.listOrders({ id, at: 3 })).orders["storage"]?.keys).toEqual(["a", "b", "c"]);
        const { inputs: states } = await scenarios.listInputs({
          id,
          keys: ["tax"],
          originalDefaults: false,
          at: 1,
          change: undefined,
        });
        expect(states[0]?.user).toEqual(scalar(1));
        for (const at of [0, 5]) {
          expect(await failure(scenarios.getScenario({ id, at }))).toEqual({
            code: "NOT_FOUND",
            reason: "unknown_version",
            message: `Scenario ${id} has no version ${at}`,
          });
        }
      });

      test("inputs are shown as a change would leave them, which is not made", async () => {
        const id = await changedTwice();
        const ask = (userValues: object) =>
          scenarios.listInputs({
            id,
            keys: ["coal", "gas"],
            originalDefaults: false,
            change: change(0, { userValues: inputs(userValues as Record<string, number>) }),
          });
        expect((await ask({ coal: 60 })).inputs.map(({ user }) => user)).toEqual([60, 25].map((n) => scalar(n)));
        expect(await failure(ask({ coal: 101 }))).toMatchObject({ code: "INVALID_ARGUMENT", reason: "invalid" });
        expect((await scenarios.getScenario({ id })).version).toBe(3);
      });

      test("an earlier version is brought back, and that can be undone", async () => {
        const id = await changedTwice();
        const restore = async (version: number, expectedVersion?: number) =>
          (await scenarios.restoreScenario({ id, version, expectedVersion })).outcome?.value as Scenario;
        expect(await restore(1)).toMatchObject({ version: 4, metadataJson: "{}" });
        expect(valuesOf(await restore(3))).toEqual({ tax: 2 });
        expect(valuesOf(await scenarios.getScenario({ id, at: 4 }))).toEqual({ tax: 1 });
        expect((await restore(3)).version).toBe(5);
        expect(await failure(restore(1, 4))).toMatchObject({ code: "ABORTED" });
        expect(await failure(restore(9))).toMatchObject({ reason: "unknown_version" });
      });

      test("who was not there before does not see what was private", async () => {
        const owner = { actor: "user:7" } as const;
        const id = await changedTwice(owner);
        await update(id, { private: true }, scenarios, owner);
        await update(id, { userValues: inputs({ tax: 3 }) }, scenarios, owner);
        await update(id, { private: false }, scenarios, owner);
        const versions = async (origin: object) =>
          (await scenarios.listHistory({ id, page: 1, limit: 25 }, origin)).changes.map(({ version }) => version);
        expect([await versions(owner), await versions({})]).toEqual([
          [6, 5, 4, 3, 2, 1],
          [6, 3, 2, 1],
        ]);
        expect(await failure(scenarios.getScenario({ id, at: 5 }))).toMatchObject({ reason: "unknown_version" });
        expect(valuesOf(await scenarios.getScenario({ id, at: 5 }, owner))).toEqual({ tax: 3 });
        const stop = new AbortController();
        const [theirs, ours] = [follow(id, 2, stop), follow(id, 2, stop, owner)];
        expect([await next(theirs), await next(theirs)]).toEqual(["3 MetadataReplaced", "6 MadePublic"]);
        expect([await next(ours), await next(ours)]).toEqual(["3 MetadataReplaced", "4 MadePrivate"]);
        stop.abort();
      });

      test("what happens is told to everybody who listens, once and in order, by whichever replica it is done", async () => {
        const id = await changedTwice();
        const other = await startReplica();
        const stop = new AbortController();
        const listeners = Array.from({ length: 20 }, (_, n) => follow(id, n % 3, stop));
        const heard = listeners.map(async (changes) => {
          const all: string[] = [];
          while (all.at(-1) !== "23 InputsSet") all.push(await next(changes));
          return all;
        });
        for (let n = 1; n <= 20; n++) {
          await update(id, { userValues: inputs({ tax: n + 10 }) }, n % 2 ? other : scenarios);
        }
        const all = Array.from({ length: 23 }, (_, n) => n + 1).map(
          (n) => `${n} ${n === 1 ? "ScenarioCreated" : n === 3 ? "MetadataReplaced" : "InputsSet"}`,
        );
        expect(await Promise.all(heard)).toEqual(listeners.map((_, n) => all.slice(n % 3)));
        stop.abort();
      });

      test("listening ends with the right to see, and with the scenario", async () => {
        const owner = { actor: "user:7" } as const;
        const id = await changedTwice(owner);
        const stop = new AbortController();
        const [theirs, ours] = [follow(id, 3, stop), follow(id, 3, stop, owner)];
        const [end, private_] = [next(theirs), next(ours)];
        await sleep(50);
        await update(id, { private: true }, scenarios, owner);
        expect([await end, await private_]).toEqual(["end", "4 MadePrivate"]);
        expect(await failure(next(follow(id, 3, stop)))).toMatchObject({ reason: "not_found" });
        const gone = next(ours);
        await scenarios.deleteScenario({ id }, owner);
        expect(await gone).toBe("end");
        stop.abort();
      });
    });

    test("scenarios are made from others, each kept for good", async () => {
      const owner = { actor: "user:7", idempotencyKey: "3c2c8f8e-several-at-once" } as const;
      const { id } = await createOne({ userValues: inputs({ tax: 27 }), source: "page" }, { actor: "user:7" });
      await scenarios.setOrder({ id, name: "storage", keys: ["c"] }, { actor: "user:7" });
      const several = async () => {
        const { outcome } = await scenarios.interpolateScenarios({ ids: [id], endYears: [2041, 2032] }, owner);
        if (outcome?.$case !== "scenarios") throw new Error(JSON.stringify(outcome));
        return outcome.value.scenarios;
      };
      const made = await several();
      expect(made.map((one) => [one.recipe?.endYear, valuesOf(one), one.source])).toEqual([
        [2032, { tax: 9 }, "page"],
        [2041, { tax: 18 }, "page"],
      ]);
      expect(made[0]?.recipe?.orders["storage"]?.keys).toEqual(["c", "a", "b"]);
      expect(await several()).toEqual(made);
      const one = await scenarios.interpolateScenario({ id, endYear: 2041, startId: made[0]!.id }, { actor: "user:7" });
      expect(one.outcome).toMatchObject({ $case: "scenario", value: { id: made[1]!.id + 1, template: undefined } });
      expect((await scenarios.interpolateScenario({ id, endYear: 2060 })).outcome?.value).toEqual({
        problems: [{ attribute: "base", message: "must be prior to the original scenario end year" }],
      });
      const other = await createOne({ userValues: inputs({ tax: 3 }) });
      const mean = await scenarios.mergeScenarios(
        {
          scenarios: [
            { id, weight: 1 },
            { id: other.id, weight: 3 },
          ],
        },
        {},
      );
      expect(mean.outcome).toMatchObject({ $case: "scenario", value: { source: "ETEngine Merger" } });
      expect(valuesOf(mean.outcome?.value as Scenario)).toEqual({ tax: 9 });
      expect(await failure(scenarios.mergeScenarios({ scenarios: [{ id }, { id: 98 }, { id: 99 }] }))).toMatchObject({
        reason: "unknown_scenarios",
        message: "scenarios not found: [98, 99]",
      });
    });

    test("the inputs of a read-only scenario are disabled", async () => {
      const { id } = await createOne({ readOnly: true });
      const { inputs: states } = await scenarios.listInputs({
        id,
        keys: ["tax"],
        originalDefaults: false,
        change: undefined,
      });
      expect(states).toMatchObject([{ disabled: true, couplingDisabled: undefined }]);
    });

    test("a scenario is no template of itself, nor of one in another area", async () => {
      model.areas.push("de");
      const { id } = await createOne();
      const { id: german } = await createOne({ areaCode: scalar("de") });
      const linked = async (template: number) =>
        (await scenarios.updateScenario(change(id, { template: { id: template } }))).outcome?.value;
      expect(await linked(id)).toEqual({
        problems: [{ attribute: "scenario_id", message: "is the scenario itself" }],
      });
      expect(await linked(german)).toEqual({ problems: [{ attribute: "scenario_id", message: "is of another area" }] });
    });

    test("every event says who, on behalf of which request", async () => {
      const { id } = await createOne({}, { actor: "user:7", requestId: "req-1" });
      await update(id, { userValues: inputs({ tax: 1 }), keepCompatible: true }, scenarios, {
        actor: "user:7",
        requestId: "req-2",
      });
      const events = await store.readStream(`scenario-${id}`);
      expect(events.map(({ type, actor, correlationId }) => [type, actor, correlationId])).toEqual([
        ["ScenarioCreated", "user:7", "req-1"],
        ["InputsSet", "user:7", "req-2"],
        ["KeptCompatible", "user:7", "req-2"],
      ]);
    });

    test("what one replica accepted the others show; changes at the same time all count", async () => {
      const other = await startReplica();
      const { id } = await createOne();
      await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          update(id, { userValues: inputs(n % 2 ? { tax: n } : { plants: n }) }, n % 2 ? other : scenarios),
        ),
      );
      const seen = await scenarios.getScenario({ id });
      expect(seen.version).toBe(21);
      expect(await other.getScenario({ id })).toEqual(seen);
      const ids = await Promise.all(
        Array.from({ length: 20 }, async (_, n) => {
          const { outcome } = await (n % 2 ? other : scenarios).createScenario(creation());
          return outcome?.$case === "scenario" ? outcome.value.id : Number.NaN;
        }),
      );
      expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 2));
    });

    test("ids go on after the read models were lost", async () => {
      await createOne();
      await createOne();
      const readModels = await openReadDatabase(url);
      await readModels.create([
        { text: "delete from checkpoints", values: [] },
        { text: "delete from sequences", values: [] },
        { text: "delete from scenario_members", values: [] },
      ]);
      await readModels.close();
      scenarios = await startReplica();
      expect((await createOne()).id).toBe(3);
    });

    describe("a change with an idempotency key", () => {
      const named = { actor: "user:7", idempotencyKey: "3c2c8f8e-first-attempt" } as const;

      test("creates one scenario however often it is asked for, also at the same time", async () => {
        const [first, again] = await Promise.all([createOne({}, named), createOne({}, named)]);
        expect(again).toEqual(first);
        expect(await createOne({}, named)).toEqual(first);
        expect((await createOne({}, { ...named, actor: "user:8" })).id).not.toBe(first.id);
        expect((await scenarios.listScenarios({ page: 1, limit: 25 }, named)).total).toBe(1);
      });

      test("is made once, also when it was decided on a version that is gone", async () => {
        const { id, version } = await createOne();
        const asked = { userValues: inputs({ tax: 5 }), expectedVersion: version };
        const changed = await update(id, asked, scenarios, named);
        await update(id, { userValues: inputs({ tax: 6 }) });
        for (const preview of [true, false]) {
          const again = await update(id, { ...asked, preview }, scenarios, named);
          expect([valuesOf(again), again.version]).toEqual([{ tax: 6 }, changed.version + 1]);
        }
      });

      test("whose key was used for another change is refused", async () => {
        const { id } = await createOne({}, named);
        const other = await createOne();
        expect(await failure(update(other.id, { userValues: inputs({ tax: 5 }) }, scenarios, named))).toMatchObject({
          code: "FAILED_PRECONDITION",
          reason: "idempotency_key_used",
        });
        await update(other.id, { userValues: inputs({ tax: 5 }) }, scenarios, { ...named, actor: "user:9" });
        expect(await failure(scenarios.createScenario(creation(), { ...named, actor: "user:9" }))).toMatchObject({
          reason: "idempotency_key_used",
        });
        expect(id).not.toBe(other.id);
      });
    });

    test("an area that is no longer part of the model", async () => {
      const { id } = await createOne({ userValues: inputs({ tax: 1 }) });
      model.areas = [];
      model.hash = "m2";
      scenarios = await startReplica();
      expect(await scenarios.getScenario({ id })).toMatchObject({ startYear: 2019, inactiveCouplings: [] });
      const { outcome } = await scenarios.updateScenario(change(id, { userValues: inputs({ tax: 2 }) }));
      const gone = { value: { problems: [{ attribute: "area_code", message: "is unknown or not supported" }] } };
      expect(outcome).toMatchObject(gone);
      expect((await scenarios.updateScenario(change(id, { title: "x" }))).outcome).toMatchObject(gone);
      expect(await failure(scenarios.listInputs({ id, keys: [], originalDefaults: false, change: undefined }))).toEqual(
        {
          code: "FAILED_PRECONDITION",
          reason: "area_gone",
          message: "Scenario uses an unsupported area code and is no longer available: nl",
        },
      );
    });

    test("reading and listing scenarios asks for no table of inputs", async () => {
      const actor = { actor: "user:7" } as const;
      await createOne({ userValues: inputs({ steel: 1 }) }, actor);
      await createOne({ endYear: scalar("2040"), userValues: inputs({ tax: 1 }) }, actor);
      scenarios = await startReplica();
      model.tables = 0;
      const { scenarios: rows } = await scenarios.listScenarios({ page: 1, limit: 25 }, actor);
      expect(rows.map(({ recipe }) => recipe?.activeCouplings)).toEqual([[], ["industry"]]);
      expect(model.tables).toBe(0);
    });

    test("the model is asked once; while the calculation is away, what is known goes on working", async () => {
      const { id } = await createOne({ userValues: inputs({ tax: 1 }) });
      await Promise.all(Array.from({ length: 10 }, (_, n) => update(id, { userValues: inputs({ tax: n }) })));
      expect(model.tables).toBe(1);
      model.up = false;
      expect(valuesOf(await update(id, { userValues: inputs({ tax: 50 }) }))).toEqual({ tax: 50 });
      const other = await createOneIn("2060");
      expect(other).toMatchObject({ code: "UNAVAILABLE" });
      model.up = true;
      expect(await createOne({ endYear: scalar("2060"), userValues: inputs({ tax: 1 }) })).toMatchObject({
        version: 1,
      });
    });

    const createOneIn = (endYear: string) =>
      failure(scenarios.createScenario(creation({ endYear: scalar(endYear), userValues: inputs({ tax: 1 }) })));

    test("without its store it is unavailable, which is not an internal error", async () => {
      const { id } = await createOne();
      await store.close();
      expect(await failure(scenarios.getScenario({ id }))).toMatchObject({ code: "UNAVAILABLE" });
      expect(await failure(update(id, { metadataJson: "{}" }))).toMatchObject({ code: "UNAVAILABLE" });
    });
  });
}
