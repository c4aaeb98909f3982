/** Command-line programs: flags, help and usage errors. */
import { parseArgs, type ParseArgsConfig } from "node:util";
import { isForOperators } from "./operator-errors.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;

/** A mistake in a program's arguments. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The flags and the positional arguments. @throws UsageError */
function parse<const O extends Options>(options: O, args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

const wantsHelp = (args: readonly string[]): boolean => args.some((arg) => arg === "--help" || arg === "-h");

type Arguments<O extends Options> = ReturnType<typeof parse<O>>;
/** The values of a program's flags. */
export type Flags<O extends Options> = Arguments<O>["values"];

/**
 * Runs a program; resolves to its exit code. `--help` prints the help. A `UsageError` (code 2) and a `RangeError` (code
 * 1) are printed with the help. An error for operators or of a known class is printed without its stack (code 1); other
 * errors are thrown.
 */
export async function exitCodeOf<const O extends Options>(
  {
    help,
    options,
    knownErrors = [],
    args = process.argv.slice(2),
  }: {
    readonly help: string;
    readonly options: O;
    readonly knownErrors?: readonly (abstract new (...parts: never[]) => Error)[];
    readonly args?: readonly string[];
  },
  run: (flags: Flags<O>, words: readonly string[]) => Promise<number> | number,
): Promise<number> {
  if (wantsHelp(args)) {
    process.stdout.write(help);
    return 0;
  }
  try {
    const { values, positionals } = parse(options, args);
    return await run(values, positionals);
  } catch (error) {
    const isUsage = error instanceof UsageError;
    if (isUsage || error instanceof RangeError) process.stderr.write(`${error.message}\n\n${help}`);
    else if (isForOperators(error)) console.error(error.message);
    else if (error instanceof Error && knownErrors.some((type) => error instanceof type)) console.error(error.message);
    else throw error;
    return isUsage ? 2 : 1;
  }
}

/**
 * Parses the flags, and positional arguments if `words` allows them. `--help` prints the help and exits. After a
 * mistake, the message and the help are printed on standard error, and the exit code is 2.
 */
export function flagsOf<const O extends Options>(
  help: string,
  options: O,
  { words = false }: { readonly words?: boolean } = {},
): Arguments<O> {
  const args = process.argv.slice(2);
  if (wantsHelp(args)) {
    process.stdout.write(help);
    process.exit(0);
  }
  try {
    const parsed = parse(options, args);
    if (words || parsed.positionals.length === 0) return parsed;
    return exitWithUsage(help, `unexpected: ${parsed.positionals.join(" ")}`);
  } catch (error) {
    return exitWithUsage(help, error instanceof Error ? error.message : String(error));
  }
}

/** Prints a usage error with the help, and exits with code 2. */
export function exitWithUsage(help: string, mistake: string): never {
  process.stderr.write(`${mistake}\n\n${help}`);
  process.exit(2);
}

/** Parses the value of a flag, a whole number of at least `min`. */
export function wholeNumber(help: string, flag: string, text: string, min = 0): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number >= min) return number;
  return exitWithUsage(help, `--${flag} is ${JSON.stringify(text)}: expected a whole number from ${min}`);
}
