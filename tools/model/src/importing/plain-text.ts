/** Texts of the front end are HTML; an interface has plain text, with a blank line between paragraphs. */

const ENTITIES: { readonly [name: string]: string } = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  euro: "€",
  nbsp: " ",
  deg: "°",
};

const SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉";
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const replaceDigits = (text: string, replacements: string): string =>
  text.replaceAll(/\d/g, (digit) => replacements[Number(digit)]!);

/** Null if nothing is left, or if the text has a placeholder that the front end fills at run time. */
export function plainText(html: string): string | null {
  const lines = html
    .replaceAll(/\s+/g, " ")
    .replaceAll(/<sub>(.*?)<\/sub>/gi, (_, inner: string) => replaceDigits(inner, SUBSCRIPTS))
    .replaceAll(/<sup>(.*?)<\/sup>/gi, (_, inner: string) => replaceDigits(inner, SUPERSCRIPTS))
    .replaceAll(/<(?:br|\/?p|\/?ul|\/?ol)\b[^>]*>|<\/br\s*>/gi, "\n")
    .replaceAll(/<li\b[^>]*>/gi, "\n• ")
    .replaceAll(/<\/?[a-z][^>]*>/gi, "")
    .replaceAll(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .split("\n")
    .map((line) => line.replaceAll(/\s+/g, " ").trim());
  const text = joinParagraphs(lines);
  return text === "" || text.includes("%{") ? null : text;
}

/** One break stays a break, several start a paragraph; list items are on consecutive lines. */
function joinParagraphs(lines: readonly string[]): string {
  let text = "";
  let breaks = 0;
  for (const line of lines) {
    if (line !== "") text += `${text === "" ? "" : breaks > 1 && !line.startsWith("•") ? "\n\n" : "\n"}${line}`;
    breaks = line === "" ? breaks + 1 : 1;
  }
  return text;
}
