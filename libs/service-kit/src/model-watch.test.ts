import { systemClock } from "@etesian/clock";
import { expect, test } from "vitest";
import { ModelWatch } from "./model-watch.ts";

/** A watch over a model that the test changes, by a clock that the test moves. */
function watching() {
  const model = { hash: "m1", up: true, asked: 0, now: 0 };
  const watch = new ModelWatch(
    async () => {
      model.asked += 1;
      if (!model.up) throw new Error("compute does not answer");
      return model.hash;
    },
    () => ({ madeFor: model.hash }),
    { ...systemClock, elapsed: () => model.now },
  );
  return { model, watch };
}

test("the watch asks every ten seconds at most, and keeps its value while the model stays", async () => {
  const { model, watch } = watching();
  const first = await watch.current();
  model.now = 9_999;
  expect(await watch.current()).toBe(first);
  expect(model.asked).toBe(1);
  model.now = 10_000;
  expect(await watch.current()).toBe(first);
  expect(model.asked).toBe(2);
});

test("another model replaces the value", async () => {
  const { model, watch } = watching();
  await watch.current();
  model.hash = "m2";
  model.now = 10_000;
  expect(await watch.current()).toEqual({ madeFor: "m2" });
});

test("the last value is used while compute does not answer; without one the call fails", async () => {
  const { model, watch } = watching();
  model.up = false;
  await expect(watch.current()).rejects.toThrow("compute does not answer");
  model.up = true;
  const known = await watch.current();
  model.up = false;
  model.now = 10_000;
  expect(await watch.current()).toBe(known);
});
