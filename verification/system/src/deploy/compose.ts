/** Reads docker-compose.yml as Compose does: merges anchors and replaces variables. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT } from "@etesian/service-kit";
import { load } from "js-yaml";

export interface Container {
  readonly image?: string;
  readonly command?: readonly string[];
  readonly environment?: { readonly [name: string]: string | number };
  readonly read_only?: boolean;
  readonly profiles?: readonly string[];
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly logging?: { readonly driver: string; readonly options: { readonly [name: string]: string } };
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly networks: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: { readonly [service: string]: { readonly condition: string } };
  readonly deploy?: { readonly replicas: number };
}

export interface ComposeFile {
  readonly services: { readonly [name: string]: Container };
}

/** The file with `<<` merged and variables unresolved. */
export const composeFile = (): ComposeFile =>
  mergeAnchors(load(readFileSync(join(PROJECT, "docker-compose.yml"), "utf8"))) as ComposeFile;

/**
 * The file with variables replaced by their values in an environment. @throws if a required variable is missing or
 * empty
 */
export const resolveComposeFile = (environment: { readonly [name: string]: string }): ComposeFile =>
  replaceVariables(composeFile(), environment) as ComposeFile;

function mergeAnchors(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(mergeAnchors);
  if (typeof value !== "object" || value === null) return value;
  const { "<<": common, ...ownFields } = value as { readonly "<<"?: object };
  const inheritedFields = common === undefined ? {} : (mergeAnchors(common) as object);
  return {
    ...inheritedFields,
    ...Object.fromEntries(Object.entries(ownFields).map(([name, field]) => [name, mergeAnchors(field)])),
  };
}

function replaceVariables(value: unknown, environment: { readonly [name: string]: string }): unknown {
  if (typeof value === "string") return interpolate(value, environment);
  if (Array.isArray(value)) return value.map((value) => replaceVariables(value, environment));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, replaceVariables(field, environment)]));
}

/** `${NAME}`, `${NAME:-default}` and `${NAME:?message}`; a default may contain variables. */
function interpolate(text: string, environment: { readonly [name: string]: string }): string {
  const innermost = /\$\{(\w+)(?::([-?])([^${}]*))?\}/;
  for (let result = text; ;) {
    const match = innermost.exec(result);
    if (match === null) return result;
    const [expression, name, kind, argument = ""] = match as unknown as [string, string, string?, string?];
    const value = environment[name] ?? "";
    if (value === "" && kind === "?") throw new Error(`${name} is not set: ${argument}`);
    result = result.replace(expression, () => (value === "" && kind === "-" ? argument : value));
  }
}
