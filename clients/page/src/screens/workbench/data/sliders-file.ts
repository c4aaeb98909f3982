/** The sliders that a person has set, as a file for spreadsheets. */
import type { InterfaceView } from "@etesian/interface";
import type { StoredScenario } from "../../../calculation/calculator.ts";
import type { Workspace } from "../../session-context.tsx";
import { fileOf } from "../../../charts/csv.ts";
import { inShownUnit } from "../../../figures/figures.ts";

/** A row for each set slider, in the units on the screen and in full precision, by key. */
export function csvOfSliders(
  { userValues }: Pick<StoredScenario, "userValues">,
  { inputs, sliders }: { readonly inputs: Workspace["inputs"]; readonly sliders: InterfaceView["sliders"] },
): string {
  const rows = Object.entries(userValues)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, value]) => {
      const { title, unit, factor } = sliders.get(key) ?? { title: key, unit: "", factor: 1 };
      const cell = (of: number | string | boolean | null): string =>
        typeof of === "number" ? String(inShownUnit(of, factor)) : String(of ?? "");
      return [key, title, unit, cell(value), cell(inputs.get(key)?.default ?? null)];
    });
  return fileOf([["key", "name", "unit", "value", "start"], ...rows]);
}
