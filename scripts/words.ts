/**
 * Finds words and phrases in comments, texts and documents that read as if translated, and suggests replacements.
 * CONTRIBUTING.md explains the rule.
 *
 *     words.ts [PATH …]        every line of these files and directories (default: the project); exits with 1 if any has one
 *     words.ts --count         phrases per 1,000 comment lines, per package
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** Patterns in comments, texts and documents, and the words to use instead. */
const WORDS: readonly (readonly [pattern: RegExp, suggestion: string])[] = [
  [
    /(?:^(?:[^\w$]|\btest(?:\.each)?\(["'`])*|[.;:]\s+)(?:who|whoever|what|whatever|nobody|somebody)\b(?! (?:is|are|was|were|do|does|did|can|should|to|if|about)\b.*\?| matters most)/i,
    "name the thing, then say what it does",
  ],
  [/\bwho(?:m|ever|mever)\b/i, "name the person or the process: the client, the sender, the recipient"],
  [/\b(?:nobody|somebody|everybody)'s\b/i, "unowned; another user's; public"],
  [/\bletters?\b(?! (?:of|[a-z])\b| case|, digits)/i, "email, message (letter of the alphabet: character)"],
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
  [/\b(?:told|telling|tells?)\b(?! apart)/i, "send, report, notify"],
  [/\bsaid\b/i, "reported, stated, documented"],
  [/\bhea(?:rs?|rd)\b/i, "receives, is notified"],
  [/\bstands?\b(?! (?:alone|for|out)\b)/i, "is, is stored, appears"],
  [
    /\bas (?:it|they|he|she) (?:is|are|was|were|stands?|stood)\b(?! (?:read|sent|available|generated)\b)/i,
    "unchanged; the current value",
  ],
  [/\bthose of\b/i, "repeat the noun; use a possessive"],
  [/\banyhow\b/i, "in any case"],
  [/\bcom(?:e|es|ing) too late\b/i, "is late; conflicts"],
  [/\botherwise than\b/i, "differently from"],
  [/\bfor good\b(?! (?:answers|measure))/i, "permanently"],
  [/\bwhat (?:is|are|was|were)\b(?!.*\?)/i, "name the thing: the value, the request, the result"],
  [/\b(?:is|are|was|were|be|been|being) asked\b|\basked for\b/i, "requested; the caller requests"],
  [/\bwhatever\b/i, "any; every; name the thing"],
  [/\b(?:nobody|somebody|everybody)\b/i, "no user, a user, every user"],
  [/\b(?:the|a|this|each|two|another) hands?\b|\bhands (?:of|that)\b/i, "the drag, the user, the pointer"],
  [/\bgo(?:es)? on\b/i, "continues"],
  [/\bin vain\b/i, "without a result; fails"],
  [/\bof (?:them|it) all\b/i, "of all values; in total"],
  [/\bno matter\b/i, "ignored; regardless of"],
  [
    /(?<!\bthere )\b(?:is|are|was|were) no (?!longer|more|other|such|less|older|newer|later|sooner|doubt|need)[a-z]+/i,
    "is not a; does not count as a",
  ],
  [/(?<!\bthere )\bis none\b/, "expected …, found …"],
  [/\bat the most\b/i, "at most"],
  [/\bin the place of\b/i, "instead of; replaces"],
  [/\bover each other\b/i, "overlap"],
  [/\bleav(?:e|es|ing) (?:it|them|him|her) alone\b/i, "does not change"],
  [/\bof before\b|\bthe way of\b/i, "previous; like"],
  [/\blie(?:s|d)? in (?!(?:the|their) (?:past|future|range)\b)/i, "is in, is stored in"],
  [/\b(?:that|which) waits?\b(?! (?:for|until|to|in|at|on|longer|most|or|neither)\b)/i, "pending, queued"],
  [/\bgiv(?:e|es|ing) way\b/i, "adjusts; is replaced by"],
  [/\b(?:is|are|was|were) looked at\b/i, "examined, checked"],
  [/\bbeside\b/i, "next to; in addition to"],
  [/\bthose (?:that|which)\b/i, "repeat the noun"],
  [
    /, also (?:after|at|below|behind|between|by|during|for|from|if|in|later|of|on|to|when|while|with|without)\b/i,
    "even; including",
  ],
  [/\bone of both\b/i, "one of the two; either"],
  [/\bundisturbed\b/i, "uninterrupted; without interference"],
  [/\b(?:say|says) so\b/i, "report it; state it"],
  [/\bas good as possible\b/i, "optimal; optimise"],
  [/\boutside of (?:a|an|the)\b|\binside of (?:a|an|tests)\b/i, "outside, inside"],
  [/\b(?:this |of the |a smaller )part of the way\b/i, "fraction, share"],
  [/\ban? (?:\w+ )?\w+ of (?:its|their|one's) own\b(?=[.,;:)]|$| (?:and|or|which|that|so|because)\b)/i, "its own …"],
  [/\bthe expectation\b/i, "the expected value"],
  [/\btelephones?\b/i, "phone"],
  [/\bto be read only\b/i, "read-only"],
  [/\bthe usual one\b/i, "the default"],
  [/\bprocessor time\b/i, "CPU time"],
  [/\bbit by bit\b/i, "bit for bit, bit-identical"],
  [/\bimitat(?:e|es|ed|ing)\b/i, "follow the example of"],
  [/\baccessibility faults?\b/i, "accessibility violations"],
  [/\bunstarted\b/i, "that has not started"],
  [/\bheading rows?\b/i, "header row"],
  [/\b(?:encoded|written|used|done) like in\b/i, "as in; as … do"],
  [/\bnetwork address(?:es)?\b/i, "IP address"],
  [/\b(?:number|code) of the (?:error|owner|person|scenario|template)\b/i, "scenario ID, error code"],
  [/\bcommand decides\b/i, "makes the final check"],
  [/\bstays?(?=[.;"`])/i, "is kept, remains; keeps its value"],
  [/\bremainder of the others\b/i, "what the others leave, what they do not supply"],
];

/**
 * Names of variables, functions and properties that do not say what they hold: `asked` may be a request, a list of
 * requests or a question.
 */
const NAMES: readonly (readonly [pattern: RegExp, suggestion: string])[] = [
  [/(?<![\w$-])#?(?:asked|told|heard|said)(?=\s*[^\w\s$]|$)/, "requests, response, received, message"],
  [
    /(?<![\w$-])#?(?:tell|letGo|goOn|takeBack|giveBack|anew)(?=\s*[^\w\s$]|$)/,
    "notify, release, continue, reclaim, fresh",
  ],
  [/(?<![\w$-])#?\w+Beside(?=\s*[^\w\s$]|$)/, "name the relation: nextTo, forColumn, with"],
  [
    /\b(?:const|let)\s+(?:each|found|made|written|printed|answered|apart)\b(?!\s*\()|\(each(?=[,)])|[([]found(?=\)? =>)|\bfunction (?:found|made|written|printed)\b/,
    "name the element, result or text; a function by a verb",
  ],
];
/** Names of stored data, which cannot change. */
const STORED_NAMES = /^\s*told: announcedSchema|\{ (?:\.\.\.message, )?told: announced/;

/** Extensions of files with `#` comments. */
const HASH_COMMENT_FILE = /\.(?:ya?ml|py|sh|tpl)$|(?:^|\/)(?:Dockerfile|run)$/;
/** Unquoted YAML text, such as a description. */
const PLAIN_TEXT = /^\s*(?:- )?[\w$-]+:\s+([^\s"'`{[&*|>#].* .*)$/;

/** Template expressions and classes in CSS selectors: names within a text. */
const NAMES_IN_TEXTS = /\$\{[^}]*\}|(?<=^|[\s,>+])\.[a-z][\w-]*/g;

/** The comment of a line; null if it has none. */
function commentOf(line: string, file: string): string | null {
  const marker = HASH_COMMENT_FILE.test(file) ? /(?:^|\s)#\s(.*)$/ : /(?:^\s*\{?(?:\/\*\*?|\*|\/\/)|\s\/\/)\s?(.*)$/;
  return marker.exec(line)?.[1] ?? null;
}

/** The comment, text or prose of a line; null if it has none. */
function proseOf(line: string, file: string): string | null {
  if (file.endsWith(".md")) return line;
  const comment = commentOf(line, file);
  if (comment !== null) return comment;
  const plain = HASH_COMMENT_FILE.test(file) ? PLAIN_TEXT.exec(line)?.[1] : undefined;
  if (plain !== undefined) return plain;
  const texts = [...line.matchAll(/"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)].map(([, one, other]) =>
    (one ?? other ?? "").replaceAll(NAMES_IN_TEXTS, ""),
  );
  const prose = texts.filter((text) => text.includes(" "));
  return prose.length === 0 ? null : prose.join(" ");
}

/** The code of a line of TypeScript or JavaScript without comments and texts; empty for other files. */
function codeOf(line: string, file: string): string {
  if (!/\.(?:tsx?|m?js)$/.test(file) || /^\s*(?:\/\*|\*|\/\/)/.test(line) || STORED_NAMES.test(line)) return "";
  return line
    .replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""')
    .replaceAll(/\$\{([^}]*)\}/g, "`$1`")
    .replaceAll(/`(?:[^`\\]|\\.)*`|\/(?:[^/\\\s]|\\.)+\/[gimsuy]*/g, " ")
    .replace(/\s\/\/.*$/, "");
}

/** Suggestions for the phrases and names of a line; empty if it has none. */
export function advice(line: string, file: string): readonly string[] {
  const prose = proseOf(line, file) ?? "";
  const code = codeOf(line, file);
  const suggestionsFor = ([pattern, suggestion]: (typeof WORDS)[number], text: string): readonly string[] => {
    const phrase = pattern.exec(text)?.[0];
    return phrase === undefined ? [] : [`"${phrase.trim()}": ${suggestion}`];
  };
  return [...WORDS.flatMap((row) => suggestionsFor(row, prose)), ...NAMES.flatMap((row) => suggestionsFor(row, code))];
}

/** Suggestions for the phrases of a comment or document that continue on its next line. */
export function adviceAcross(line: string, next: string, file: string): readonly string[] {
  const isDocument = file.endsWith(".md");
  const start = isDocument ? line : commentOf(line, file);
  const nextText = isDocument ? next : commentOf(next, file);
  if (start === null || nextText === null || start.trim() === "" || nextText.trim() === "") return [];
  // Joined without a sentence break, because some patterns match only at the start of a sentence.
  const startText = `a ${start.trim()} `;
  return WORDS.flatMap(([pattern, suggestion]) => {
    const globalPattern = new RegExp(pattern, "gi");
    const match = [...(startText + nextText.trim()).matchAll(globalPattern)].find(
      ({ index, 0: phrase }) => index < startText.length - 1 && index + phrase.length > startText.length,
    );
    return match === undefined ? [] : [`"${match[0].trim()}": ${suggestion}`];
  });
}

/** Files with comments or texts. */
const SEARCHED_FILES = [
  ...["ts", "tsx", "mjs", "js", "css", "proto", "md", "yaml", "yml", "py", "sh", "tpl"].map((end) => `*.${end}`),
  "*Dockerfile",
  ".ci/run",
];
/** Generated files, data, files that quote the list, and pages that use their own words. */
const EXEMPT =
  /^docs\/reference\/glossary\.md$|(?:^|\/)generated\/|^models\/(?!\w+\/README\.md$)|^scripts\/(?:words|commit-subject)|^patches\/|\.snap$/;

/** The project's tracked files below these paths. */
function filesBelow(paths: readonly string[]): readonly string[] {
  const gitFiles = spawnSync("git", ["ls-files", "-z", "--", ...SEARCHED_FILES], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  // Without a repository, as in a source archive, nothing is searched.
  if (gitFiles.status !== 0) return [];
  const isBelow = (file: string): boolean =>
    paths.length === 0 || paths.some((path) => file === path || file.startsWith(`${path.replace(/\/$/, "")}/`));
  return gitFiles.stdout.split("\0").filter((file) => file !== "" && !EXEMPT.test(file) && isBelow(file));
}

/** The package or top-level directory of a file. */
function packageOf(file: string): string {
  const [top, second, third] = file.split("/");
  if (second === undefined) return ".";
  return third !== undefined && /^(?:clients|libs|services|tools|verification)$/.test(top!) ? `${top}/${second}` : top!;
}

interface Count {
  comments: number;
  phrases: number;
}
/**
 * Prints the suggestions for every line of `files`, or the counts per package; returns the number of lines with
 * suggestions.
 */
function report(files: readonly string[], withCounts: boolean): number {
  const counts = new Map<string, Count>();
  let lineCount = 0;
  for (const file of files) {
    const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
    for (const [index, line] of lines.entries()) {
      const suggestions = [...advice(line, file), ...adviceAcross(line, lines[index + 1] ?? "", file)];
      if (suggestions.length > 0) lineCount++;
      if (!withCounts) for (const text of suggestions) console.log(`${file}:${index + 1}: ${text}`);
      if (!withCounts || file.endsWith(".md") || commentOf(line, file) === null) continue;
      const count = counts.get(packageOf(file)) ?? { comments: 0, phrases: 0 };
      counts.set(packageOf(file), {
        comments: count.comments + 1,
        phrases: count.phrases + (suggestions.length > 0 ? 1 : 0),
      });
    }
  }
  for (const [name, { comments, phrases }] of [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    console.log(
      `${((1000 * phrases) / comments).toFixed(0).padStart(5)}  ${name} (${phrases} of ${comments} comment lines)`,
    );
  return lineCount;
}

function main(): void {
  const args = process.argv.slice(2);
  const withCounts = args.includes("--count");
  const lineCount = report(filesBelow(args.filter((arg) => !arg.startsWith("--"))), withCounts);
  if (lineCount > 0 && !withCounts) {
    console.log(`${lineCount} lines; CONTRIBUTING.md has the rule`);
    process.exitCode = 1;
  }
}

if (import.meta.url === pathToFileURL(resolve(process.argv[1] ?? "")).href) main();
