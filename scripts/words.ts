/**
 * `npm run check` warns of words and phrases that read as if translated. It looks at new lines: not committed yet, or
 * not in the branch `main`. The list is in one place, with the word to use; CONTRIBUTING.md has the rule behind it.
 */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** Patterns in comments, texts and documents, and the words to use instead. */
const WORDS: readonly (readonly [pattern: RegExp, say: string])[] = [
  [
    /(?:^(?:\W|\btest(?:\.each)?\(["'`])*|[.;:]\s+)(?:who|whoever|what|whatever|nobody|somebody)\b(?! (?:is|are|was|were|do|does|did|can|should|to|if|about)\b.*\?)/i,
    "name the thing, then say what it does",
  ],
  [/\bwho(?:m|ever|mever)\b/i, "name the person or the process: the client, the sender, the recipient"],
  [/\b(?:nobody|somebody|everybody)'s\b/i, "unowned; another user's; public"],
  [/\bletters?\b(?! (?:of|of the)\b| case|, digits)/i, "email, message (letter of the alphabet: character)"],
  [/\bstor(?:y|ies)\b/i, "simulation run, walkthrough"],
  [/\ba present\b|\bpresents\b/i, "base-year result"],
  [/\baskers?\b|\bwho asks for whom\b/i, "dependents, dependency tracking"],
  [/\beach other's places\b/i, "substitute equivalent members"],
  [/\btaken over\b/i, "reused"],
  [/\btak(?:e|es|en|ing) back\b/i, "restored, revoked"],
  [/\bin passing\b/i, "borrowed, transient"],
  [/\bunwritten\b/i, "lazy"],
  [/\bdear(?:er)?\b/i, "expensive"],
  [/\banew\b/i, "again"],
  [/\bbeginnings\b/i, "prefixes, prefix snapshots"],
  [/\bat home\b/i, "thread affinity"],
  [/\bpractis(?:e|es|ed|ing)\b|\bfor practice\b/i, "warm-up"],
  [/\bmak(?:e|es|ing) room\b/i, "evict, free memory"],
  [/\bforg(?:et|ets|ot|otten)\b/i, "evicted, deleted"],
  [/\bremember(?:s|ed|ing)?\b/i, "cached, kept"],
  [/\bby the hour\b/i, "hourly; hourly calculation, dispatch"],
  [/\b(?:\d+|two|three|ten|many|few) tries\b/i, "attempts"],
  [/\bnews\b/i, "change feed, subscription"],
  [/\bweakness(?:es)?\b/i, "injected faults"],
  [/\bjudge[sd]?\b/i, "oracle; checks, decides"],
  [/\bnasties\b/i, "hostile inputs"],
  [/\bfates?\b/i, "disposition, deletion policy"],
  [/\bforth and back\b/i, "back and forth"],
  [/\bdoors? of\b/i, "public API"],
  [/\bwaiting line\b/i, "queue"],
  [/\bsaid openly\b/i, "reported"],
];

/** Files whose comments begin with `#`. */
const HASHED = /\.(?:ya?ml|py|sh|tpl)$|(?:^|\/)(?:Dockerfile|run)$/;
/** A text of YAML without quotes, such as a description. */
const PLAIN_TEXT = /^\s*(?:- )?[\w$-]+:\s+([^\s"'`{[&*|>#].* .*)$/;

/** The comment, text or document part of a line; null where it has none. */
function proseOf(line: string, file: string): string | null {
  if (file.endsWith(".md")) return line;
  const isHashed = HASHED.test(file);
  const marker = isHashed ? /(?:^|\s)#\s(.*)$/ : /(?:^\s*\{?(?:\/\*\*?|\*|\/\/)|\s\/\/)\s?(.*)$/;
  const comment = marker.exec(line)?.[1];
  if (comment !== undefined) return comment;
  const plain = isHashed ? PLAIN_TEXT.exec(line)?.[1] : undefined;
  if (plain !== undefined) return plain;
  const texts = [...line.matchAll(/"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)].map(
    ([, one, other]) => one ?? other ?? "",
  );
  const prose = texts.filter((text) => text.includes(" "));
  return prose.length === 0 ? null : prose.join(" ");
}

/** The words to use instead of those of a line; empty where it has none of the list. */
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

/** Files with comments or texts. */
const SEARCHED = [
  ...["ts", "tsx", "mjs", "js", "css", "proto", "md", "yaml", "yml", "py", "sh", "tpl"].map((end) => `*.${end}`),
  "*Dockerfile",
  ".ci/run",
];

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
    ...SEARCHED,
    ":!**/generated/**",
    ":!models/**",
    ":!scripts/words*",
  );
  if (status !== 0) return;
  for (const { file, number, text } of addedLines(stdout)) {
    for (const said of advice(text, file)) console.log(`${file}:${number}: ${said}`);
  }
}

if (import.meta.url === pathToFileURL(resolve(process.argv[1] ?? "")).href) main();
