/**
 * Tests that every path in the documentation exists, and that a page of docs/how-to and a row of docs/architecture.md
 * name the files that contain the code to which they refer. Names that readers choose are only in code samples.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

const FILES = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => path !== "" && existsSync(join(root, path)));
const DOCUMENTS = FILES.filter((path) => path.endsWith(".md"));
const TOP_LEVEL = new Set(FILES.map((path) => path.split("/")[0]));
const EXTENSIONS = new Set(FILES.flatMap((path) => /\.(\w+)$/.exec(path)?.[1] ?? []));

const MAP = "docs/architecture.md";
/** The folder of pages with the steps of a change. */
const STEPS = "docs/how-to/";

/** Output and downloads, which are not in the repository. */
const IGNORED: readonly string[] = ["clients/page/dist", "tools/helm/helm"];

const textOf = (path: string): string => readFileSync(join(root, path), "utf8");

/** A document's text without code samples. */
const prose = (path: string): string => textOf(path).replaceAll(/^ *```.*?^ *```$/gms, "");

/** Text in backticks. */
const quotesOf = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, quote]) => quote!.replaceAll(/\s+/g, " "));

/** List items, table rows, headings and paragraphs. */
const blocksOf = (text: string): readonly string[] => text.split(/\n(?=\s*\n|\s*(?:\d+\.|-) |\||#)/);

/** Whether a quote is a path: from the root, or with a known extension, or ending with a slash. */
function isPath(quote: string): boolean {
  if (!/^[\w.*-]+(?:\/[\w.*-]+)*\/?$/.test(quote)) return false;
  return isFromRoot(quote) || quote.endsWith("/") || EXTENSIONS.has(/\.(\w+)$/.exec(quote)?.[1] ?? "");
}
const isFromRoot = (path: string): boolean => TOP_LEVEL.has(path.split("/")[0]);

/** The files with a path or in it; `NAME` and `*` match any name. A path that is not from the root is the end of one. */
function filesAt(path: string): readonly string[] {
  const parts = path
    .replace(/\/$/, "")
    .replaceAll(".", "\\.")
    .split(/\*|\bNAME\b/);
  const regex = new RegExp(`^${isFromRoot(path) ? "" : "(?:.*/)?"}${parts.join("[^/]*")}(?:/|$)`);
  return FILES.filter((file) => regex.test(file));
}

/**
 * Names of code in a quote: `camelCase`, `PascalCase`, `UPPER_CASE`, `called(…)` and `some.member`, without placeholders
 * and texts. Other lower-case words may be names of anything.
 */
function namesIn(quote: string): readonly string[] {
  if (isPath(quote) || /^(?:np[mx]|docker) |^[^\w.]|^[\w.:]+\//.test(quote)) return [];
  const code = quote.replaceAll(/"[^"]*"/g, '""').replaceAll(/\b(?:NAME|DIR|ID)\b/g, "");
  const words = Array.from(
    code.matchAll(/(?<dot>\.?)\b(?<word>[A-Za-z]\w+)(?=(?<next>\(|\.[A-Za-z]|))/g),
    ({ groups }) => groups!,
  );
  const isName = ({ dot, word, next }: (typeof words)[number]): boolean =>
    dot !== "" || next !== "" || /[a-z][A-Z]|^[A-Z][a-z]|^[A-Z][A-Z\d_]*$/.test(word!);
  return [...new Set(words.filter(isName).map(({ word }) => word!))];
}

const wordsByFile = new Map<string, ReadonlySet<string>>();
/** The words of a source file. */
function wordsIn(file: string): ReadonlySet<string> {
  let words = wordsByFile.get(file);
  if (words === undefined) wordsByFile.set(file, (words = new Set(textOf(file).match(/\w+/g))));
  return words;
}

/** Code whose names no file contains together that the same text mentions. */
function unknownCode(text: string): readonly string[] {
  const quotes = quotesOf(text);
  const files = quotes
    .filter(isPath)
    .flatMap(filesAt)
    .filter((file) => !file.endsWith(".md"));
  return quotes.filter((quote) => {
    const names = namesIn(quote);
    return names.length > 0 && !files.some((file) => names.every((name) => wordsIn(file).has(name)));
  });
}

test("every path in the documents exists", () => {
  const paths = DOCUMENTS.flatMap((document) => {
    const isMap = document === MAP || document.startsWith(STEPS);
    return quotesOf(prose(document))
      .filter((quote) => isPath(quote) && (isMap || (isFromRoot(quote) && quote.includes("/"))))
      .map((path) => [document, path] as const);
  });
  expect(paths.length).toBeGreaterThan(500);
  const missing = paths.filter(([, path]) => filesAt(path).length === 0 && !IGNORED.includes(path));
  expect(missing).toEqual([]);
});

test("every code name on a how-to page is in a file that the page names", () => {
  const pages = DOCUMENTS.filter((path) => path.startsWith(STEPS));
  const unknown = pages.flatMap((page) => unknownCode(prose(page)).map((code) => [page, code]));
  expect(unknown).toEqual([]);
});

test("every code name in the architecture is in a file that its row or rule names", () => {
  expect(blocksOf(prose(MAP)).flatMap(unknownCode)).toEqual([]);
});

test("paths, commands, texts, placeholders and plain words are not code names", () => {
  const code =
    '`exportTypes`, `MemberKind`, `HTTP_PORT`, `setting.integer`, `nodes.number(node, "rampRate")`, `NAME: fn(…)`';
  expect(quotesOf(code).flatMap(namesIn)).toEqual([
    "exportTypes",
    "MemberKind",
    "HTTP_PORT",
    "setting",
    "integer",
    "nodes",
    "number",
    "fn",
  ]);
  const others =
    "`libs/numeric`, `values.yaml`, `npm run buildAll`, `/sign-in/ID`, `--noWarmUp`, `@etesian/Client`, `v0.2.0`, `unary`";
  expect(quotesOf(others).flatMap(namesIn)).toEqual([]);
});

test("a code name is unknown if only files that the text does not name contain it", () => {
  const text = "`exportedAs` and `exportTypes` of `libs/engine/src/hourly/markets/member.ts`";
  expect(unknownCode(text)).toEqual(["exportedAs"]);
});
