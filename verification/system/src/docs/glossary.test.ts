/** Tests that the page and the models use one word for each concept, as listed in `docs/reference/glossary.md`. */
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Language } from "@etesian/interface";
import { readExamples, readInterface } from "@etesian/interface/reading";
import { describe, expect, test } from "vitest";
import { PROJECT } from "./pages.ts";

const HEADINGS: Readonly<Record<Language, string>> = { en: "English", nl: "Nederlands" };
const GLOSSARY = readFileSync(join(PROJECT, "docs/reference/glossary.md"), "utf8");

/** Synonyms that the glossary rules out in a language, with the word to use. */
function excludedSynonyms(language: Language): readonly { readonly word: string; readonly pattern: RegExp }[] {
  const section = GLOSSARY.split(/^## /m).find((part) => part.startsWith(HEADINGS[language])) ?? "";
  return section
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2)
    .flatMap((row) => {
      const [, word = "", not = ""] = row
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim());
      return not
        .split(", ")
        .map((synonym) => ({ word, pattern: new RegExp(`(?<![\\p{L}-])${synonym}(?![\\p{L}-])`, "iu") }));
    });
}

/** Texts of a catalogue: its string literals, and the fixed parts of its templates. */
function textsOfPage(language: Language): readonly string[] {
  const source = [`${language}.ts`, `files/${language}.ts`]
    .map((path) => readFileSync(join(PROJECT, "clients/page/src/texts", path), "utf8"))
    .join("")
    .replaceAll(/\/\*[^]*?\*\//g, "");
  const literals = [...source.matchAll(/"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)].map(
    ([, text, template]) => text ?? template!,
  );
  return literals.map((text) => text.replaceAll(/\$\{[^}]*\}?/g, "…"));
}

/** All texts of a document in a language. */
function textsIn(document: unknown, language: Language): readonly string[] {
  if (typeof document !== "object" || document === null) return [];
  return Object.entries(document).flatMap(([key, value]) =>
    key === language && typeof value === "string" ? [value] : textsIn(value, language),
  );
}

const NOTHING = { inputs: [], queries: [] };
const MODELS = globSync("models/*", { cwd: PROJECT }).map((path) => join(PROJECT, path));

describe.each(["en", "nl"] as const)("texts in %s", (language) => {
  const sources: readonly (readonly [source: string, texts: readonly string[]])[] = [
    ["the page", textsOfPage(language)],
    ...MODELS.map((model) => {
      const { documents } = readInterface(model, NOTHING, []);
      return [basename(model), textsIn([documents, readExamples(model, NOTHING, [])], language)] as const;
    }),
  ];

  test("the page and every model have texts", () => {
    expect(MODELS.length).toBeGreaterThan(2);
    for (const [source, texts] of sources)
      expect([source, texts.length]).toEqual([source, expect.toSatisfy((n) => n > 5)]);
    expect(excludedSynonyms(language).length).toBeGreaterThan(20);
  });

  test.each(sources)("%s: texts use the glossary's word for each concept", (_, texts) => {
    const problems = texts.flatMap((text) =>
      excludedSynonyms(language)
        .filter(({ pattern }) => pattern.test(text))
        .map(({ word, pattern }) => `"${text}" has "${pattern.exec(text)![0]}": use "${word}"`),
    );
    expect(problems).toEqual([]);
  });

  test.each(sources)("%s: texts have typographic apostrophes and quotation marks", (_, texts) => {
    expect(texts.filter((text) => /\p{L}'|'\p{L}|"/u.test(text))).toEqual([]);
  });
});

test("every error code of the server has a sentence in Dutch for the page", () => {
  const errors = readFileSync(join(PROJECT, "docs/reference/errors.md"), "utf8");
  const codes = Array.from(errors.matchAll(/^\| \d{3} \| `(\w+)` \|/gm), ([, code]) => code!);
  const refusals = readFileSync(join(PROJECT, "clients/page/src/texts/refusals.ts"), "utf8");
  const translatedCodes = new Set(Array.from(refusals.matchAll(/^ {2}(\w+): "/gm), ([, code]) => code));
  expect(codes.length).toBeGreaterThan(50);
  expect(codes.filter((code) => !translatedCodes.has(code))).toEqual([]);
});
