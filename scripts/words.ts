/**
 * `npm run check` warns of words and phrases that read as if translated, in lines that are new: not committed yet, or not in
 * the branch `main`. The list is in one place, with what to say instead; CONTRIBUTING.md has the rule behind it.
 */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** What is looked for in comments, texts and documents, and what to say. */
const WORDS: readonly (readonly [pattern: RegExp, say: string])[] = [
  [
    /^(?:\W|\btest(?:\.each)?\(["'`])*(?:who|whoever|what|whatever|nobody|somebody)\b(?! (?:is|are|was|were|do|does|did|can|should|to|if|about)\b.*\?)/i,
    "name the thing, then say what it does",
  ],
  [/\bletters?\b(?! (?:of|of the)\b| case)/i, "email, message (letter of the alphabet: character)"],
  [/\bstor(?:y|ies)\b/i, "simulation run, walkthrough"],
  [/\ba present\b|\bpresents\b/i, "base-year result"],
  [/\btaken over\b/i, "reused"],
  [/\bin passing\b/i, "borrowed, transient"],
  [/\bdear(?:er)?\b/i, "expensive"],
  [/\banew\b/i, "again"],
  [/\bforth and back\b/i, "back and forth"],
  [/\b(?:nobody|everybody)'s\b/i, "unowned; public"],
  [/\bnasties\b/i, "hostile inputs"],
  [/\bwhom\b/i, "an object of the sentence: the sender, the recipient"],
];

/** The comment, text or document part of a line; null where it has none. */
function proseOf(line: string, file: string): string | null {
  if (file.endsWith(".md")) return line;
  const comment = /(?:^\s*(?:\/\*\*?|\*|\/\/)|\s\/\/)\s?(.*)$/.exec(line)?.[1];
  if (comment !== undefined) return comment;
  const texts = [...line.matchAll(/"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)].map(
    ([, one, other]) => one ?? other ?? "",
  );
  const prose = texts.filter((text) => text.includes(" "));
  return prose.length === 0 ? null : prose.join(" ");
}

/** What to say in the place of words of a line; empty where there is nothing to say. */
export function advice(line: string, file: string): readonly string[] {
  const prose = proseOf(line, file);
  if (prose === null) return [];
  return WORDS.flatMap(([pattern, say]) => {
    const found = pattern.exec(prose)?.[0];
    return found === undefined ? [] : [`"${found.trim()}": ${say}`];
  });
}

interface AddedLine {
  readonly file: string;
  readonly number: number;
  readonly text: string;
}
/** Lines of a `git diff -U0` that were added. */
export function addedLines(diff: string): readonly AddedLine[] {
  const lines: AddedLine[] = [];
  let file = "";
  let number = 0;
  for (const line of diff.split("\n")) {
    if (line.startsWith("+++ ")) file = line.slice(6);
    else if (line.startsWith("@@")) number = Number(/\+(\d+)/.exec(line)?.[1]);
    else if (line.startsWith("+")) lines.push({ file, number: number++, text: line.slice(1) });
  }
  return lines;
}

function main(): void {
  const git = (...args: readonly string[]) => spawnSync("git", args, { encoding: "utf8", maxBuffer: 1 << 28 });
  const base = git("merge-base", "HEAD", "main");
  // Where there is no repository, or no such branch, nothing is new.
  const since = base.status === 0 ? base.stdout.trim() : "HEAD";
  const { status, stdout } = git(
    "diff",
    "-U0",
    "--no-color",
    since,
    "--",
    "*.ts",
    "*.mjs",
    "*.md",
    ":!**/generated/**",
    ":!scripts/words*",
  );
  if (status !== 0) return;
  for (const { file, number, text } of addedLines(stdout)) {
    for (const said of advice(text, file)) console.log(`${file}:${number}: ${said}`);
  }
}

if (import.meta.url === pathToFileURL(resolve(process.argv[1] ?? "")).href) main();
