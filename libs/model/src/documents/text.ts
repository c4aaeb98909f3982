/**
 * The text of one document: lines `- name = value` (static attributes), `~ name = query` (queries), indented lines that
 * continue the line above, and `#` comments. Values are not interpreted here: they are text.
 */

/** A raw value: text, or the elements of a bracketed list. */
export type RawValue = string | readonly string[];

export interface Entry<Value> {
  readonly value: Value;
  /** Line of the attribute's name; a multi-line value starts on the next line. */
  readonly line: number;
  readonly multiLine: boolean;
}

export interface DocumentText {
  /** The first comment block without its `# `, null if there is none. */
  readonly description: string | null;
  /** Static attributes by full (dotted) name, in the order in which names first appear; the last value is used. */
  readonly attributes: ReadonlyMap<string, Entry<RawValue>>;
  readonly queries: ReadonlyMap<string, Entry<string>>;
}

/** A line that the format does not allow; the document cannot be read. */
export class DocumentError extends Error {
  override readonly name = "DocumentError";
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

const STATIC_LINE = /^-\s.+?\s=/;
const QUERY_LINE = /^~\s.+?\s=/;
const INNER_LINE = /^\s\s./s;
const ATTRIBUTE = /^[-~]\s([a-z0-9_.]*)\s+=\s*(.*)$/s;
const MULTI_LINE_HEADER = /^[-~]\s([a-z_]*)\s=\s*$/;

/** A header line and the lines that belong to it. */
interface Block {
  readonly kind: "static" | "query" | "comment";
  readonly line: number;
  readonly header: string;
  readonly innerLines: string[];
  readonly multiLine: boolean;
}

/** Parses a document whose first line is number `firstLine` of its file. Throws `DocumentError`. */
export function parseDocument(text: string, firstLine = 1): DocumentText {
  const blocks = groupLines(text.split("\n"), firstLine);
  const attributes = new Map<string, Entry<RawValue>>();
  const queries = new Map<string, Entry<string>>();
  let description: string | null = null;
  for (const block of blocks) {
    switch (block.kind) {
      case "static":
        attributes.set(...staticEntry(block));
        break;
      case "query":
        queries.set(...queryEntry(block));
        break;
      case "comment":
        if (!block.multiLine)
          description ??= [block.header, ...block.innerLines].map((line) => line.slice(2)).join("\n");
        break;
    }
  }
  return { description, attributes, queries };
}

/**
 * Indented lines attach to the latest block of any kind. So do all comments except the first, at any position. (They
 * do not affect single-line values, of which only the first line is read.)
 */
function groupLines(lines: readonly string[], firstLine: number): Block[] {
  const blocks: Block[] = [];
  let latestBlock: Block | undefined;
  let hasComment = false;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]!;
    const number = firstLine + index;
    if (line === "" || (line.length <= 2 && /^\s+$/.test(line))) {
      if (latestBlock?.multiLine === true) latestBlock.innerLines.push("");
      continue;
    }
    const kind = kindOf(line);
    if (kind === null && INNER_LINE.test(line)) {
      if (latestBlock === undefined)
        throw new DocumentError(number, "an indented line must continue an attribute above it");
      latestBlock.innerLines.push(line);
      continue;
    }
    if (kind === null && !line.startsWith("#")) {
      throw new DocumentError(
        number,
        `expected "- name = value", "~ name = query", an indented line, or a comment starting with "#"; found "${shorten(line)}"`,
      );
    }
    if (kind === null) {
      if (hasComment && latestBlock !== undefined) {
        latestBlock.innerLines.push(line);
        continue;
      }
      hasComment = true;
    }
    const multiLine = INNER_LINE.test(lines[index + 1] ?? "") && !(kind !== null && opensArray(line));
    latestBlock = { kind: kind ?? "comment", line: number, header: line, innerLines: [], multiLine };
    blocks.push(latestBlock);
  }
  return blocks;
}

/** The kind of block that a line opens; null if it opens none. */
function kindOf(line: string): "static" | "query" | null {
  if (line.startsWith("-")) return STATIC_LINE.test(line) ? "static" : null;
  return line.startsWith("~") && QUERY_LINE.test(line) ? "query" : null;
}

function opensArray(line: string): boolean {
  const value = ATTRIBUTE.exec(line)?.[2]?.trim();
  return value !== undefined && value.startsWith("[") && !value.endsWith("]");
}

function queryEntry(block: Block): [string, Entry<string>] {
  if (block.multiLine) return multiLineEntry(block);
  const [name, text] = nameAndText(block);
  return [name, { value: text, line: block.line, multiLine: false }];
}

function staticEntry(block: Block): [string, Entry<RawValue>] {
  if (block.multiLine) return multiLineEntry(block);
  const [name, text] = nameAndText(block);
  let value: RawValue = text;
  if (text.startsWith("[") && text.endsWith("]")) value = elements(text.slice(1, -1));
  else if (text.startsWith("[") && block.innerLines.length > 0)
    value = elements(continuedArray(text, block.innerLines));
  return [name, { value, line: block.line, multiLine: false }];
}

function nameAndText(block: Block): [string, string] {
  const match = ATTRIBUTE.exec(block.header);
  if (match === null) {
    throw new DocumentError(
      block.line,
      `expected a name of a-z, 0-9, "_" and "." before " = "; found "${shorten(block.header)}"`,
    );
  }
  return [match[1] ?? "", (match[2] ?? "").trim()];
}

function multiLineEntry(block: Block): [string, Entry<string>] {
  const match = MULTI_LINE_HEADER.exec(block.header);
  if (match === null) {
    throw new DocumentError(
      block.line,
      `a multi-line value needs a name of only a-z and "_", and nothing after "="; found "${shorten(block.header)}"`,
    );
  }
  const value = unindent(block.innerLines.map((line) => line.slice(2)).join("\n")).trimEnd();
  return [match[1] ?? "", { value, line: block.line, multiLine: true }];
}

/** Removes the common indentation; if tabs and spaces are mixed, that is the first indentation in byte order. */
function unindent(text: string): string {
  let smallest: string | null = null;
  for (const [indentation] of text.matchAll(/^[ \t]*(?=\S)/gm)) {
    if (smallest === null || indentation < smallest) smallest = indentation;
  }
  if (smallest === null || smallest === "") return text;
  const prefix = smallest;
  return text
    .split("\n")
    .map((line) => (line.startsWith(prefix) ? line.slice(prefix.length) : line))
    .join("\n");
}

/** The text between the brackets of a list that continues over indented lines until one ends in `]`. */
function continuedArray(firstText: string, innerLines: readonly string[]): string {
  const pieces = [firstText.slice(1)];
  for (const line of innerLines) {
    const piece = line.trim();
    pieces.push(piece.endsWith("]") ? piece.slice(0, -1) : piece);
    if (piece.endsWith("]")) break;
  }
  return pieces.join(" ");
}

/** Elements between commas, without quoting or nesting; empty elements at the end are dropped. */
function elements(content: string): string[] {
  const pieces = content.split(",");
  while (pieces.length > 0 && pieces.at(-1) === "") pieces.pop();
  return pieces.map((piece) => piece.trim());
}

function shorten(line: string): string {
  return line.length > 60 ? `${line.slice(0, 57)}…` : line;
}
