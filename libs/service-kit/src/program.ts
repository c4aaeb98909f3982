/** Command-line programs: flags, help and usage errors. */
import { parseArgs, type ParseArgsConfig } from "node:util";

/**
 * Parses the flags, and positional arguments if `words` allows them. `--help` prints the help and exits; a mistake is
 * printed on standard error with the help, and exits with code 2.
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

/** Exits after a usage error. */
export function exitWithUsage(help: string, mistake: string): never {
  process.stderr.write(`${mistake}\n\n${help}`);
  process.exit(2);
}

/** The value of a flag that is a whole number of at least `min`. */
export function wholeNumber(help: string, flag: string, text: string, min = 0): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number >= min) return number;
  return exitWithUsage(help, `--${flag} is ${JSON.stringify(text)}: expected a whole number from ${min}`);
}
