/** Pages with generated parts, each between two marker lines. */
import { readFileSync, writeFileSync } from "node:fs";

const END = "<!-- end of generated text -->";

/** A cell of a Markdown table. */
export const cell = (text) => text.replaceAll("|", "\\|");

/** Updates the generated parts of a page, in order; with `check`, only returns whether they were up to date. */
export function updatePage(page, source, parts, check) {
  const begin = `<!-- generated from ${source}: npm run generate -->`;
  const text = readFileSync(page, "utf8");
  const [before, ...rest] = text.split(begin);
  if (rest.length !== parts.length || rest.some((part) => !part.includes(END)))
    throw new Error(`${page} has ${rest.length} markers for ${parts.length} generated parts:\n${begin}\n${END}`);
  const updatedParts = rest.map(
    (part, index) => `${begin}\n${parts[index]}${END}${part.slice(part.indexOf(END) + END.length)}`,
  );
  const current = [before, ...updatedParts].join("");
  if (!check && current !== text) writeFileSync(page, current);
  return current === text;
}
