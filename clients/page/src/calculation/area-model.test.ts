import type { AreaManifest } from "@etesian/model/parts";
import { expect, test } from "vitest";
import { modelUpdate } from "./area-model.ts";

const part = { sha256: "0", bytes: 1 };
const OPENED: AreaManifest = {
  format: 1,
  engine: "e1",
  model: "m1",
  dataset: "d1",
  area: "nl",
  start_year: 2023,
  first_weekday: 0,
  parts: { definition: part, interface: part, dataset: part, curves: part, variants: {}, inputs: {} },
};

test.each([
  ["the same model", OPENED, null],
  ["other documents", { ...OPENED, model: "m2" }, { kind: "model", previous: "m1", current: "m2" }],
  ["another start year of the area", { ...OPENED, dataset: "d2" }, { kind: "model", previous: "m1", current: "m1" }],
  ["another engine", { ...OPENED, engine: "e2" }, { kind: "engine" }],
  ["no parts of the area", null, { kind: "gone" }],
])("the page detects whether a server with %s still calculates the same numbers", (_, servedManifest, update) => {
  expect(modelUpdate(OPENED, servedManifest)).toEqual(update);
});
