/** Tests the package with the parts of the included model, served from memory. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { Engine } from "@etesian/engine";
import { areaCurves, curveSource, openModel as openDirectory, variantCurves } from "@etesian/model";
import { encodePart, withoutDocuments } from "@etesian/model/parts";
import { blankRecipe } from "@etesian/sliders";
import { beforeAll, describe, expect, it } from "vitest";
import { modelCache } from "@etesian/testing/model-cache";
import { CalculationError, MissingCurvesError, openModel, RequestError } from "./index.ts";

const AREA = "nl";
const END_YEAR = 2050;
const SEVERE = { settings_weather_curve_set: "severe", capacity_of_energy_power_wind_turbine_offshore: 30_000 };

/** Responses by path, and the requested paths. */
let bodies: Map<string, Uint8Array<ArrayBuffer> | object>;
let requestedPaths: string[];
let keys: readonly string[];
/** All results of a recipe from the model's own documents, as numbers and hourly series. */
let expected: readonly unknown[];

const fetchFrom = (url: string): Promise<Response> => {
  const path = new URL(url).pathname;
  requestedPaths.push(path);
  const body = bodies.get(path);
  if (body === undefined) return Promise.resolve(new Response("{}", { status: 404 }));
  return Promise.resolve(body instanceof Uint8Array ? new Response(body) : Response.json(body));
};
const open = () => openModel("http://model.example", AREA, { fetch: fetchFrom });

beforeAll(async () => {
  const directory = await openDirectory(join(import.meta.dirname, "../../../models/starter"), modelCache);
  const engine = new Engine(directory.definition, curveSource(directory));
  const [dataset, library] = [await directory.dataset(AREA), directory.curves(AREA)];
  bodies = new Map();
  const addPart = (bytes: Uint8Array<ArrayBuffer>) => {
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    bodies.set(`/api/v3/model/parts/${sha256}`, bytes);
    return { sha256, bytes: bytes.length };
  };
  const curves = areaCurves(library);
  const variants = curves.sets.flatMap(({ name: set, variants }) =>
    variants.filter((variant) => variant.curves === null).map(({ name }) => [set, name] as const),
  );
  const manifest = {
    format: 1,
    engine: "of the test",
    model: directory.definition.hash,
    dataset: dataset.hash,
    area: AREA,
    start_year: 2023,
    parts: {
      definition: addPart(encodePart("definition", withoutDocuments(directory.definition))),
      interface: { sha256: "not fetched", bytes: 0 },
      dataset: addPart(encodePart("dataset", dataset)),
      curves: addPart(encodePart("curves", curves)),
      variants: Object.fromEntries(
        variants.map(([set, name]) => [
          `${set}/${name}`,
          addPart(encodePart("variant", variantCurves(library, set, name))),
        ]),
      ),
      inputs: { [END_YEAR]: addPart(encodePart("inputs", [...engine.inputs(dataset, END_YEAR).values()])) },
    },
  };
  bodies.set(`/api/v3/model/areas/${AREA}`, manifest);
  const inputs = { [dataset.startYear]: manifest.parts.inputs[END_YEAR] };
  bodies.set("/api/v3/model/areas/no-future", { ...manifest, parts: { ...manifest.parts, inputs } });
  keys = directory.definition.gqueries.map(({ key }) => key);
  const solution = engine.solve(dataset, { ...blankRecipe(AREA, END_YEAR), userValues: SEVERE });
  expected = keys.map((key) => plain(solution.evaluation.query(key, "future")));
});

/** A copy for bit-for-bit comparison, with plain arrays instead of borrowed memory. */
const plain = (value: unknown): unknown => (value instanceof Float64Array ? Float64Array.from(value) : value);

describe("a missing part", () => {
  it("a scenario with another weather year throws an error, and returns the exact results once the part is fetched", async () => {
    requestedPaths = [];
    const model = await open();
    const initialRequestCount = requestedPaths.length;
    let missingCurves: unknown;
    try {
      model.solve(SEVERE);
    } catch (error) {
      missingCurves = error;
    }
    expect(missingCurves).toBeInstanceOf(MissingCurvesError);
    expect((missingCurves as MissingCurvesError).missing.variant).toBe("weather/severe");
    await model.fetchCurves(missingCurves as MissingCurvesError);
    expect(requestedPaths.slice(initialRequestCount)).toEqual([
      `/api/v3/model/parts/${(missingCurves as MissingCurvesError).missing.part.sha256}`,
    ]);
    const result = model.solve(SEVERE);
    expect(keys.map((key) => result.value(key))).toStrictEqual(expected);
  });

  it("the model remains usable after an interrupted calculation, before and after the part arrives", async () => {
    const model = await open();
    const numbers = () => {
      const result = model.solve({});
      return keys.map((key) => result.value(key));
    };
    const previousResults = numbers();
    expect(() => model.solve(SEVERE)).toThrow(MissingCurvesError);
    expect(numbers()).toStrictEqual(previousResults);
    const severe = await model.solveFully(SEVERE);
    expect(keys.map((key) => severe.value(key))).toStrictEqual(expected);
    expect(numbers()).toStrictEqual(previousResults);
  });

  it("a missing part throws an error with its URL, and a later attempt succeeds", async () => {
    const model = await open();
    const allBodies = bodies;
    bodies = new Map();
    await expect(model.solveFully(SEVERE)).rejects.toThrow(RequestError);
    bodies = allBodies;
    const severe = await model.solveFully(SEVERE);
    expect(keys.map((key) => severe.value(key))).toStrictEqual(expected);
  });
});

it("a scenario that cannot be calculated throws CalculationError with the reason", async () => {
  const model = await openModel("http://model.example", "no-future", { endYear: 2023, fetch: fetchFrom });
  const solve = () => model.solve();
  expect(solve).toThrow(CalculationError);
  expect(solve).toThrow("the end year 2023 must be after the start year 2023");
});
