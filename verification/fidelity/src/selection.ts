/** Selects commands and files by the command-line arguments. */
import type { Reference } from "./reference.ts";
import type { Command } from "./report.ts";

export interface Selection {
  readonly name: string;
  readonly command: Command;
  readonly files: readonly string[];
}

/** Arguments that select nothing, with the available names. */
export class EmptySelectionError extends Error {
  override readonly name = "EmptySelectionError";
}

/**
 * Arguments that name a command select it; without such an argument, all commands are selected. The other arguments
 * select files: the file with that name, or all files whose names contain the argument. Rejects with
 * `EmptySelectionError` when an argument matches no file, or there is nothing to compare.
 */
export async function select(
  commands: { readonly [name: string]: Command },
  reference: Reference,
  args: readonly string[],
): Promise<readonly Selection[]> {
  const isCommand = (name: string): boolean => Object.hasOwn(commands, name);
  const patterns = args.filter((name) => !isCommand(name));
  const names = args.filter(isCommand);
  const selections: Selection[] = [];
  const matchedPatterns = new Set<string>();
  for (const [name, command] of Object.entries(commands)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const available = await command.files(reference);
    if (available.length === 0) throw new EmptySelectionError(`${name}: the reference data have nothing to compare`);
    const files = patterns.length === 0 ? available : filesOf(available, patterns, matchedPatterns);
    if (files.length > 0) selections.push({ name, command, files });
  }
  const unmatched = patterns.filter((pattern) => !matchedPatterns.has(pattern));
  if (unmatched.length > 0) {
    const scope = names.length === 0 ? "" : ` of ${names.join(", ")}`;
    throw new EmptySelectionError(`neither a command nor a file${scope}: ${unmatched.join(", ")}`);
  }
  return selections;
}

function filesOf(all: readonly string[], patterns: readonly string[], matchedPatterns: Set<string>): readonly string[] {
  const files = new Set<string>();
  for (const pattern of patterns) {
    const matches = all.includes(pattern) ? [pattern] : all.filter((file) => file.includes(pattern));
    if (matches.length > 0) matchedPatterns.add(pattern);
    for (const file of matches) files.add(file);
  }
  return all.filter((file) => files.has(file));
}
