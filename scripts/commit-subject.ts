/**
 * Checks the subject of a commit: imperative, capitalised, at most 72 characters, without a full stop, in
 * standard words.
 *
 *     commit-subject.ts FILE      checks the message in a file, as the hook `scripts/hooks/commit-msg` does.
 *
 * The check of the mood looks only at the first word. It knows common endings and some exceptions.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const MAX_LENGTH = 72;
/** Verbs whose imperative ends like another verb form. */
const IMPERATIVES = new Set(
  "alias bring canvas embed exceed feed focus need ping proceed seed shed speed spring string swing".split(" "),
);
/** First words of subjects that describe a state instead of the change. */
const NON_VERBS = new Set("a all an each every i it its more new no now one some the there these this we".split(" "));
/** Words of subjects, and the words to use instead. */
const WORDS: readonly (readonly [pattern: RegExp, suggestion: string])[] = [
  [/^Renew\b/, "Update"],
  [/^Mend\b/, "Fix"],
  [/^Say\b/, "State, Document, Report"],
  [/^Tell\b/, "Report, Notify"],
  [/\bpictures?\b/i, "screenshots"],
];
/** Subjects that git generates. */
const GIT_SUBJECT = /^(?:fixup|squash|amend)! |^Merge (?:branch|commit|remote-tracking branch|tag) |^Revert "/;

/** The defects of a subject; empty if it has none. */
export function subjectDefects(subject: string): readonly string[] {
  if (GIT_SUBJECT.test(subject)) return [];
  const [first = ""] = subject.split(/[^\p{L}-]/u);
  const verb = first.toLowerCase();
  const isNotImperative = /(?:ed|ing|[^isu]s)$/.test(verb) && !IMPERATIVES.has(verb);
  return [
    ...(/^\p{Lu}/u.test(subject) ? [] : ["begin with a capital"]),
    ...(isNotImperative || NON_VERBS.has(verb) ? [`begin with a verb in the imperative, not "${first}"`] : []),
    ...(subject.endsWith(".") ? ["leave out the full stop"] : []),
    ...WORDS.flatMap(([pattern, suggestion]) => {
      const word = pattern.exec(subject)?.[0];
      return word === undefined ? [] : [`instead of "${word}", use: ${suggestion}`];
    }),
    ...(subject.length > MAX_LENGTH ? [`use at most ${MAX_LENGTH} characters, not ${subject.length}`] : []),
  ];
}

function main(file: string): void {
  const [subject = ""] = readFileSync(file, "utf8").split("\n");
  const defects = subjectDefects(subject);
  for (const defect of defects) console.error(`commit subject: ${defect}`);
  if (defects.length > 0) process.exitCode = 1;
}

if (import.meta.url === pathToFileURL(resolve(process.argv[1] ?? "")).href) main(process.argv[2] ?? "");
