import { HOURS_PER_YEAR } from "@etesian/numeric";
import { describe, expect, test } from "vitest";
import { CurveMemo } from "../curves/memo.ts";
import { materialise } from "../curves/curve.ts";
import { type LayerMember, networkLayers } from "./network.ts";

const LAYERS = [
  { name: "lv", peak: "net" },
  { name: "mv", peak: "net" },
  { name: "hv", peak: "gross" },
] as const;

function member(level: string, role: LayerMember["role"], ...load: readonly number[]): LayerMember {
  const curve = new Float64Array(HOURS_PER_YEAR);
  curve.set(load);
  return { level, role, load: curve };
}

function layer(name: string, ...members: readonly LayerMember[]) {
  const { demand, supply, load, peak } = networkLayers(new CurveMemo(), LAYERS, members).get(name)!;
  return {
    demand: Array.from(materialise(demand).slice(0, 3)),
    supply: Array.from(materialise(supply).slice(0, 3)),
    load: Array.from(materialise(load).slice(0, 3)),
    peak,
  };
}

const HOMES = member("lv", "consumer", 5, 5, 5);
const ROOFS = member("lv", "producer", 0, 4, 9);

describe("a layer", () => {
  test("a layer carries demand minus supply", () => {
    expect(layer("lv", HOMES, ROOFS)).toMatchObject({ demand: [5, 5, 5], supply: [0, 4, 9], load: [5, 1, -4] });
  });

  test("a layer passes its deficit to the layer above as demand, and its surplus as supply", () => {
    const factory = member("mv", "consumer", 2, 2, 2);
    expect(layer("mv", HOMES, ROOFS, factory)).toMatchObject({
      demand: [7, 3, 2],
      supply: [0, 0, 4],
      load: [7, 3, -2],
    });
    expect(layer("hv", HOMES, ROOFS, factory)).toMatchObject({ demand: [7, 3, 0], supply: [0, 0, 2] });
  });

  test("a layer counts flexible members as demand while they consume and as supply while they produce", () => {
    const battery = member("lv", "flex", -3, 0, 2);
    expect(layer("lv", HOMES, battery)).toMatchObject({ demand: [8, 5, 5], supply: [0, 0, 2], load: [8, 5, 3] });
  });

  test("a layer does not carry members of other layers or of no layer", () => {
    const members = [HOMES, member("omit", "flex", -100), member("hv", "producer", 100)];
    expect(layer("mv", ...members)).toMatchObject({ load: [5, 5, 5] });
  });

  test("a layer without members carries nothing", () => {
    expect(layer("hv")).toEqual({ demand: [0, 0, 0], supply: [0, 0, 0], load: [0, 0, 0], peak: 0 });
  });
});

describe("the peak of a layer", () => {
  test("the peak of a layer is its largest load in either direction, or its largest supply or demand if it is gross", () => {
    const members = [HOMES, member("lv", "producer", 0, 4, 12)];
    expect(layer("lv", ...members).peak).toBe(7);
    const plants = [member("hv", "producer", 30, 20, 0), member("hv", "consumer", 28, 25, 0)];
    expect(layer("hv", ...plants).peak).toBe(30);
  });
});
