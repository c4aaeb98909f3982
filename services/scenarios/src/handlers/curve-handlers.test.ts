/** Tests curves of scenarios, with sets of files in memory. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { inputValueCodec, recordOf } from "@etesian/contracts/codecs";
import type { Scenario, ScenarioCurve } from "@etesian/contracts/scenarios";
import { START } from "@etesian/event-store";
import { RpcError, status } from "@etesian/service-kit";
import { curveDropping } from "../dropping-curves.ts";
import { type HandlersInMemory, handlersInMemory } from "./handlers-in-memory.fixture.ts";

let service: HandlersInMemory;
let files: HandlersInMemory["files"];
let callHandler: HandlersInMemory["callHandler"];

beforeEach(async () => {
  service = await handlersInMemory();
  ({ files, callHandler } = service);
});
afterEach(() => service.close());

const create = async (facts: object = {}): Promise<Scenario> => {
  const request = { userValues: {}, descale: false, privateByDefault: false, ...facts };
  const { outcome } = await callHandler<{ outcome: { value: Scenario } }>("createScenario", request);
  return outcome.value;
};
const attach = async (id: number, key: string, content: string, call: object = {}): Promise<ScenarioCurve> => {
  const request = { id, key, fileName: "mine.csv", content: Buffer.from(content) };
  const { outcome } = await callHandler<{ outcome: { value: ScenarioCurve } }>("attachCurve", request, call);
  return outcome.value;
};
const attachedNumbers = async (id: number): Promise<object> => {
  const { curves } = await callHandler<{ curves: ScenarioCurve[] }>("listCurves", { id });
  return Object.fromEntries(curves.flatMap(({ curve, file }) => (file ? [[curve!.key, file.number]] : [])));
};
const valuesIn = async (id: number): Promise<object> => {
  const { recipe } = await callHandler<Scenario>("getScenario", { id });
  return recordOf(inputValueCodec).fromMessage(recipe!.userValues);
};
const failureText = async (call: Promise<unknown>): Promise<string> => {
  const error = await call.then(
    () => null,
    (error: unknown) => error,
  );
  return error instanceof RpcError ? `${error.codeName} ${error.message}` : String(error);
};

test("a curve sets its inputs within their range; a temperature curve sets the difference to the area's data", async () => {
  const { id } = await create();
  expect(await attach(id, "weather/wind", "0.5")).toMatchObject({ sets: { plants: 1000 }, overrides: ["plants"] });
  expect(await attach(id, "weather/air", "13.5")).toMatchObject({ sets: { local_steel: 2.5 } });
  expect(await valuesIn(id)).toEqual({ plants: 1000, local_steel: 2.5 });
  const { recipe } = await callHandler<Scenario>("getScenario", { id });
  expect(Object.keys(recipe!.curves)).toEqual(["weather/wind", "weather/air"]);
});

test("a refused file, a file for an unknown curve and a file from a caller without the right are not attached", async () => {
  const { id } = await create();
  const refusedUpload = callHandler("attachCurve", { id, key: "price", fileName: "x", content: Buffer.from("x") });
  expect(await refusedUpload).toMatchObject({
    outcome: { $case: "rejection", value: { problems: [{ code: "illegal_value" }] } },
  });
  expect(await failureText(attach(id, "nope", "1"))).toBe('INVALID_ARGUMENT No such custom curve: "nope"');
  expect(await failureText(callHandler("detachCurve", { id, key: "nope" }))).toBe(
    'INVALID_ARGUMENT No such custom curve: "nope"',
  );
  expect(await failureText(callHandler("detachCurve", { id, key: "price" }))).toBe("NOT_FOUND Not found");
  expect(await failureText(attach(id, "price", "1", { actor: "user:2" }))).toBe(
    "PERMISSION_DENIED Scenario does not belong to you",
  );
  expect(await failureText(attach(999, "price", "1"))).toBe("NOT_FOUND Not found");
  expect(files.sets.get(id) ?? []).toEqual([]);
  expect(await attachedNumbers(id)).toEqual({});
});

test("a request repeated with its idempotency key attaches the file once and returns it", async () => {
  const { id } = await create();
  const call = { idempotencyKey: "0123456789abcdef" };
  expect(await attach(id, "price", "1", call)).toMatchObject({ file: { number: 1 } });
  expect(await attach(id, "price", "1", call)).toMatchObject({ file: { number: 1 } });
  expect(await callHandler<Scenario>("getScenario", { id })).toMatchObject({ version: 2 });
});

test("clones, merged and interpolated scenarios have the curves in their own sets", async () => {
  const { id } = await create({ endYear: { value: { $case: "number", value: 2050 } } });
  await attach(id, "price", "1");
  await attach(id, "weather/wind", "0.1");
  const clone = await create({ parentId: id });
  const createWith = async (method: string, request: object): Promise<number> =>
    (await callHandler<{ outcome: { value: Scenario } }>(method, { ...request, privateByDefault: false })).outcome.value
      .id;
  const merged = await createWith("mergeScenarios", { scenarios: [{ id: clone.id }, { id }] });
  const interpolated = await createWith("interpolateScenario", { id, endYear: 2040 });
  await callHandler("detachCurve", { id, key: "price" });
  for (const other of [clone.id, merged, interpolated]) {
    expect(await attachedNumbers(other)).toEqual({ price: 1, "weather/wind": 2 });
  }
  expect(await valuesIn(clone.id)).toEqual({ plants: 876 });
  expect(await valuesIn(merged)).toEqual({ plants: 876 });
  // The value is interpolated from the area's default, 0 in 2023, and the curve keeps it.
  const halfway = (876 / 27) * 17;
  expect(await valuesIn(interpolated)).toEqual({ plants: halfway });
  await callHandler("updateScenario", {
    id: interpolated,
    userValues: {},
    reset: true,
    autobalance: true,
    preview: false,
  });
  expect(await valuesIn(interpolated)).toEqual({ plants: halfway });
  expect(await attachedNumbers(id)).toEqual({ "weather/wind": 2 });
});

test("the file of a curve that the model no longer has is listed and can be detached", async () => {
  const { id } = await create();
  const formerCurve = { $case: "curve", value: { key: "former", type: "profile" } } as const;
  const { outcome } = await files.client.keepCurve({
    ...formerCurve.value,
    scenario: id,
    fileName: "x",
    content: Buffer.from("1"),
    source: undefined,
  });
  const { number, hash } = outcome!.$case === "curve" ? outcome!.value : { number: 0, hash: "" };
  const envelope = { id: crypto.randomUUID(), time: new Date().toISOString(), actor: "user:1", correlationId: "r" };
  const data = { key: "former", number, hash, sets: {} };
  const event = { ...envelope, type: "CurveAttached", schemaVersion: 1, causationId: null, data };
  await service.store.append(`scenario-${id}`, [event], 1);
  expect(await attachedNumbers(id)).toEqual({ former: 1 });
  await callHandler("detachCurve", { id, key: "former" });
  expect(await attachedNumbers(id)).toEqual({});
});

test("the process drops the curves of a deleted scenario, and retries until it succeeds", async () => {
  const { id } = await create();
  await attach(id, "price", "1");
  await callHandler("deleteScenario", { id });
  const process = curveDropping(files.client);
  const events = (await service.store.readAll(START, 10)).filter((event) => process.handles(event));
  expect(events.map(({ type }) => type)).toEqual(["ScenarioDeleted"]);
  const { signal } = new AbortController();
  await process.handle(events[0]!, signal);
  await process.handle(events[0]!, signal);
  expect(files.sets.get(id)).toBe(null);
  const failingProcess = curveDropping({ dropCurves: () => Promise.reject(new RpcError(status.UNAVAILABLE, "down")) });
  expect(await failureText(failingProcess.handle(events[0]!, signal))).toBe("UNAVAILABLE down");
});

describe("an upload interrupted between its steps changes nothing or everything, and a repeated one completes it once", () => {
  type Interrupt = (service: HandlersInMemory) => void;
  /** Makes the next call of a method fail before or after its effect. */
  function interrupt<M extends string>(
    target: { [method in M]: (...request: never[]) => Promise<unknown> },
    method: M,
    moment: "before" | "after",
  ): void {
    const original = target[method].bind(target);
    target[method] = async (...request) => {
      target[method] = original;
      if (moment === "after") await original(...request);
      throw new RpcError(status.UNAVAILABLE, "interrupted");
    };
  }
  const INTERRUPTIONS: readonly (readonly [moment: string, result: "nothing" | "everything", Interrupt])[] = [
    ["before the file is stored", "nothing", ({ files }) => interrupt(files.client, "keepCurve", "before")],
    ["after the file is stored", "nothing", ({ files }) => interrupt(files.client, "keepCurve", "after")],
    ["as the append is refused", "nothing", ({ store }) => interrupt(store, "append", "before")],
    ["after the append", "everything", ({ store }) => interrupt(store, "append", "after")],
  ];

  describe.each(INTERRUPTIONS)("%s", (_moment, result, interruptNext) => {
    test.each([{}, { idempotencyKey: "0123456789abcdef" }])("with the call %j", async (call) => {
      const { id } = await create();
      interruptNext(service);
      expect(await failureText(attach(id, "weather/wind", "0.5", call))).toBe("UNAVAILABLE interrupted");
      const completeState = { attached: { "weather/wind": 1 }, values: { plants: 1000 }, version: 2 };
      const unchangedState = { attached: {}, values: {}, version: 1 };
      const readState = async () => ({
        attached: await attachedNumbers(id),
        values: await valuesIn(id),
        version: (await callHandler<Scenario>("getScenario", { id })).version,
      });
      expect(await readState()).toEqual(result === "everything" ? completeState : unchangedState);
      expect(await attach(id, "weather/wind", "0.5", call)).toMatchObject({ file: { number: 1 } });
      expect(await readState()).toEqual(completeState);
      expect(files.sets.get(id)).toHaveLength(1);
    });
  });
});
