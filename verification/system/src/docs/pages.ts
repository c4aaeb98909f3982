/** The code samples in the documentation, and the commands in samples and in the text. */
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

export const PROJECT = resolve(import.meta.dirname, "../../../..");

/** Pages for users, operators and contributors. */
export const PAGES = globSync(
  [
    "{README,CONTRIBUTING}.md",
    "docs/**/*.md",
    "scripts/evidence.md",
    "scripts/fixed-defects.md",
    "{clients,examples,models}/*/README.md",
  ],
  { cwd: PROJECT },
).toSorted();

export interface Fence {
  readonly page: string;
  /** Line number of the opening line. */
  readonly line: number;
  /** Language of the sample, such as "sh"; empty if none is given. */
  readonly language: string;
  readonly text: string;
  /** Reason in the preceding mark `<!-- illustration: … -->`; null for a sample that a test executes or checks. */
  readonly illustration: string | null;
}

export function fencesOf(page: string): readonly Fence[] {
  const lines = readFileSync(join(PROJECT, page), "utf8").split("\n");
  const fences: Fence[] = [];
  for (let index = 0; index < lines.length; index++) {
    const [, language] = /^```(\w*)/.exec(lines[index]!) ?? [];
    if (language === undefined) continue;
    const end = lines.indexOf("```", index + 1);
    const previousLine = lines.slice(0, index).findLast((line) => line.trim() !== "") ?? "";
    const [, illustration = null] = /^<!-- illustration: (.+) -->$/.exec(previousLine) ?? [];
    fences.push({ page, line: index + 1, language, text: lines.slice(index + 1, end).join("\n"), illustration });
    index = end;
  }
  return fences;
}

/** A command of a page, such as `npm run accounts -- list --data DIR`. */
export interface Command {
  readonly page: string;
  readonly words: readonly string[];
}

/** Words of a shell command, quotes removed. In a table of commands, two spaces start the explanation. */
export const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|\$\([^)]*\)|[^\s"'])+/g)].map(([word]) =>
    word.startsWith("$(") ? word : word.replaceAll(/["']/g, ""),
  );

const isCommand = (line: string): boolean => /^(npm|docker|helm|kubectl|node_modules\/\.bin\/node) /.test(line);

/** Lines of a fence that are commands, with continued lines joined and comments removed. */
export const linesOf = (text: string): readonly string[] =>
  text
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .map((line) => line.replace(/ +# .*$/, "").trim())
    .filter((line) => line !== "" && !line.startsWith("#"));

/** All commands in a page, in fences and in the text. */
export function commandsOf(page: string): readonly Command[] {
  const inFences = fencesOf(page).flatMap(({ language, text }) =>
    linesOf(text).map((line) => (language === "" ? line.split(/ {2,}/)[0]! : line)),
  );
  const prose = readFileSync(join(PROJECT, page), "utf8").replaceAll(/^```[^]*?^```$/gm, "");
  const inText = [...prose.matchAll(/`((?:npm|docker) [^`]+)`/g)].map(([, line]) => line!.replaceAll(/\s+/g, " "));
  const allLines = [...inFences, ...inText].flatMap((line) => [
    ...[...line.matchAll(/\$\((npm [^)]*)\)|; do (npm [^;]*);/g)].map(([, one, other]) => (one ?? other)!),
    line,
  ]);
  return allLines.filter(isCommand).map((line) => ({ page, words: wordsOf(line) }));
}

/** Script and arguments of `npm start`, `npm test` or `npm run NAME`; null for other npm commands. */
export function scriptOf(
  words: readonly string[],
): { readonly script: string; readonly args: readonly string[] } | null {
  const [program, ...rest] = words.filter((word) => word !== "--silent");
  if (program !== "npm") return null;
  const script = rest[0] === "run" ? rest[1] : ["start", "test"].includes(rest[0]!) ? rest[0] : undefined;
  if (script === undefined) return null;
  const end = words.indexOf("--");
  return { script, args: end < 0 ? [] : words.slice(end + 1) };
}
