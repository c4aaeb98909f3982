import { HOURS_PER_YEAR } from "@etesian/numeric";
import { describe, expect, test } from "vitest";
import { sketchYear } from "../graph/graph.fixture.ts";
import type { YearState } from "../graph/state/year.ts";
import { EnergyNodes, HourlyError } from "./energy-nodes.ts";
import { curveOf, curves, storedAttributes } from "./hourly.fixture.ts";
import { materialise } from "./curves/curve.ts";
import { ZEROS } from "./curves/arithmetic.ts";
import { CurveMemo } from "./curves/memo.ts";
import { type CurveContext, HourlyCurves } from "./hourly-curves.ts";

const flat = (value: number): Float64Array => curveOf(() => value);

function newHourlyCurves(context: CurveContext, prepare: (year: YearState) => void = () => {}): HourlyCurves {
  const year = sketchYear({
    nodes: {
      panels: { demand: 5, attributes: { demand: 5, full_load_hours: 6000 } },
      idle: { demand: 0, attributes: { demand: 0, full_load_hours: 6000 } },
    },
    edges: {},
  });
  prepare(year);
  return new HourlyCurves(context, year, new EnergyNodes(year.energy, storedAttributes(year)), new CurveMemo());
}

const [PANELS, IDLE] = [0, 1];

describe("a named curve", () => {
  test("a named curve is the dataset's profile", () => {
    expect(newHourlyCurves(curves({ sun: flat(1) })).fromJanuary("sun", PANELS)).toEqual(flat(1));
  });

  test("a named curve is the user's attached curve if there is one, even for weather", () => {
    const hourlyCurves = newHourlyCurves(
      curves({ sun: flat(1), "weather/wind": flat(2) }, { attached: { sun: flat(3), "weather/wind": flat(4) } }),
    );
    expect(hourlyCurves.fromJanuary("sun", PANELS)).toEqual(flat(3));
    expect(hourlyCurves.fromJanuary("weather/wind", PANELS)).toEqual(flat(4));
  });

  test("a named curve of a set comes from the area's variant, or from the default variant if the area's variant lacks it", () => {
    const context = curves({ "weather/wind": flat(1), "weather/wind 1987": flat(2), "weather/sun": flat(3) });
    const withVariant = (variant: string): HourlyCurves =>
      newHourlyCurves(context, (year) => year.area.set("weather_curve_set", variant));
    expect(withVariant("1987").fromJanuary("weather/wind", PANELS)).toEqual(flat(2));
    expect(withVariant("2004").fromJanuary("weather/wind", PANELS)).toEqual(flat(1));
    expect(withVariant("1987").fromJanuary("weather/sun", PANELS)).toEqual(flat(3));
    expect(newHourlyCurves(context).fromJanuary("weather/wind", PANELS)).toEqual(flat(1));
  });

  test("a curve in manager order begins on 1 April", () => {
    const curve = materialise(newHourlyCurves(curves({ sun: curveOf((hour) => hour) })).curve("sun", PANELS));
    expect([curve[0], curve[HOURS_PER_YEAR - 1]]).toEqual([2160, 2159]);
  });

  test("a missing curve throws an error that names the area and the curve", () => {
    const readMissingCurve = (): unknown => newHourlyCurves(curves({})).curve("moon", PANELS);
    expect(readMissingCurve).toThrow(HourlyError);
    expect(readMissingCurve).toThrow("somewhere has no curve moon");
  });
});

describe("a curve made for a node", () => {
  const base = curveOf((hour) => (hour % 24) / 24);
  const context = curves(
    { "weather/sun": base, cars_1: flat(1), cars_2: flat(3) },
    {
      dynamic: {
        sun: { type: "amplify", curve: "weather/sun" },
        cars: { type: "interpolate", curves: ["cars_1", "cars_2"] },
      },
    },
  );

  test("a curve made for a node is flattened to the node's full load hours", () => {
    const curve = materialise(newHourlyCurves(context).fromJanuary("dynamic: sun", PANELS));
    const hours = curve.reduce((sum, value) => sum + value, 0) / curve.reduce((max, value) => Math.max(max, value), 0);
    expect(Math.abs(hours / 6000 - 1)).toBeLessThan(1.1e-4);
  });

  test("a curve made for a node is mixed according to the area's shares", () => {
    const hourlyCurves = newHourlyCurves(context, ({ area }) =>
      area.set("cars_1_share", 0.25).set("cars_2_share", 0.75),
    );
    expect(materialise(hourlyCurves.fromJanuary("dynamic: cars", PANELS))[7]).toBe(2.5);
  });

  test("a curve made for a node uses curves that the user attached", () => {
    const contextWithCurve = { ...context, attached: { cars_1: flat(5) } };
    const hourlyCurves = newHourlyCurves(contextWithCurve, ({ area }) =>
      area.set("cars_1_share", 1).set("cars_2_share", 0),
    );
    expect(materialise(hourlyCurves.fromJanuary("dynamic: cars", PANELS))[7]).toBe(5);
  });

  test("a curve made for a node without demand is zero, even if its share is missing", () => {
    expect(newHourlyCurves(context).fromJanuary("dynamic: cars", IDLE)).toBe(ZEROS);
  });

  test("a curve made for a node throws an error if its share or its settings are missing", () => {
    expect(() => newHourlyCurves(context).curve("dynamic: cars", PANELS)).toThrow(
      "Area attribute cars_1_share is missing",
    );
    expect(() => newHourlyCurves(context).curve("dynamic: boats", PANELS)).toThrow("There is no dynamic curve boats");
  });
});
