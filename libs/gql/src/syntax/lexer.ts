import { GqlSyntaxError } from "./error.ts";

/**
 * Splits a query text into tokens, one at a time; the lexer's fields hold the current token.
 *
 * In the `insignificant` layout (queries), blanks and line breaks are dropped before the text is read. Therefore `a =
 * 1` on one line and `b` on the next read `a=1b`. Quoted text keeps its blanks. In the `significant` layout (quoted
 * expressions, `~` queries of documents), a line break ends a complete statement, as in Ruby. In both, every `::` is
 * dropped.
 */
export type Layout = "insignificant" | "significant";

export type TokenKind =
  | "name"
  | "constant"
  | "integer"
  | "float"
  | "string"
  | "symbol"
  | "pattern"
  /** `key:` of a hash; never after an operator `?`. */
  | "label"
  | "operator"
  | "end";

const TAB = 9;
const NEWLINE = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const QUOTE = 34;
const HASH = 35;
const AMPERSAND = 38;
const APOSTROPHE = 39;
const DOT = 46;
const SLASH = 47;
const COLON = 58;
const QUESTION = 63;
const EXCLAMATION = 33;
const EQUALS = 61;
const BACKSLASH = 92;

/** Class of a character code below 128. */
const OTHER = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 4;
const BLANK = 8;
const CLASS = new Uint8Array(128);
for (let c = 97; c <= 122; c++) CLASS[c] = LOWER;
CLASS[95] = LOWER;
for (let c = 65; c <= 90; c++) CLASS[c] = UPPER;
for (let c = 48; c <= 57; c++) CLASS[c] = DIGIT;
for (let c = TAB; c <= CARRIAGE_RETURN; c++) CLASS[c] = BLANK;
CLASS[SPACE] = BLANK;
const WORD = LOWER | UPPER | DIGIT;

const classOf = (code: number): number => (code < 128 ? CLASS[code]! : code > 127 ? LOWER : OTHER);

