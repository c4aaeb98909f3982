/** Code shared by the commands `attribute` and `target`. */
import { CalculationFault } from "@etesian/engine";
import { ModelDirectoryError } from "@etesian/model";
import { SweepSpecError } from "../problems.ts";

/** Runs a command. User errors are printed on standard error, with exit code 2. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
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
