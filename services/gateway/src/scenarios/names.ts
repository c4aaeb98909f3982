/** Names of scenarios for tables that people read. */
import type { Scenario } from "@etesian/contracts/scenarios";

/** The title in the metadata; empty without one. */
export function titleOf({ metadataJson }: Pick<Scenario, "metadataJson">): string {
  const { title } = JSON.parse(metadataJson) as { readonly title?: unknown };
  return typeof title === "string" ? title : "";
}

/** Different names: the titles, with the number where two scenarios have the same. */
export function namesOf(scenarios: readonly Pick<Scenario, "id" | "metadataJson">[]): readonly string[] {
  const titles = scenarios.map((scenario) => titleOf(scenario).trim());
  return scenarios.map(({ id }, place) => {
    const title = titles[place]!;
    if (title === "") return `Scenario ${id}`;
    return titles.filter((other) => other === title).length > 1 ? `${title} (${id})` : title;
  });
}
