/** Reads and checks the interface documents of a model directory. Needs a file system. */
import type { Catalogue, InterfaceDocuments } from "../documents.ts";
import { checkInterface } from "./check.ts";
import { type InterfaceProblem, readDocuments } from "./read.ts";

export { readExamples } from "./examples.ts";
export { readSliders, type InterfaceProblem } from "./read.ts";

/**
 * The documents of `interface/` and `charts/` below a model directory, and what is wrong or doubtful in them. A model without
 * these folders has empty documents and no problem. `areas` are the keys of the model's areas. While an entry cannot be read, nothing is said of what others miss.
 */
export function readInterface(
  directory: string,
  catalogue: Catalogue,
  areas: readonly string[],
): { readonly documents: InterfaceDocuments; readonly problems: readonly InterfaceProblem[] } {
  const { documents, problems, places } = readDocuments(directory);
  return { documents, problems: problems.length > 0 ? problems : checkInterface(documents, catalogue, areas, places) };
}
