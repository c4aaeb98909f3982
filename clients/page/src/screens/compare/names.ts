/** Names of scenarios. */
import type { StoredScenario } from "../../calculation/calculator.ts";
import type { Texts } from "../../texts/en.ts";

/** The scenario's title, or its ID if it has none. */
export const nameOf = ({ title, id }: Pick<StoredScenario, "title" | "id">, { scenario }: Texts): string =>
  title === "" || title === "API" ? `${scenario} ${id}` : title;
