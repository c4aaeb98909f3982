/** Names of scenarios. */
import type { StoredScenario } from "../../calculation/calculator.ts";
import type { Texts } from "../../texts/en.ts";

/** The title that its owner gave it, or its number. */
export const nameOf = ({ title, id }: Pick<StoredScenario, "title" | "id">, { scenario }: Texts): string =>
  title === "" || title === "API" ? `${scenario} ${id}` : title;
