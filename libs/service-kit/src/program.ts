/** Programs for the command line: flags, help and how they refuse. */
import { parseArgs, type ParseArgsConfig } from "node:util";

/**
 * Flags, and words where it takes any, that a program was called with. With `--help` it prints the help and ends; a mistake it
 * prints on standard error, with the help, and ends with exit code 2.
 */
export function flagsOf<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  help: string,
  options: Options,
  { words = false }: { readonly words?: boolean } = {},
) {
  if (process.argv.slice(2).some((argument) => argument === "--help" || argument === "-h")) {
    process.stdout.write(help);
    process.exit(0);
  }
  const parsed = attempt(help, () => parseArgs({ options, allowPositionals: true }));
  if (!words && parsed.positionals.length > 0)
    return exitWithUsage(help, `unexpected: ${parsed.positionals.join(" ")}`);
  return parsed;
}

function attempt<T>(help: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    return exitWithUsage(help, error instanceof Error ? error.message : String(error));
  }
}

/** Ends the program, which was called in a wrong way. */
export function exitWithUsage(help: string, mistake: string): never {
  process.stderr.write(`${mistake}\n\n${help}`);
  process.exit(2);
}

/** A flag that is a whole number from `least` on. */
export function wholeNumber(help: string, flag: string, written: string, least = 0): number {
  const number = Number(written);
  if (/^\d+$/.test(written) && Number.isSafeInteger(number) && number >= least) return number;
  return exitWithUsage(help, `--${flag} is ${JSON.stringify(written)}: expected a whole number from ${least}`);
}
