/** The sliders that users have set, as a file for spreadsheets. */
import type { InterfaceView } from "@etesian/interface";
import type { StoredScenario } from "../../../calculation/calculator.ts";
import type { Workspace } from "../../session-context.tsx";
import { csvOf } from "../../../charts/csv.ts";
import { toDisplayUnit } from "../../../figures/figures.ts";

/** One row per set slider, sorted by key, in displayed units and at full precision. */
export function csvOfSliders(
  { userValues }: Pick<StoredScenario, "userValues">,
  { inputs, sliders }: { readonly inputs: Workspace["inputs"]; readonly sliders: InterfaceView["sliders"] },
): string {
  const rows = Object.entries(userValues)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, value]) => {
      const { title, unit, factor } = sliders.get(key) ?? { title: key, unit: "", factor: 1 };
      const cell = (value: number | string | boolean | null): string =>
        typeof value === "number" ? String(toDisplayUnit(value, factor)) : String(value ?? "");
      return [key, title, unit, cell(value), cell(inputs.get(key)?.default ?? null)];
    });
  return csvOf([["key", "name", "unit", "value", "start"], ...rows]);
}
