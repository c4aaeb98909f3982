/** The project's commands for use in messages, in the form that works in this installation. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import manifest from "../../../package.json" with { type: "json" };
import { IS_PACKAGE, PROJECT } from "./project.ts";

/**
 * The command line of a script in package.json, ready for arguments: `npm run accounts --`. In the image, which lacks
 * scripts/bootstrap.mjs, it is `node services/accounts/src/cli.ts`; in the npm package it is `npx etesian accounts`.
 */
export function commandOf(script: keyof typeof manifest.scripts, project: string = PROJECT): string {
  if (IS_PACKAGE) return `npx etesian ${script}`;
  if (hasScripts(project)) return `npm run ${script} --`;
  const [, file] = / (?:run|sweep) (\S+)/.exec(manifest.scripts[script]) ?? [];
  if (file === undefined) throw new Error(`the script ${script} runs no file of the project`);
  return `node ${file}`;
}

/** The command line of a server: `npm run service -- gateway`, or `npm start --` for all services in one process. */
export function serverCommandOf(program: string, project: string = PROJECT): string {
  if (IS_PACKAGE) return "npx etesian";
  if (!hasScripts(project)) return `node services/${program}/src/main.ts`;
  return program === "standalone" ? "npm start --" : `npm run service -- ${program}`;
}

const hasScripts = (project: string): boolean => existsSync(join(project, "scripts/bootstrap.mjs"));
