/** Reads and checks the interface documents of a model directory. Requires a file system. */
import type { Catalogue, InterfaceDocuments } from "../documents.ts";
import { checkInterface } from "./check.ts";
import { type InterfaceProblem, readDocuments } from "./read.ts";

export { readExamples } from "./examples.ts";
export { readSliders, type InterfaceProblem } from "./read.ts";

/**
 * Reads `interface/` and `charts/` of a model directory and reports errors and warnings. A model without these folders
 * has empty documents and no problems. `areas` are the keys of the model's areas. If an entry is invalid, the
 * documents are not checked for consistency.
 */
export function readInterface(
  directory: string,
  catalogue: Catalogue,
  areas: readonly string[],
): { readonly documents: InterfaceDocuments; readonly problems: readonly InterfaceProblem[] } {
  const { documents, problems, positions } = readDocuments(directory);
  return {
    documents,
    problems: problems.length > 0 ? problems : checkInterface(documents, catalogue, areas, positions),
  };
}
