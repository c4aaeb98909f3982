/** Model directories for tests: small ones in a temporary folder, and the real one if it is available. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { onTestFinished } from "vitest";

/** Writes files by relative path to a new directory, which is deleted after the test. */
export function directoryOf(files: { readonly [path: string]: string }): string {
  const root = mkdtempSync(join(tmpdir(), "etesian-model-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  addFiles(root, files);
  return root;
}

export function addFiles(root: string, files: { readonly [path: string]: string }): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

/** A model with two nodes and one edge in one full area; `files` replace or add files. */
export function smallModel(files: { readonly [path: string]: string } = {}): { readonly [path: string]: string } {
  return {
    "config/default_dataset.yml": "--- here\n",
    "carriers/coal.ad": "- infinite = false\n",
    "carriers/electricity.ad": "- infinite = false\n",
    "carriers/loss.ad": "- infinite = false\n",
    "graphs/energy/nodes/energy/mine.ad": "- use = energetic\n~ demand = EB(production, coal)\n",
    "graphs/energy/nodes/industry/plant.converter.ad":
      "- use = energetic\n- groups = [preset_demand]\n- output.electricity = 0.4\n- output.loss = elastic\n",
    "graphs/energy/edges/industry/mine-plant@coal.ad": "- type = share\n",
    "datasets/here/here.full.ad": "- area = here\n- analysis_year = 2020\n- number_of_inhabitants = 100\n",
    "datasets/here/energy_balance.csv": "FLOW,Coal\nProduction,12.5\n",
    "datasets/here/emissions.csv": "etm_sector,etm_subsector,use,ghg,year,unit,value\n",
    ...files,
  };
}

const repository = resolve(import.meta.dirname, "../../../..");
const reference = process.env["ETESIAN_REFERENCE_DIR"] ?? resolve(repository, "../shared");

/** The real model's directory; null if it is not available, so that its tests are skipped. */
export const realModel: string | null = existsSync(join(reference, "etsource/graphs"))
  ? join(reference, "etsource")
  : null;

/** A reference result, including NaN and Infinity, which plain JSON cannot represent. */
export function golden(path: string): unknown {
  const text = gunzipSync(readFileSync(join(reference, "golden", path))).toString();
  return JSON.parse(text.replace(/: -?Infinity\b/g, (match) => match.replace("Infinity", "1e999"))) as unknown;
}