/** Longest first, so that the first match is the token. */
const OPERATORS = "... ** == => != -> <= >= && || .. + - * / % < > = ! ? : . , ; ( ) [ ] { } | &".split(" ");
const OPERATORS_BY_FIRST_CODE = new Map<number, readonly string[]>();
for (const operator of OPERATORS) {
  const first = operator.charCodeAt(0);
  OPERATORS_BY_FIRST_CODE.set(first, [...(OPERATORS_BY_FIRST_CODE.get(first) ?? []), operator]);
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", s: " ", "0": "\0", e: "\u001b" };

export class Lexer {
  readonly text: string;
  readonly key: string | null;
  readonly layout: Layout;

  kind: TokenKind = "end";
  /** Text of a name, operator or number; content of a string, symbol or pattern. */
  value = "";
  start = 0;
  end = 0;
  /** Whether blanks precede the token (significant layout). */
  hasSpaceBefore = false;
  hasNewlineBefore = false;

  #position: number;

  constructor(text: string, key: string | null, layout: Layout, start: number) {
    this.text = text;
    this.key = key;
    this.layout = layout;
    this.#position = start;
  }

  fail(offset: number, reason: string): never {
    throw new GqlSyntaxError(this.text, this.key, offset, reason);
  }

  /** The current token for error messages. */
  describe(): string {
    return this.kind === "end" ? "the end of the query" : `"${this.text.slice(this.start, this.end)}"`;
  }

  /** Whether a blank or line break follows the current token (significant layout). */
  hasSpaceAfter(): boolean {
    return this.end >= this.text.length || classOf(this.text.charCodeAt(this.end)) === BLANK;
  }

  /** Reads the current `:` as the start of a symbol, if it is one. */
  rereadSymbol(): boolean {
    return this.#symbol(true);
  }

  /** Whether a single `&` follows the current token. */
  passesBlock(): boolean {
    const next = this.#skipInsignificant(this.end);
    return (
      this.text.charCodeAt(next) === AMPERSAND && this.text.charCodeAt(this.#skipInsignificant(next + 1)) !== AMPERSAND
    );
  }

  /** Reads the next token. `operand`: an operand may start here, so `/` opens a pattern and `:` a symbol. */
  advance(operand: boolean): void {
    this.#skipBlanks();
    const { text } = this;
    const start = this.#position;
    this.start = start;
    if (start >= text.length) return this.#finish("end", "", start);
    const code = text.charCodeAt(start);
    const kind = classOf(code);
    if ((kind & (LOWER | UPPER)) !== 0) return this.#word(kind === UPPER ? "constant" : "name");
    if (kind === DIGIT) return this.#number();
    if (code === QUOTE || code === APOSTROPHE) return this.#string(start, code);
    if (code === COLON && this.#symbol(operand)) return;
    if (code === SLASH && operand) return this.#pattern();
    for (const operator of OPERATORS_BY_FIRST_CODE.get(code) ?? []) {
      const end = this.#matches(operator);
      if (end >= 0) return this.#finish("operator", operator, end);
    }
    this.fail(start, `unexpected character "${text[start]}"`);
  }

  #finish(kind: TokenKind, value: string, end: number): void {
    this.kind = kind;
    this.value = value;
    this.end = end;
    this.#position = end;
  }

  #skipBlanks(): void {
    const { text } = this;
    let position = this.#position;
    this.hasSpaceBefore = false;
    this.hasNewlineBefore = false;
    for (;;) {
      const code = text.charCodeAt(position);
      if (code < 128 && CLASS[code] === BLANK) {
        if (this.layout === "significant") {
          this.hasSpaceBefore = true;
          if (code === NEWLINE) this.hasNewlineBefore = true;
        }
        position++;
      } else if (code === HASH) {
        const newline = this.layout === "significant" ? text.indexOf("\n", position) : -1;
        position = newline < 0 ? text.length : newline;
      } else if (code === COLON && this.#doubleColon(position) > 0) {
        position = this.#doubleColon(position);
      } else break;
    }
    this.#position = position;
  }

  /** Offset after a `::`, 0 if there is none. */
  #doubleColon(position: number): number {
    const second = this.#afterBlanks(position + 1);
    return this.text.charCodeAt(second) === COLON ? second + 1 : 0;
  }

  /** The offset of the first significant character at or after `position`. */
  #afterBlanks(position: number): number {
    if (this.layout === "insignificant") while (classOf(this.text.charCodeAt(position)) === BLANK) position++;
    return position;
  }

  /** Like `afterBlanks`, but also skips every `::`. */
  #skipInsignificant(position: number): number {
    for (;;) {
      position = this.#afterBlanks(position);
      if (this.text.charCodeAt(position) !== COLON) return position;
      const afterColons = this.#doubleColon(position);
      if (afterColons === 0) return position;
      position = afterColons;
    }
  }

  /** End of an operator that starts here, −1 if there is none. */
  #matches(operator: string): number {
    let position = this.start + 1;
    for (let i = 1; i < operator.length; i++) {
      position = this.#skipInsignificant(position);
      if (this.text.charCodeAt(position) !== operator.charCodeAt(i)) return -1;
      position++;
    }
    return position;
  }

  /** End of the run of word characters from `position` on, including insignificant blanks. */
  #runEnd(position: number, allowed: number): number {
    const { text } = this;
    for (;;) {
      while ((classOf(text.charCodeAt(position)) & allowed) !== 0) position++;
      const next = this.#skipInsignificant(position);
      if (next === position || (classOf(text.charCodeAt(next)) & allowed) === 0) return position;
      position = next;
    }
  }

  /** The significant characters between two offsets. */
  #significantText(start: number, end: number): string {
    const raw = this.text.slice(start, end);
    return /[\s:]/.test(raw) ? raw.replaceAll(/\s+/g, "").replaceAll("::", "") : raw;
  }

  #word(kind: "name" | "constant"): void {
    const { text } = this;
    let end = this.#runEnd(this.start + 1, WORD);
    const mark = this.#skipInsignificant(end);
    const code = text.charCodeAt(mark);
    // `a?` and `a!` are names, but `a!=b` is a comparison.
    if (
      (code === QUESTION || code === EXCLAMATION) &&
      (this.layout === "insignificant" || mark === end) &&
      text.charCodeAt(this.#skipInsignificant(mark + 1)) !== EQUALS
    ) {
      end = mark + 1;
      kind = "name";
    }
    this.#finish(kind, this.#significantText(this.start, end), end);
  }

  /** Converts the current word or string to a label if a single colon follows. */
  acceptLabel(): boolean {
    const colon = this.#skipInsignificant(this.end);
    if (this.text.charCodeAt(colon) !== COLON) return false;
    this.#finish("label", this.value, colon + 1);
    return true;
  }

  #number(): void {
    const { text } = this;
    let end = this.#runEnd(this.start, DIGIT);
    while (text.charCodeAt(end) === 95 && classOf(text.charCodeAt(end + 1)) === DIGIT)
      end = this.#runEnd(end + 1, DIGIT);
    let kind: "integer" | "float" = "integer";
    const dot = this.#skipInsignificant(end);
    if (text.charCodeAt(dot) === DOT && classOf(text.charCodeAt(this.#skipInsignificant(dot + 1))) === DIGIT) {
      kind = "float";
      end = this.#runEnd(dot + 1, DIGIT);
    }
    const exponent = /^[eE][+-]?\d+/.exec(text.slice(end, end + 8));
    if (exponent !== null) {
      kind = "float";
      end += exponent[0].length;
    }
    if ((classOf(text.charCodeAt(this.#skipInsignificant(end))) & (LOWER | UPPER)) !== 0)
      this.fail(
        this.#skipInsignificant(end),
        `unexpected "${text[this.#skipInsignificant(end)]}" after the number ${this.#significantText(this.start, end)}`,
      );
    this.#finish(kind, this.#significantText(this.start, end).replaceAll("_", ""), end);
  }

  #string(start: number, quote: number): void {
    const [content, end] = this.#readQuoted(start, quote);
    this.#finish("string", content, end);
  }

  #readQuoted(start: number, quote: number): readonly [content: string, end: number] {
    const { text } = this;
    let content = "";
    let segmentStart = start + 1;
    for (let position = segmentStart; ; position++) {
      const code = text.charCodeAt(position);
      if (position >= text.length) this.fail(start, "this quote is never closed");
      if (code === quote) {
        content += text.slice(segmentStart, position);
        return [content.includes("::") ? content.replaceAll("::", "") : content, position + 1];
      }
      if (code === BACKSLASH) {
        const next = text[position + 1] ?? "";
        const isLiteral = quote === APOSTROPHE && next !== "'" && next !== "\\";
        content +=
          text.slice(segmentStart, position) +
          (isLiteral ? `\\${next}` : quote === QUOTE ? (ESCAPES[next] ?? next) : next);
        position++;
        segmentStart = position + 1;
      } else if (quote === QUOTE && code === HASH && text[position + 1] === "{") {
        this.fail(position, "interpolation in strings (#{…}) is not supported");
      }
    }
  }

  #symbol(operand: boolean): boolean {
    if (!operand) return false;
    const { text } = this;
    const next = this.#skipInsignificant(this.start + 1);
    const code = text.charCodeAt(next);
    if (code === QUOTE || code === APOSTROPHE) {
      const [content, end] = this.#readQuoted(next, code);
      this.#finish("symbol", content, end);
      return true;
    }
    if ((classOf(code) & (LOWER | UPPER)) === 0) return false;
    let end = this.#runEnd(next, WORD);
    const mark = text.charCodeAt(end);
    if ((mark === QUESTION || mark === EXCLAMATION) && text.charCodeAt(end + 1) !== EQUALS) end++;
    this.#finish("symbol", this.#significantText(next, end), end);
    return true;
  }

  #pattern(): void {
    const { text } = this;
    for (let position = this.start + 1; position < text.length; position++) {
      if (text.charCodeAt(position) === BACKSLASH) position++;
      else if (text.charCodeAt(position) === SLASH)
        return this.#finish("pattern", text.slice(this.start + 1, position), position + 1);
    }
    this.fail(this.start, "this pattern is never closed");
  }
}

/** Reads the `present:` before a query. Returns the modifier and the offset after it, or null and 0. */
export function readModifier(text: string): { readonly modifier: string | null; readonly end: number } {
  const match = /^\s*([a-z][a-z\s]*):/.exec(text);
  return match === null
    ? { modifier: null, end: 0 }
    : { modifier: match[1]!.replaceAll(/\s+/g, ""), end: match[0].length };
}
