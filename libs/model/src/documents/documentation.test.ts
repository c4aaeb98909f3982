/** Tests the sample documents in docs/model-format.md as parts of a model. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openArea } from "../datasets/open-area.ts";
import { listDatasetFiles, readRegistry } from "../datasets/registry.ts";
import { describeProblem, type Problem } from "../problem.ts";
import { directoryOf, smallModel } from "../testing/directory.ts";
import { listModelFiles, loadDefinition } from "./load.ts";
import { readModelChanges } from "./model-changes.ts";
import { parseYaml } from "./yaml.ts";

const page = readFileSync(join(import.meta.dirname, "../../../../docs/model-format.md"), "utf8");

/** The sample whose first line is a comment with this path. */
function sampleOf(path: string): string {
  const samples = [...page.matchAll(/^```(?:ad|yaml)\n([^]*?)^```$/gm)].map(([, sample]) => sample!);
  const fileSample = samples.find((sample) => sample.startsWith(`# ${path}\n`));
  if (fileSample === undefined) throw new Error(`docs/model-format.md has no sample of ${path}`);
  return fileSample;
}

test.each([
  ["graphs/energy/nodes/households/households_heater.converter.ad", ["households_heater"]],
  [
    "graphs/energy/nodes/households/heating.set.ad",
    ["households_heater_coal", "households_heater_electricity", "households_heater_network"],
  ],
])("the sample nodes of %s are read without errors", (path, keys) => {
  const root = directoryOf(smallModel({ "carriers/useable_heat.ad": "", [path]: sampleOf(path) }));
  const { definition, problems } = loadDefinition(root, listModelFiles(root), ["here"]);
  const sampleErrors = problems.filter(({ file, severity }) => file === path && severity === "error");
  expect(sampleErrors.map(describeProblem)).toEqual([]);
  expect(definition.energy.nodes.map(({ key }) => key)).toEqual(expect.arrayContaining(keys));
});

test("the sample graph values of a derived dataset are read", () => {
  const root = directoryOf(
    smallModel({
      "datasets/part/part.derived.ad":
        "- area = part\n- base_dataset = here\n- scaling.area_attribute = number_of_inhabitants\n- scaling.value = 1\n- scaling.base_value = 3\n",
      "datasets/part/graph_values.yml": sampleOf("datasets/AREA/graph_values.yml"),
    }),
  );
  const { graphValues } = openArea(root, readRegistry(root, listDatasetFiles(root), []), "part");
  expect(graphValues).toMatchObject({
    households_heater_coal: { demand: 12.5 },
    "mine-households_heater_coal@coal": { parent_share: 0.25 },
  });
});

test("the sample changes to inputs are read", () => {
  const problems: Problem[] = [];
  const inputs = new Set(["capacity_of_wind_turbines", "price_of_gas", "share_of_network_gas"]);
  const changes = readModelChanges(parseYaml(sampleOf("config/model_changes.yml")), inputs, problems);
  expect(problems.map(describeProblem)).toEqual([]);
  expect(changes.map(({ version }) => version)).toEqual(["2026-03-01", "2026-05-01"]);
});
