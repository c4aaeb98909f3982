/**
 * Writes the page's font, `public/assets/open-sans*`: Open Sans with the characters and weights that the page uses.
 * Run it after changing the lists below or the version in the catalog; it prints the names for `fonts.css`,
 * `index.html` and the gateway's `html.ts`. A name contains a hash of the contents, because browsers cache these files
 * for a year.
 */
import { createHash } from "node:crypto";
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import subset from "subset-font";

const SOURCE = dirname(fileURLToPath(import.meta.resolve("@fontsource-variable/open-sans/package.json")));
const ASSETS = join(import.meta.dirname, "public/assets");
/** The range of `--w`, `--w-mid` and `--w-strong` in `tokens.css`. */
const WEIGHTS = { min: 400, max: 700 };

const charactersOf = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join("");

/**
 * Western European Latin with its punctuation and €, and mathematical signs, which the package has in another file.
 */
const FILES = [
  {
    name: "open-sans",
    source: "open-sans-latin-wght-normal.woff2",
    characters: charactersOf(0x20, 0x7e) + charactersOf(0xa0, 0xff) + "ıŒœ" + charactersOf(0x2010, 0x203a) + "€™−",
  },
  {
    name: "open-sans-signs",
    source: "open-sans-math-wght-normal.woff2",
    characters: `${charactersOf(0x2070, 0x209c)}Δ≤≥≈≠∞√∑`,
  },
];

for (const old of globSync("open-sans*", { cwd: ASSETS })) rmSync(join(ASSETS, old));
copyFileSync(join(SOURCE, "LICENSE"), join(ASSETS, "open-sans.OFL.txt"));
for (const { name, source, characters } of FILES) {
  const bytes = await subset(readFileSync(join(SOURCE, "files", source)), characters, {
    targetFormat: "woff2",
    variationAxes: { wght: WEIGHTS },
  });
  const file = `${name}.${createHash("sha256").update(bytes).digest("hex").slice(0, 8)}.woff2`;
  writeFileSync(join(ASSETS, file), bytes);
  process.stdout.write(`${file} ${bytes.length} bytes\n`);
}
