/** Tests the sample interface documents in docs/model-format.md as parts of a model. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readExamples } from "./index.ts";
import { readDocuments } from "./read.ts";

const page = readFileSync(join(import.meta.dirname, "../../../../docs/model-format.md"), "utf8");

/** Documents by path, which is in the first comment of each sample. */
const documents = [...page.matchAll(/^```yaml\n([^]*?)^```$/gm)]
  .flatMap(([, sample]) => sample!.split(/^(?=# \w+\/[\w/]+\.yml$)/m))
  .flatMap((text) => {
    const [, path] = /^# ((?:interface|charts|scenarios)\/[\w/]+\.yml)$/m.exec(text) ?? [];
    return path === undefined ? [] : [[path, text] as const];
  });

test("every interface document in the documentation can be read", () => {
  const directory = mkdtempSync(join(tmpdir(), "etesian-documentation-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  for (const [path, text] of documents) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  const { problems, documents: interfaceDocuments } = readDocuments(directory);
  expect(problems).toEqual([]);
  const lists = [
    interfaceDocuments.sections,
    interfaceDocuments.slides,
    interfaceDocuments.headline,
    interfaceDocuments.charts,
    interfaceDocuments.differences,
  ];
  expect(lists.map((list) => list.length > 0)).toEqual(lists.map(() => true));
  expect(Object.keys(interfaceDocuments.uncertainties)).toEqual(["costs_oil"]);
  expect(interfaceDocuments.iamc?.["Emissions|CO2"]?.factor).toBe(1e-9);
  const { examples, problems: exampleProblems } = readExamples(directory, { inputs: [] }, ["nl"]);
  expect(examples.map(({ title }) => title.en)).toEqual(["A windy future"]);
  // The documentation has no model, so its input is unknown.
  expect(exampleProblems.map(({ message }) => message)).toEqual(["expected the key of an input"]);
});
