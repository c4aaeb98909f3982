/** Example scenarios of a model directory. */
import type { Catalogue, ExampleDocument } from "../documents.ts";
import { filesIn, type InterfaceProblem, DocumentPositions, readFile } from "./read.ts";
import { ENTRIES } from "./schemas.ts";

/** Reads `scenarios/` in the order of file names, with errors and warnings. */
export function readExamples(
  directory: string,
  { inputs }: Pick<Catalogue, "inputs">,
  areas: readonly string[],
): { readonly examples: readonly ExampleDocument[]; readonly problems: readonly InterfaceProblem[] } {
  const problems: InterfaceProblem[] = [];
  const inputKeys = new Set(inputs.map(({ key }) => key));
  const examples = filesIn(directory, "scenarios/*.yml").flatMap((file) =>
    readFile(directory, file, "list", ENTRIES.example, problems, new DocumentPositions()).map(([, example]) => {
      const warn = (key: string, message: string): void => {
        problems.push({ severity: "warning", file, line: null, key, message });
      };
      if (!areas.includes(example.area)) warn("area", `expected an area of the model, found "${example.area}"`);
      for (const key of Object.keys(example.values)) {
        if (!inputKeys.has(key)) warn(key, "expected the key of an input");
      }
      return example;
    }),
  );
  return { examples, problems };
}
