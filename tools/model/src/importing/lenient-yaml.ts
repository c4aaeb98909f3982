/** YAML as the front end's own parser accepts it, which is more than the standard allows. */
import { parseDocument } from "yaml";

/** Thrown for a string that even this parser cannot read. */
export class LenientYamlError extends Error {
  override readonly name = "LenientYamlError";
}

/**
 * Parses a string. As in libyaml, the last of repeated keys wins, and quoted text may continue at any indentation.
 * @throws LenientYamlError with the line
 */
export function readLenientYaml(text: string): unknown {
  const document = parseDocument(indentQuoted(text), { uniqueKeys: false });
  const [error] = document.errors;
  if (error !== undefined) {
    const line = error.linePos?.[0].line;
    throw new LenientYamlError(
      `${line === undefined ? "" : `line ${String(line)}: `}${error.message.split("\n", 1)[0]!}`,
    );
  }
  return document.toJS() as unknown;
}

const QUOTED_VALUE = /^(\s*)(?:- )?[^\s#'"][^:#]*:\s+(["'])/;

/** Indents the lines of quoted values below their key. Folding drops indentation, so the values remain the same. */
function indentQuoted(text: string): string {
  let openQuote: { readonly quote: string; readonly indentation: string } | null = null;
  return text
    .split("\n")
    .map((line) => {
      if (openQuote !== null) {
        const { quote, indentation } = openQuote;
        if (isClosingLine(line, quote)) openQuote = null;
        return line.trim() === "" ? line : `${indentation}${line.trimStart()}`;
      }
      const [start, indentation, quote] = QUOTED_VALUE.exec(line) ?? [];
      if (start !== undefined && !isClosingLine(line.slice(start.length), quote!)) {
        openQuote = { quote: quote!, indentation: `${indentation!}    ` };
      }
      return line;
    })
    .join("\n");
}

/** Whether a quoted text ends in a continuation line. */
function isClosingLine(line: string, quote: string): boolean {
  const unescaped = quote === '"' ? line.replaceAll(/\\./g, "") : line.replaceAll("''", "");
  return unescaped.includes(quote);
}
