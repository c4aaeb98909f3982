import { describe, expect, test } from "vitest";
import { directoryOf, smallModel } from "../testing/directory.ts";
import { openArea } from "./open-area.ts";
import { BrokenChainError, listDatasetFiles, readRegistry } from "./registry.ts";
import { LookupError } from "./table.ts";

const derivedDocument = (base = "here") =>
  `- area = part\n- base_dataset = ${base}\n- scaling.area_attribute = number_of_inhabitants\n- scaling.value = 1\n- scaling.base_value = 3\n`;

function area(key: string, files: { readonly [path: string]: string } = {}) {
  const root = directoryOf(smallModel(files));
  const registry = readRegistry(root, listDatasetFiles(root), []);
  return openArea(root, registry, key);
}

describe("a full dataset", () => {
  test("a full dataset has its attributes, with defaults", () => {
    const { attributes, startYear, scaling } = area("here");
    expect(attributes).toMatchObject({
      area: "here",
      number_of_inhabitants: 100,
      has_industry: true,
      has_lignite: false,
      derived: false,
    });
    expect(attributes).not.toHaveProperty("init");
    expect(startYear).toBe(2020);
    expect(scaling).toBeNull();
  });

  test("the open-access energy balance takes precedence", () => {
    expect(area("here").energyBalance.cell("production", "coal")).toBe(12.5);
    const openAccessBalance = { "datasets/here/energy_balance.open_access.csv": "FLOW,Coal\nProduction,13\n" };
    expect(area("here", openAccessBalance).energyBalance.cell("production", "coal")).toBe(13);
  });

  test("a full dataset ignores graph values", () => {
    expect(area("here", { "datasets/here/graph_values.yml": "mine:\n  demand: 1.0\n" }).graphValues).toEqual({});
  });
});

describe("a derived dataset", () => {
  const files = {
    "datasets/part/part.derived.ad": derivedDocument(),
    "datasets/here/central_producers.csv": "key,demand\nplant,1\n",
    "datasets/here/shares/energy/a.csv": "key,share\ncoal,0.1\n",
    "datasets/here/carriers.csv": "key,cost_per_mj\ncoal,1\n",
    "datasets/part/carriers.csv": "key,cost_per_mj\ncoal,2\n",
  };

  test("each file comes from the area's own folder or its base's, and the balance always from the base", () => {
    const source = area("part", { ...files, "datasets/part/energy_balance.csv": "FLOW,Coal\nProduction,99\n" });
    expect(source.carriers.cell("coal", "cost_per_mj")).toBe(2);
    expect(source.centralProducers.cell("plant", "demand")).toBe(1);
    expect(source.shares("energy/a").cell("coal")).toBe(0.1);
    expect(source.energyBalance.cell("production", "coal")).toBe(12.5);
    expect(source.scaling).toEqual({ base: "here", areaAttribute: "number_of_inhabitants", value: 1, baseValue: 3 });
  });

  test("a derived dataset has only its own attributes", () => {
    expect(area("part", files).attributes).toMatchObject({
      area: "part",
      derived: true,
      analysis_year: 2011,
      init: {},
    });
    expect(area("part", files).attributes).not.toHaveProperty("number_of_inhabitants");
  });

  test("graph values may have Ruby symbols as carriers", () => {
    const yaml = "---\nmine:\n  demand: 1.5\n  output:\n    :coal: 1.0\nmine-plant@coal:\n  parent_share: 0.5\n";
    expect(area("part", { ...files, "datasets/part/graph_values.yml": yaml }).graphValues).toEqual({
      mine: { demand: 1.5, output: { coal: 1 } },
      "mine-plant@coal": { parent_share: 0.5 },
    });
  });

  test.each([
    ["mine:\n  demnd: 1.5\n", "mine.demnd: expected one of demand, max_demand"],
    ["mine:\n  demand: much\n", 'mine.demand: expected a number, found "much"'],
    ["mine: 3\n", "mine: expected names and values, found 3"],
    ["mine: [\n", "datasets/part/graph_values.yml:2: expected YAML"],
  ])("graph values of an unexpected shape are rejected", (yaml, message) => {
    const source = area("part", { ...files, "datasets/part/graph_values.yml": yaml });
    expect(() => source.graphValues).toThrow(message);
  });

  test("a derived dataset whose base is missing, or is itself, cannot be opened", () => {
    expect(() => area("part", { "datasets/part/part.derived.ad": derivedDocument("nowhere") })).toThrow(
      BrokenChainError,
    );
    expect(() => area("part", { "datasets/part/part.derived.ad": derivedDocument("part") })).toThrow(
      "derived from itself",
    );
  });
});

describe("missing files", () => {
  test("a missing file is an error only on lookup", () => {
    const source = area("here");
    expect(() => source.shares("energy/b").cell("coal")).toThrow(LookupError);
    expect(() => source.shares("energy/b").cell("coal")).toThrow("datasets/here/shares/energy/b.csv does not exist");
  });

  test.each([
    ["datasets/here/energy_balance.gpg", "the energy balance of here is encrypted"],
    ["datasets/here/other.csv", "the energy balance of here is not in the model"],
  ])("the reason for a missing energy balance is reported: %s", (file, problem) => {
    const { "datasets/here/energy_balance.csv": _, ...files } = smallModel({ [file]: "?" });
    const root = directoryOf(files);
    const source = openArea(root, readRegistry(root, listDatasetFiles(root), []), "here");
    expect(source.energyBalanceProblem).toBe(problem);
    expect(() => source.energyBalance.cell("production", "coal")).toThrow(problem);
  });
});

describe("emissions", () => {
  const emissions = (rows: string) =>
    area("here", { "datasets/here/emissions.csv": `etm_sector,etm_subsector,use,ghg,year,unit,value\n${rows}` })
      .emissions;

  test("the key of an emission joins the names in its cells, with a suffix for 1990", () => {
    expect(
      emissions(
        "Energy,Fuels production,energetic,co2,1990,kton,1.5\nEnergy,Fuels production,energetic,co2,2020,kton,2.5\n",
      ),
    ).toEqual({
      energy_fuels_production_energetic_co2_1990: 1.5,
      energy_fuels_production_energetic_co2: 2.5,
    });
  });

  test("emissions may lack a subsector", () => {
    expect(emissions("energy,,energetic,co2,2020,kton,2.5\n")).toEqual({ energy_energetic_co2: 2.5 });
  });

  test("emissions must be numbers", () => {
    expect(() => emissions("energy,,energetic,co2,2020,kton,few\n")).toThrow(
      'expected a number for energy_energetic_co2, found "few"',
    );
  });
});

test("the content hash depends on every file except curves", () => {
  const hash = (files: { readonly [path: string]: string }) => area("here", files).contentHash;
  const plain = hash({});
  expect(hash({})).toBe(plain);
  expect(hash({ "datasets/here/curves/flat.csv": "1\n" })).toBe(plain);
  expect(hash({ "datasets/here/shares/energy/a.csv": "key,share\n" })).not.toBe(plain);
  expect(hash({ "datasets/here/energy_balance.csv": "FLOW,Coal\nProduction,12.6\n" })).not.toBe(plain);
});
