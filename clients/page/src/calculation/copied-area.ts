/** Copies of a scenario in another area. */
import type { Api } from "@etesian/client";
import { transferTo } from "@etesian/explore";
import { decodePart } from "@etesian/model/parts";
import type { InputTable } from "@etesian/sliders";
import { readAreaManifest } from "./area-model.ts";
import type { StoredScenario } from "./calculator.ts";
import { type ImportedScenario, importScenario, readDump } from "./scenario-file.ts";

export interface AreaCopy extends ImportedScenario {
  /** Moved sliders that the other area lacks, or whose shares are impossible there. */
  readonly omittedSliders: readonly string[];
  /** Sliders moved to an end of the other area's range, because their position would be outside it. */
  readonly limitedSliders: readonly string[];
}

/**
 * Creates the scenario in another area. Its moved sliders are transferred as in sweeps over areas: amounts move by the
 * same factor of their start value, and all others to the same position. Curves, orders and couplings are copied
 * unchanged.
 * @throws TransferError and ApiError if no scenario is created
 */
export async function copyToArea(
  api: Api,
  scenario: StoredScenario,
  area: string,
  inputsOf: (area: string, endYear: number) => Promise<InputTable>,
): Promise<AreaCopy> {
  const [from, to, file] = await Promise.all([
    inputsOf(scenario.area, scenario.endYear),
    inputsOf(area, scenario.endYear),
    readDump(api, scenario.id),
  ]);
  const { recipe, omitted: omittedSliders, limited: limitedSliders } = transferTo(area, scenario, { from, to });
  const copy = await importScenario(api, { ...file, area, userValues: recipe.userValues });
  return { ...copy, omittedSliders, limitedSliders };
}

/** Ranges and start values of an area's inputs, from the model that the server shares. */
export async function readInputTable(area: string, endYear: number): Promise<InputTable> {
  const manifest = await readAreaManifest(area, endYear);
  const part = manifest?.parts.inputs[String(endYear)];
  if (part === undefined) throw new Error(`the server has no inputs of ${area} for ${endYear}`);
  const path = `/api/v3/model/parts/${part.sha256}?area=${encodeURIComponent(area)}&end_year=${endYear}`;
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  const inputs = decodePart("inputs", new Uint8Array(await response.arrayBuffer()));
  return new Map(inputs.map((input) => [input.key, input]));
}
