import type { ScenarioChange } from "@etesian/contracts/scenarios";
import type { AuthorNames } from "./author-names.ts";

/** A change in a response: its type in snake case ("inputs_set"), and its fields. */
export function changeJson(
  { version, time, actor, type, dataJson, command }: ScenarioChange,
  names: AuthorNames = new Map(),
) {
  if (time === undefined) throw new Error(`change ${version} has no time`);
  const data = JSON.parse(dataJson) as { readonly [name: string]: unknown };
  const name = names.get(actor);
  return {
    version,
    time: time.toISOString(),
    actor,
    ...(name === undefined ? {} : { actor_name: name }),
    type: snakeCase(type),
    data: renameKeys(data),
    ...(command === undefined ? {} : { command }),
  };
}

/** Event fields with a fixed structure, unlike objects keyed by user data. */
export const STRUCTURES = new Set(["scaling", "template"]);

const renameKeys = (data: { readonly [name: string]: unknown }): { [name: string]: unknown } =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      snakeCase(name),
      STRUCTURES.has(name) && typeof value === "object" && value !== null ? renameKeys({ ...value }) : value,
    ]),
  );

/** `InputsSet` → `inputs_set`. */
export const snakeCase = (name: string): string => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase();
