/** Tests calls that create, change and derive scenarios. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Scenario } from "@etesian/contracts/scenarios";
import { START } from "@etesian/event-store";
import { scalar, inputs, creation, change, valuesOf, failure, onEveryStore } from "./handlers.fixture.ts";

onEveryStore("single scenarios", (service) => {
  test("a scenario can be created, read and changed", async () => {
    const created = await service.createOne({ endYear: scalar("2040"), userValues: inputs({ coal: 70, steel: 1 }) });
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
        curves: {},
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
      creation: expect.any(String) as string,
    });
    expect(await service.client.getScenario({ id: 1 })).toEqual(created);
    await sleep(5);
    const changed = await service.update(1, { userValues: inputs({ tax: 5 }), metadataJson: '{"a": 1}', source: {} });
    expect(changed).toMatchObject({ version: 3, metadataJson: '{"a":1}', createdAt: created.createdAt });
    expect(changed.updatedAt!.getTime()).toBeGreaterThan(created.updatedAt!.getTime());
    expect(valuesOf(changed)).toEqual({ coal: 70, steel: 1, tax: 5 });
    expect(await service.client.getScenario({ id: 1 })).toEqual(changed);
  });

  test("a change without effect keeps the version and the time", async () => {
    const created = await service.createOne({ userValues: inputs({ tax: 5 }) });
    await sleep(5);
    expect(await service.update(1, { userValues: inputs({ tax: "5" }), private: false })).toEqual(created);
  });

  test("problems of a request are reported by attribute, and nothing is changed", async () => {
    expect(await service.client.createScenario(creation({ areaCode: scalar("x"), private: true }))).toEqual({
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
    const created = await service.createOne();
    const { outcome } = await service.client.updateScenario(
      change(created.id, { userValues: inputs({ tax: 1, nope: 2 }) }),
    );
    expect(outcome).toEqual({
      $case: "rejection",
      value: { problems: [{ attribute: "base", message: "Input nope does not exist" }] },
    });
    expect(await service.client.getScenario({ id: created.id })).toEqual(created);
    expect(await service.store.readAll(START, 100)).toHaveLength(1);
  });

  test("a preview returns the result without storing it; the change succeeds while the version is current", async () => {
    const created = await service.createOne();
    const preview = await service.update(created.id, { userValues: inputs({ tax: 5 }), preview: true });
    expect(preview).toMatchObject({ version: 1 });
    expect(valuesOf(preview)).toEqual({ tax: 5 });
    expect(await service.client.getScenario({ id: created.id })).toEqual(created);
    const scenario = await service.update(created.id, { userValues: inputs({ tax: 5 }), expectedVersion: 1 });
    expect(scenario.recipe).toEqual(preview.recipe);
    for (const preview of [true, false]) {
      expect(await failure(service.update(created.id, { metadataJson: "{}", expectedVersion: 1, preview }))).toEqual({
        code: "ABORTED",
        reason: "version_conflict",
        message: "Stream scenario-1 has version 2, expected 1",
      });
    }
  });

  test("clones start with their parent's values and change independently", async () => {
    const parent = await service.createOne({ userValues: inputs({ tax: 5 }), metadataJson: '{"title":"p"}' });
    const clone = await service.createOne({ parentId: parent.id, areaCode: scalar("ignored") });
    expect(clone).toMatchObject({ template: parent.id, metadataJson: "{}" });
    await service.update(parent.id, { userValues: inputs({ tax: 9 }) });
    await service.update(clone.id, { userValues: inputs({ tax: 7 }) });
    const { inputs: states } = await service.client.listInputs({
      id: clone.id,
      keys: ["tax"],
      originalDefaults: false,
      change: undefined,
    });
    expect(states).toMatchObject([{ default: scalar(5), user: scalar(7) }]);
    const original = await service.client.listInputs({
      id: clone.id,
      keys: ["tax"],
      originalDefaults: true,
      change: undefined,
    });
    expect(original.inputs).toMatchObject([{ default: scalar(0), user: scalar(7) }]);
    expect(valuesOf(await service.update(clone.id, { userValues: inputs({ tax: "reset" }) }))).toEqual({ tax: 5 });
    const { outcome } = await service.client.createScenario(creation({ parentId: 0 }));
    expect(outcome).toMatchObject({ value: { problems: [{ attribute: "scenario_id", message: "does not exist" }] } });
  });

  test("the link to the parent can be broken and changed", async () => {
    const parent = await service.createOne({ userValues: inputs({ tax: 5 }) });
    const clone = await service.createOne({ parentId: parent.id });
    expect(await service.update(clone.id, { template: {} })).toMatchObject({ template: undefined });
    expect(await service.update(clone.id, { template: { id: parent.id } })).toMatchObject({ template: parent.id });
    const { outcome } = await service.client.updateScenario(change(clone.id, { template: { id: 999 } }));
    expect(outcome).toMatchObject({ $case: "rejection" });
  });

  test("a scenario cannot be the template of itself or of a scenario in another area", async () => {
    service.model.areas.push("de");
    const { id } = await service.createOne();
    const { id: german } = await service.createOne({ areaCode: scalar("de") });
    const setTemplate = async (template: number) =>
      (await service.client.updateScenario(change(id, { template: { id: template } }))).outcome?.value;
    expect(await setTemplate(id)).toEqual({
      problems: [{ attribute: "preset_scenario_id", message: "is the scenario itself" }],
    });
    expect(await setTemplate(german)).toEqual({
      problems: [{ attribute: "preset_scenario_id", message: "is in another area" }],
    });
  });

  test("changed couplings and orders are part of the recipe", async () => {
    const { id } = await service.createOne({ userValues: inputs({ steel: 1 }) });
    const { outcome } = await service.client.changeCouplings(
      { id, activate: [], deactivate: ["industry"], force: false },
      { actor: "user:7" },
    );
    expect(outcome).toMatchObject({
      value: { recipe: { activeCouplings: [] }, inactiveCouplings: ["industry"], version: 2 },
    });
    expect((await service.client.listOrders({ id })).orders).toEqual({ storage: { keys: ["a", "b", "c"] } });
    const set = await service.client.setOrder({ id, name: "storage", keys: ["b"] });
    expect(set.outcome?.value).toEqual({ keys: ["b", "a", "c"] });
    expect((await service.client.listOrders({ id })).orders).toEqual({ storage: { keys: ["b", "a", "c"] } });
    expect((await service.client.getScenario({ id })).recipe?.orders).toEqual({ storage: { keys: ["b", "a", "c"] } });
    expect((await service.client.setOrder({ id, name: "storage", keys: ["x"] })).outcome?.value).toEqual({
      problems: [{ attribute: "base", message: "Order contains unknown options: x" }],
    });
    expect(await failure(service.client.setOrder({ id, name: "toString", keys: [] }))).toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await failure(service.client.setOrder({ id: 99, name: "storage", keys: [] }))).toMatchObject({
      reason: "not_found",
    });
  });

  test("scenarios are derived from others and stored permanently", async () => {
    const owner = { actor: "user:7", idempotencyKey: "3c2c8f8e-several-at-once" } as const;
    const { id } = await service.createOne({ userValues: inputs({ tax: 27 }), source: "page" }, { actor: "user:7" });
    await service.client.setOrder({ id, name: "storage", keys: ["c"] }, { actor: "user:7" });
    const interpolateSeveral = async () => {
      const { outcome } = await service.client.interpolateScenarios(
        { ids: [id], endYears: [2041, 2032], privateByDefault: false },
        owner,
      );
      if (outcome?.$case !== "scenarios") throw new Error(JSON.stringify(outcome));
      return outcome.value.scenarios;
    };
    const scenarios = await interpolateSeveral();
    expect(scenarios.map((scenario) => [scenario.recipe?.endYear, valuesOf(scenario), scenario.source])).toEqual([
      [2032, { tax: 9 }, "page"],
      [2041, { tax: 18 }, "page"],
    ]);
    expect(scenarios[0]?.recipe?.orders["storage"]?.keys).toEqual(["c", "a", "b"]);
    expect(await interpolateSeveral()).toEqual(scenarios);
    const interpolated = await service.client.interpolateScenario(
      { id, endYear: 2041, startId: scenarios[0]!.id, privateByDefault: false },
      { actor: "user:7" },
    );
    expect(interpolated.outcome).toMatchObject({
      $case: "scenario",
      value: { id: scenarios[1]!.id + 1, template: undefined },
    });
    expect(
      (await service.client.interpolateScenario({ id, endYear: 2060, privateByDefault: false })).outcome?.value,
    ).toEqual({
      problems: [{ attribute: "base", message: "must be prior to the original scenario end year" }],
    });
    const other = await service.createOne({ userValues: inputs({ tax: 3 }) });
    const merged = await service.client.mergeScenarios(
      {
        scenarios: [
          { id, weight: 1 },
          { id: other.id, weight: 3 },
        ],
        privateByDefault: false,
      },
      {},
    );
    expect(merged.outcome).toMatchObject({ $case: "scenario", value: { source: "ETEngine Merger" } });
    expect(valuesOf(merged.outcome?.value as Scenario)).toEqual({ tax: 9 });
    expect(
      await failure(
        service.client.mergeScenarios({ scenarios: [{ id }, { id: 98 }, { id: 99 }], privateByDefault: false }),
      ),
    ).toMatchObject({
      reason: "unknown_scenarios",
      message: "scenarios not found: [98, 99]",
    });
  });
});
