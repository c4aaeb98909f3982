/** Names of compared scenarios: examples have a title in each language. */
import { useQuery } from "@tanstack/react-query";
import type { StoredScenario } from "../../calculation/calculator.ts";
import { useTexts } from "../../texts/language.tsx";
import { examplesQuery } from "../workbench/queries.ts";
import { nameOf } from "./names.ts";

export function useScenarioName(): (scenario: Pick<StoredScenario, "title" | "id">) => string {
  const { texts, language } = useTexts();
  const examples = useQuery(examplesQuery()).data ?? [];
  return (scenario) =>
    examples.find(({ scenario_id: id }) => id === scenario.id)?.[`title_${language}`] ?? nameOf(scenario, texts);
}
