/** Tests calls about inputs, and the model's facts that the service caches for them. */
import { expect, test, vi } from "vitest";
import { scalar, inputs, creation, change, valuesOf, failure, onEveryStore } from "./handlers.fixture.ts";
import { table } from "../input-table.fixture.ts";

onEveryStore("inputs of scenarios", (service) => {
  test("the input table of a new scenario is requested once, before its first use", async () => {
    await service.createOne({ endYear: scalar("2040") });
    await vi.waitFor(() => expect(service.model.tables).toBe(1));
    await service.createOne({ endYear: scalar("2040") });
    await service.client.listInputs({ id: 1, keys: [], originalDefaults: false, change: undefined });
    expect(service.model.tables).toBe(1);
  });

  test("inputs have the scenario's values and indicate whether they can be set", async () => {
    const { id } = await service.createOne({ userValues: inputs({ steel: 1, coal: 70 }) });
    const { inputs: states } = await service.client.listInputs({
      id,
      keys: [],
      originalDefaults: false,
      change: undefined,
    });
    expect(states.map(({ input }) => input!.key)).toEqual([...table.keys()]);
    const statesOf = (keys: string[]) =>
      states
        .filter(({ input }) => keys.includes(input!.key))
        .map(({ user, disabled, couplingDisabled }) => [user?.value?.value, disabled, couplingDisabled]);
    expect(statesOf(["gas", "tax"])).toEqual([
      [20, false, undefined],
      [undefined, false, undefined],
    ]);
    expect(statesOf(["steel", "local_steel", "offshore"])).toEqual([
      [1, false, undefined],
      [undefined, true, true],
      [undefined, true, undefined],
    ]);
    expect(
      await failure(
        service.client.listInputs({ id, keys: ["tax", "nope"], originalDefaults: false, change: undefined }),
      ),
    ).toEqual({
      code: "NOT_FOUND",
      reason: "unknown_input",
      message: "No such input: nope",
    });
  });

  test("the inputs of a read-only scenario are disabled", async () => {
    const { id } = await service.createOne({ readOnly: true });
    const { inputs: states } = await service.client.listInputs({
      id,
      keys: ["tax"],
      originalDefaults: false,
      change: undefined,
    });
    expect(states).toMatchObject([{ disabled: true, couplingDisabled: undefined }]);
  });

  test("reading and listing scenarios requests no input table", async () => {
    const actor = { actor: "user:7" } as const;
    await service.createOne({ userValues: inputs({ steel: 1 }) }, actor);
    await service.createOne({ endYear: scalar("2040"), userValues: inputs({ tax: 1 }) }, actor);
    await service.restart();
    service.model.tables = 0;
    const { scenarios: rows } = await service.client.listScenarios({ page: 1, limit: 25 }, actor);
    expect(rows.map(({ recipe }) => recipe?.activeCouplings)).toEqual([[], ["industry"]]);
    expect(service.model.tables).toBe(0);
  });

  test("the model is requested once, and its cached facts are used while compute is unavailable", async () => {
    const { id } = await service.createOne({ userValues: inputs({ tax: 1 }) });
    await Promise.all(Array.from({ length: 10 }, (_, n) => service.update(id, { userValues: inputs({ tax: n }) })));
    expect(service.model.tables).toBe(1);
    service.model.isReachable = false;
    expect(valuesOf(await service.update(id, { userValues: inputs({ tax: 50 }) }))).toEqual({ tax: 50 });
    const newScenario = await createOneIn("2060");
    expect(newScenario).toMatchObject({ code: "UNAVAILABLE" });
    service.model.isReachable = true;
    expect(await service.createOne({ endYear: scalar("2060"), userValues: inputs({ tax: 1 }) })).toMatchObject({
      version: 1,
    });
  });

  const createOneIn = (endYear: string) =>
    failure(service.client.createScenario(creation({ endYear: scalar(endYear), userValues: inputs({ tax: 1 }) })));

  test("a scenario of an area that the model no longer has can be read but not changed", async () => {
    const { id } = await service.createOne({ userValues: inputs({ tax: 1 }) });
    service.model.areas = [];
    service.model.hash = "m2";
    await service.restart();
    expect(await service.client.getScenario({ id })).toMatchObject({ startYear: 2019, inactiveCouplings: [] });
    const { outcome } = await service.client.updateScenario(change(id, { userValues: inputs({ tax: 2 }) }));
    const rejection = { value: { problems: [{ attribute: "area_code", message: "is unknown or not supported" }] } };
    expect(outcome).toMatchObject(rejection);
    expect((await service.client.updateScenario(change(id, { title: "x" }))).outcome).toMatchObject(rejection);
    expect(
      await failure(service.client.listInputs({ id, keys: [], originalDefaults: false, change: undefined })),
    ).toEqual({
      code: "FAILED_PRECONDITION",
      reason: "area_gone",
      message: "Scenario uses an unsupported area code and is no longer available: nl",
    });
  });
});
