/** Names of scenarios for tables that people read. */
import type { Scenario } from "@etesian/contracts/scenarios";

/** The title in the metadata; empty if there is none. */
export function titleOf({ metadataJson }: Pick<Scenario, "metadataJson">): string {
  const { title } = JSON.parse(metadataJson) as { readonly title?: unknown };
  return typeof title === "string" ? title : "";
}

/** Distinct names: the titles, followed by the ID if several scenarios have the same title. */
export function namesOf(scenarios: readonly Pick<Scenario, "id" | "metadataJson">[]): readonly string[] {
  const titles = scenarios.map((scenario) => titleOf(scenario).trim());
  return scenarios.map(({ id }, index) => {
    const title = titles[index]!;
    if (title === "") return `Scenario ${id}`;
    return titles.filter((other) => other === title).length > 1 ? `${title} (${id})` : title;
  });
}
