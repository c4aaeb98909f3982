import { systemClock } from "@etesian/clock";
import { expect, test } from "vitest";
import { ModelWatch } from "./model-watch.ts";

/** Creates a watch with a model and a clock that the test controls. */
function createWatch() {
  const model = { hash: "m1", isReachable: true, checks: 0, now: 0 };
  const watch = new ModelWatch(
    async () => {
      model.checks += 1;
      if (!model.isReachable) throw new Error("compute does not respond");
      return model.hash;
    },
    () => ({ madeFor: model.hash }),
    { ...systemClock, elapsed: () => model.now },
  );
  return { model, watch };
}

test("the watch checks the model at most every ten seconds, and keeps its value until the model changes", async () => {
  const { model, watch } = createWatch();
  const first = await watch.current();
  model.now = 9_999;
  expect(await watch.current()).toBe(first);
  expect(model.checks).toBe(1);
  model.now = 10_000;
  expect(await watch.current()).toBe(first);
  expect(model.checks).toBe(2);
});

test("a new model replaces the value", async () => {
  const { model, watch } = createWatch();
  await watch.current();
  model.hash = "m2";
  model.now = 10_000;
  expect(await watch.current()).toEqual({ madeFor: "m2" });
});

test("the last value is used while compute is unreachable; without one, the call fails", async () => {
  const { model, watch } = createWatch();
  model.isReachable = false;
  await expect(watch.current()).rejects.toThrow("compute does not respond");
  model.isReachable = true;
  const lastValue = await watch.current();
  model.isReachable = false;
  model.now = 10_000;
  expect(await watch.current()).toBe(lastValue);
});
