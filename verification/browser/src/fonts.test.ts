/** Tests the page's font: its files and its characters. */
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT } from "@etesian/service-kit";
import { create } from "fontkit";
import { describe, expect, test } from "vitest";

const PAGE = join(PROJECT, "clients/page");
const ASSETS = join(PAGE, "public/assets");
const MAX_BYTES = 60_000;
const FILES = globSync("open-sans*.woff2", { cwd: ASSETS });
const bytesOf = (file: string): Buffer => readFileSync(join(ASSETS, file));

/** Texts of the page and of the included model: words, titles, units. Source comments are not drawn. */
const TEXTS = [
  ...globSync(
    [
      "clients/page/src/**/*.{ts,tsx}",
      "clients/page/index.html",
      "libs/interface/src/{units,readable,importing/plain-text}.ts",
    ],
    { cwd: PROJECT },
  ).filter((file) => !/\.(?:test|fixture)\.tsx?$/.test(file)),
  ...globSync(["models/starter/interface/**/*.yml", "models/starter/scenarios/*.yml"], { cwd: PROJECT }),
];
const withoutComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$|^\s*#.*$/gm, "");
/** Characters in figures and dates, which the browser formats: a no-break space, minus, per mille. */
const FIGURE_CHARACTERS = "0123456789.,-−+%\u00A0±–…€°×÷";

describe("the files of the font", () => {
  test("the font has every character of the page, of the included model and of figures", () => {
    const fontCharacters = new Set(FILES.flatMap((file) => fontOf(file).characterSet));
    const text =
      TEXTS.map((file) => withoutComments(readFileSync(join(PROJECT, file), "utf8"))).join("") + FIGURE_CHARACTERS;
    const missingCharacters = [...new Set(text)].filter(
      (character) => character >= " " && !fontCharacters.has(character.codePointAt(0)!),
    );
    expect(missingCharacters).toEqual([]);
  });

  test("the font is small, has all weights of the page, and is stored with its licence", () => {
    expect(FILES.length).toBe(2);
    expect(FILES.reduce((sum, file) => sum + bytesOf(file).length, 0)).toBeLessThanOrEqual(MAX_BYTES);
    const weights = readFileSync(join(PAGE, "src/styles/tokens.css"), "utf8").matchAll(/--w(?:-\w+)?: (\d+);/g);
    for (const [, weight] of weights) {
      for (const { min, max } of FILES.map((file) => fontOf(file).variationAxes["wght"]!)) {
        expect(Number(weight)).toBeGreaterThanOrEqual(min);
        expect(Number(weight)).toBeLessThanOrEqual(max);
      }
    }
    expect(readFileSync(join(ASSETS, "open-sans.OFL.txt"), "utf8")).toContain("SIL Open Font License, Version 1.1");
  });

  test("digits have equal widths, so that numbers do not shift as they change", () => {
    const font = fontOf(FILES.find((file) => file.startsWith("open-sans."))!);
    const widths = Array.from("0123456789", (figure) => font.glyphForCodePoint(figure.codePointAt(0)!).advanceWidth);
    expect(new Set(widths).size).toBe(1);
  });

  test("font file names contain a content hash, and the page and the gateway use these names", () => {
    for (const file of FILES) {
      expect(file).toContain(createHash("sha256").update(bytesOf(file)).digest("hex").slice(0, 8));
    }
    for (const source of [
      "clients/page/src/styles/fonts.css",
      "clients/page/index.html",
      "services/gateway/src/pages/html.ts",
    ]) {
      const fileNames =
        readFileSync(join(PROJECT, source), "utf8").match(/(?<=\/assets\/)open-sans[\w.-]+\.woff2/g) ?? [];
      expect([source, fileNames.toSorted()]).toEqual([source, FILES.toSorted()]);
    }
  });
});

function fontOf(file: string) {
  const font = create(bytesOf(file));
  if (!("characterSet" in font)) throw new Error(`${file} is a collection of fonts`);
  return font;
}
