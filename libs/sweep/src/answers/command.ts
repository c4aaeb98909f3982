/** The parts that the commands `attribute` and `target` share. */
import { join, resolve } from "node:path";
import { CalculationFault } from "@etesian/engine";
import { ModelDirectoryError } from "@etesian/model";
import { DEFAULT_DATA, PROJECT } from "@etesian/service-kit";
import { SweepSpecError } from "../spec.ts";

/** Paths are relative to the directory in which the command was typed. */
export const here = (path: string): string => resolve(process.env["INIT_CWD"] ?? process.cwd(), path);

/** The directories of the model and of its cache. */
export function places({ model, data }: { readonly model?: string | undefined; readonly data?: string | undefined }): {
  readonly model: string;
  readonly cache: string;
} {
  return {
    model: model === undefined ? join(PROJECT, "models/starter") : here(model),
    cache: join(data === undefined ? (process.env["ETESIAN_DATA"] ?? DEFAULT_DATA) : here(data), "cache"),
  };
}

/** Runs a command. A mistake of its user is printed on standard error, and exits with code 2. */
export async function runAnswer(answer: () => Promise<void>): Promise<void> {
  try {
    await answer();
  } catch (error) {
    const problems =
      error instanceof SweepSpecError
        ? error.problems
        : error instanceof ModelDirectoryError || error instanceof CalculationFault
          ? [error.message]
          : null;
    if (problems === null) throw error;
    for (const problem of problems) console.error(problem);
    process.exitCode = 2;
  }
}
