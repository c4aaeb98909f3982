import { readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import type { AreaDataset } from "./dataset.ts";
import { AreaNotComputableError, UnknownAreaError, ModelDirectoryError, openModel } from "./open.ts";
import { packDataset, unpackDataset } from "./packed-dataset.ts";
import { addFiles, directoryOf, smallModel } from "./testing/directory.ts";

describe("opening a model", () => {
  test("a missing directory is rejected by name", async () => {
    await expect(openModel("/nowhere/at/all")).rejects.toThrow(ModelDirectoryError);
    await expect(openModel("/nowhere/at/all")).rejects.toThrow('"/nowhere/at/all"');
  });

  test("an opened model lists problems and areas, including areas that cannot be calculated", async () => {
    const model = await openModel(
      directoryOf(
        smallModel({
          "datasets/poor/poor.full.ad": "- area = poor\n- group = country\n",
          "datasets/off/off.full.ad": "- area = off\n- enabled.etengine = false\n",
          "datasets/lost/lost.derived.ad":
            "- area = lost\n- base_dataset = gone\n- scaling.value = 1\n- scaling.base_value = 2\n",
        }),
      ),
    );
    expect(model.problems).toEqual([]);
    expect(
      model.areas.map(({ area, group, startYear, useable, problem }) => [area, group, startYear, useable, problem]),
    ).toEqual([
      ["here", "unsorted", 2020, true, null],
      ["lost", "unsorted", 2011, false, 'its base dataset "gone" is not in the model'],
      ["off", "unsorted", 2011, false, "it is disabled by its document (enabled.etengine = false)"],
      ["poor", "country", 2011, false, "the energy balance of poor is not in the model"],
    ]);
    await expect(model.dataset("poor")).rejects.toThrow(
      new AreaNotComputableError("poor", "the energy balance of poor is not in the model"),
    );
    await expect(model.dataset("elsewhere")).rejects.toThrow(UnknownAreaError);
    expect(() => model.curves("elsewhere")).toThrow(UnknownAreaError);
    expect(() => model.curves("lost")).toThrow(AreaNotComputableError);
  });

  test("a model without energy balance queries needs no energy balance", async () => {
    const model = await openModel(
      directoryOf(
        smallModel({
          "graphs/energy/nodes/energy/mine.ad": "~ demand = 2\n",
          "datasets/poor/poor.full.ad": "- area = poor\n",
        }),
      ),
    );
    expect(model.areas.filter(({ useable }) => useable).map(({ area }) => area)).toEqual(["here", "poor"]);
  });
});

describe("the cache", () => {
  async function open(directory: string, cacheDirectory: string) {
    const steps: string[] = [];
    const model = await openModel(directory, { cacheDirectory, onProgress: (step) => steps.push(step) });
    return { model, hasRead: steps.length > 0 };
  }

  test("unchanged documents are not read again", async () => {
    const directory = directoryOf(smallModel({ "inputs/i.ad": "- query = 1\n- update_period = never\n" }));
    const cache = directoryOf({});
    const first = await open(directory, cache);
    const second = await open(directory, cache);
    expect([first.hasRead, second.hasRead]).toEqual([true, false]);
    expect(second.model.definition).toEqual(first.model.definition);
    expect(second.model.problems).toEqual(first.model.problems);
    expect(second.model.areas).toEqual(first.model.areas);
    expect(second.model.attributes()).toEqual(first.model.attributes());
    expect(second.model.source("here").attributes).toEqual(first.model.source("here").attributes);
    expect(first.model.problems).not.toEqual([]);
  });

  test.each([
    ["a document is changed", (root: string) => addFiles(root, { "carriers/coal.ad": "- infinite = true\n" })],
    ["a document is added", (root: string) => addFiles(root, { "gqueries/new.gql": "- query = 1\n" })],
    ["a setting is added", (root: string) => addFiles(root, { "config/new.yml": "a: 1\n" })],
    ["an area is added", (root: string) => addFiles(root, { "datasets/new/new.full.ad": "- area = new\n" })],
    [
      "an energy balance is added",
      (root: string) => addFiles(root, { "datasets/here/energy_balance.open_access.csv": "FLOW,Coal\n" }),
    ],
    ["a document is touched", (root: string) => utimesSync(join(root, "carriers/coal.ad"), 1, 1)],
  ])("the cache is not used if %s", async (_, change) => {
    const directory = directoryOf(smallModel());
    const cache = directoryOf({});
    await open(directory, cache);
    change(directory);
    expect((await open(directory, cache)).hasRead).toBe(true);
    expect((await open(directory, cache)).hasRead).toBe(false);
  });

  test("a damaged cache is rebuilt", async () => {
    const directory = directoryOf(smallModel());
    const cache = directoryOf({});
    await open(directory, cache);
    for (const name of readdirSync(cache)) writeFileSync(join(cache, name), '{"state":');
    expect((await open(directory, cache)).hasRead).toBe(true);
  });

  test("areas' attributes are read from the documents if their cache file is missing", async () => {
    const directory = directoryOf(smallModel());
    const cache = directoryOf({});
    const { model } = await open(directory, cache);
    for (const name of readdirSync(cache).filter((name) => name.endsWith("-attributes.bin"))) rmSync(join(cache, name));
    const second = await open(directory, cache);
    expect(second.hasRead).toBe(false);
    expect(second.model.attributes()).toEqual(model.attributes());
  });

  test("several models may share a cache", async () => {
    const cache = directoryOf({});
    const [one, other] = [directoryOf(smallModel()), directoryOf(smallModel())];
    await open(one, cache);
    await open(other, cache);
    expect((await open(one, cache)).hasRead).toBe(false);
  });

  test("a cache directory that cannot be created is an error that names it", async () => {
    const directory = directoryOf(smallModel());
    const inFile = join(directory, "carriers/coal.ad/cache");
    await expect(openModel(directory, { cacheDirectory: inFile })).rejects.toThrow(
      `the cache directory ${inFile} cannot be created`,
    );
  });
});

describe("the start year of an area", () => {
  const part = {
    "datasets/part/part.derived.ad": "- base_dataset = here\n- scaling.value = 1\n- scaling.base_value = 4\n",
    "datasets/part/graph_values.yml": "--- {}\n",
  };

  test("the start year of an area is solved in a thread and returned in shared memory", async () => {
    const model = await openModel(directoryOf(smallModel(part)));
    const dataset = await model.dataset("part");
    expect(dataset).toMatchObject({ area: "part", startYear: 2011, scaling: { factor: 0.25 }, warnings: [] });
    expect(dataset.energy.nodeValues.buffer).toBeInstanceOf(SharedArrayBuffer);
    const column = dataset.energy.nodeColumns.indexOf("preset_demand");
    const plant = model.definition.energy.nodes.findIndex(({ key }) => key === "plant");
    // A quarter of the base's 12.5 TJ, in MJ.
    expect(dataset.energy.nodeValues[column * model.definition.energy.nodes.length + plant]).toBe(3_125_000);
  });

  test("the start year is solved once for concurrent requests, and then cached", async () => {
    const model = await openModel(directoryOf(smallModel()));
    const [one, other] = await Promise.all([model.dataset("here"), model.dataset("here")]);
    expect(other).toBe(one);
    expect(await model.dataset("here")).toBe(one);
  });

  test("the start year of `firstArea` is solved while the documents are checked", async () => {
    const directory = directoryOf(smallModel(part));
    const cacheDirectory = directoryOf({});
    const cachedAreas = (): readonly string[] => readdirSync(cacheDirectory).filter((name) => name.includes("-area-"));
    await openModel(directory, { cacheDirectory, firstArea: "part" });
    await vi.waitFor(() => expect(cachedAreas()).toEqual([expect.stringContaining("-area-part.bin")]), {
      timeout: 240_000,
    });
  });

  test("the start year comes from the cache while its sources are unchanged", async () => {
    const directory = directoryOf(smallModel());
    const cacheDirectory = directoryOf({});
    const solve = async () => (await openModel(directory, { cacheDirectory })).dataset("here");
    const original = await solve();
    expect(readdirSync(cacheDirectory).filter((name) => name.endsWith("-area-here.bin"))).toHaveLength(1);
    expect(await solve()).toEqual(original);
    addFiles(directory, {
      "datasets/here/emissions.csv": "etm_sector,etm_subsector,use,ghg,year,unit,value\na,b,c,co2,2020,kton,1\n",
    });
    const changedDataset = await solve();
    expect(changedDataset.hash).not.toBe(original.hash);
    expect(changedDataset.emissions).toEqual({ a_b_c_co2: 1 });
  });

  test("an underdetermined start year is rejected with the reason", async () => {
    const model = await openModel(
      directoryOf(smallModel({ "graphs/energy/nodes/energy/mine.ad": "- use = energetic\n" })),
    );
    await expect(model.dataset("here")).rejects.toThrow(AreaNotComputableError);
    const modelWithoutFigure = await openModel(
      directoryOf(smallModel({ "datasets/here/energy_balance.csv": "FLOW,Coal\nImports,1\n" })),
    );
    await expect(modelWithoutFigure.dataset("here")).rejects.toThrow(/has no row "production"/);
  });
});

test("unpacking a packed dataset restores it, in shared memory", () => {
  const graph = (name: "energy" | "molecules", values: number[]) => ({
    name,
    nodeColumns: ["demand"],
    nodeValues: Float64Array.from(values),
    slotConversion: new Float64Array(0),
    edgeShare: Float64Array.of(Number.NaN, -0, Infinity),
  });
  const dataset: AreaDataset = {
    area: "here",
    hash: "abc",
    startYear: 2020,
    scaling: { factor: 1 / 3 },
    attributes: { area: "here", größe: 1.1, list: ["a"] },
    emissions: { a_co2: 0.1 },
    carrierColumns: ["cost_per_mj"],
    carrierValues: Float64Array.of(1, 2, 3),
    energy: graph("energy", [Number.MIN_VALUE, 0.1 + 0.2]),
    molecules: graph("molecules", []),
    warnings: ["substituted"],
  };
  const unpacked = unpackDataset(packDataset(dataset, (byteLength) => new SharedArrayBuffer(byteLength)));
  expect(unpacked).toEqual(dataset);
  expect(unpacked.energy.nodeValues.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(unpacked.molecules.edgeShare.buffer).toBe(unpacked.energy.nodeValues.buffer);
});
