import { GqlError } from "../world.ts";

/** The position of an error in a query text: `offset` from 0, `line` and `column` from 1. */
export interface TextPosition {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/**
 * A syntax error in a query text. The message names the query, the expected token and the actual one, and shows the
 * line with a caret below the position:
 *
 *     heat_share, line 2, column 14: expected "," or ")" in the arguments of SUM, found "Q"
 *       SUM(Q(a) Q(b))
 *                ^
 */
export class GqlSyntaxError extends GqlError {
  override readonly name = "GqlSyntaxError";
  readonly key: string | null;
  override readonly reason: string;
  readonly position: TextPosition;

  constructor(text: string, key: string | null, offset: number, reason: string) {
    const position = locate(text, offset);
    super(`${reason}\n${excerpt(text, position)}`);
    this.setPosition(describePosition(key, position), { key, offset });
    this.key = key;
    this.reason = reason;
    this.position = position;
  }
}

/** A position as text: `heat_share, line 2, column 14`; without a key if the query has none. */
export function describePosition(key: string | null, { line, column }: TextPosition): string {
  const position = `line ${line}, column ${column}`;
  return key === null ? position : `${key}, ${position}`;
}

/** Line and column of an offset. */
export function locate(text: string, offset: number): TextPosition {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  let line = 1;
  for (let i = 0; i < lineStart; i++) if (text.charCodeAt(i) === 10) line++;
  return { offset, line, column: offset - lineStart + 1 };
}

const EXCERPT_WIDTH = 100;

/** The line at a position with a caret below it; long lines are truncated around the caret. */
function excerpt(text: string, { offset, column }: TextPosition): string {
  const lineStart = offset - column + 1;
  const newline = text.indexOf("\n", offset);
  const lineEnd = newline === -1 ? text.length : newline;
  const start = Math.max(lineStart, offset - EXCERPT_WIDTH / 2);
  const end = Math.min(lineEnd, start + EXCERPT_WIDTH);
  const prefix = start > lineStart ? "…" : "";
  const suffix = end < lineEnd ? "…" : "";
  const visibleText = text.slice(start, end).replaceAll("\t", " ");
  return `  ${prefix}${visibleText}${suffix}\n  ${" ".repeat(prefix.length + offset - start)}^`;
}
