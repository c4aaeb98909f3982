/** YAML values with their positions, so that every problem has a line. */
import { isNode, LineCounter, parseDocument, type Document } from "yaml";

export interface YamlWithPositions {
  readonly value: unknown;
  /** Line (from 1) of the value at a path, or of the nearest enclosing value. */
  readonly lineOf: (path: readonly PropertyKey[]) => number | null;
}

/** Text that is not a YAML document. */
export class YamlError extends Error {
  override readonly name = "YamlError";
  readonly line: number | null;

  constructor(message: string, line: number | null) {
    super(message);
    this.line = line;
  }
}

/** Throws `YamlError`, including for repeated keys, whose first value would be lost. */
export function readYaml(text: string): YamlWithPositions {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter });
  const [error] = document.errors;
  if (error !== undefined) {
    throw new YamlError(`expected YAML: ${error.message.split("\n", 1)[0]!}`, error.linePos?.[0].line ?? null);
  }
  return { value: document.toJS() as unknown, lineOf: (path) => lineOf(document, counter, path) };
}

function lineOf(document: Document, counter: LineCounter, path: readonly PropertyKey[]): number | null {
  for (let length = path.length; length >= 0; length--) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (isNode(node) && Array.isArray(node.range)) return counter.linePos(node.range[0]).line;
  }
  return null;
}
