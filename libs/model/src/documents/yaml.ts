/** Parses the YAML of settings and graph values. */
import { loadAll, YAMLException } from "js-yaml";

/** Text that is not a YAML document. */
export class YamlError extends Error {
  override readonly name = "YamlError";
  /** Line number from 1; null if the parser reports none. */
  readonly line: number | null;

  constructor(reason: string, line: number | null) {
    super(`expected YAML: ${reason}`);
    this.line = line;
  }
}

/** Parses a string (YAML 1.2, core schema); an empty one is null. Throws `YamlError`. */
export function parseYaml(text: string): unknown {
  let documents: readonly unknown[];
  try {
    documents = loadAll(text);
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    throw new YamlError(error.reason, error.mark === undefined ? null : error.mark.line + 1);
  }
  if (documents.length > 1) throw new YamlError(`one document, found ${documents.length}`, null);
  return documents[0] ?? null;
}
