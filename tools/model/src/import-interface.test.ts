/** Tests the import of an interface as a program, with repositories that the test creates. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openModel } from "@etesian/model";
import { directoryOf, smallModel } from "@etesian/model/testing";
import { expect, test } from "vitest";
import { fetchModel } from "@etesian/compute/fetch-model";
import { runModel } from "./model-program.fixture.ts";
import { createRepository } from "./repository.fixture.ts";
import { interfaceOf } from "@etesian/compute/interface-of";

const MODEL = smallModel({
  "datasets/here/emissions.csv": "etm_sector,etm_subsector,use,ghg,year,unit,value\na,b,c,co2,2020,kton,1\n",
  "inputs/supply/wind.ad":
    "- query = 1\n- unit = MW\n- update_period = future\n- min_value = 0\n- max_value = 1\n- start_value = 0\n",
  "gqueries/supply/of_wind.gql": "- unit = MJ\n- query = V(mine, demand)\n",
});

const FRONT_END = {
  "LICENSE.txt": "Free of charge, to any person.\n",
  "config/interface/tabs.yml": "- { key: supply, position: 1 }\n",
  "config/interface/sidebar_items.yml": "- { key: power, tab_key: supply, position: 1 }\n",
  "config/interface/slides/power.yml":
    "- { key: turbines, sidebar_item_key: power, position: 1, output_element_key: mix }\n",
  "config/interface/input_elements/power.yml": `- { key: wind, slide_key: turbines, position: 1, unit: MW }
- { key: gone, slide_key: turbines, position: 2, unit: MW }
`,
  "config/interface/output_elements/power.yml": `- { key: mix, unit: PJ, output_element_type_name: bezier }
- { key: flows, unit: PJ, output_element_type_name: sankey }
`,
  "config/interface/output_element_series/mix.yml": "- { output_element_key: mix, gquery: of_wind, label: wind }\n",
  "config/locales/interface/en_all.yml": `en:
  sidebar_items: { power: { title: Power } }
  slides: { turbines: { title: Turbines } }
  input_elements: { wind: { title: Wind turbines } }
  output_elements: { mix: { title: The mix } }
`,
};

test("a fetched model gets the slides and charts of a checkout, passes its check and can be fetched again", async () => {
  const source = createRepository(MODEL);
  const modelDirectory = join(directoryOf({}), "models/fetched");
  await fetchModel({ to: modelDirectory, from: source.directory, commit: source.commit });
  const checkout = createRepository(FRONT_END);

  const { status, stdout, stderr } = await runModel("interface", checkout.directory, modelDirectory);
  expect(stdout.split("\n")).toEqual([
    "1 slides with 1 of 1 inputs, 0 headline numbers, 1 charts",
    "left out:",
    "    1  chart: has the type sankey, which the front end draws with custom code (flows)",
    "    1  slider: the model has no such input (gone)",
    "",
  ]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: `${join(modelDirectory, "interface")}: written\n` });
  const notice = readFileSync(join(modelDirectory, "interface/NOTICE"), "utf8");
  expect(notice).toContain(checkout.commit);
  expect(notice).toContain(FRONT_END["LICENSE.txt"]);

  expect(interfaceOf(await openModel(modelDirectory))).toMatchObject({
    problems: [],
    documents: {
      slides: [{ key: "turbines", title: { en: "Turbines" }, chart: "mix", sliders: ["wind"] }],
      charts: [{ key: "mix", series: [{ queries: ["of_wind"], carrier: "wind" }] }],
    },
  });
  expect((await runModel("check", modelDirectory)).stdout).toMatch(/\n0 errors, 0 warnings\n$/);
  expect(await fetchModel({ to: modelDirectory, from: source.directory, commit: source.commit })).toBe(false);
});

test("omitted parts are also printed as JSON", async () => {
  const modelDirectory = directoryOf(MODEL);
  const { stdout } = await runModel("interface", directoryOf(FRONT_END), modelDirectory, "--json");
  expect(JSON.parse(stdout)).toEqual({
    counts: { slides: 1, sliders: 1, inputs: 1, headline: 0, charts: 1 },
    leftOut: [
      { kind: "chart", key: "flows", reason: "has the type sankey, which the front end draws with custom code" },
      { kind: "slider", key: "gone", reason: "the model has no such input" },
    ],
    problems: [],
  });
});

test("a directory that is not a checkout is refused, and nothing is written", async () => {
  const modelDirectory = directoryOf(MODEL);
  const { status, stderr } = await runModel("interface", directoryOf({ "README.md": "" }), modelDirectory);
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining("has no LICENSE.txt") as unknown });
  expect(existsSync(join(modelDirectory, "interface"))).toBe(false);
});
