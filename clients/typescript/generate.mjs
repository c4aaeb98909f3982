/** Generates the API types from the OpenAPI document. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

const FILE = join(import.meta.dirname, "src/generated/api.ts");

/** Files are `Blob`s, which the client sends as form data. */
const BLOB = ts.factory.createTypeReferenceNode("Blob");
const transform = ({ format }) => (format === "binary" ? BLOB : undefined);

/** Writes the types; with `check`, only returns whether they are current. */
export async function updateApiTypes(document, check) {
  const types = astToString(await openapiTS(withoutExamples(document), { transform }));
  const text = `// Generated from the OpenAPI document by npm run generate: do not edit.\n${types}`;
  if (check) return existsSync(FILE) && readFileSync(FILE, "utf8") === text;
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, text);
  return true;
}

/** Removes the document's example responses: the types do not need them. */
function withoutExamples(document) {
  const copy = structuredClone(document);
  const operations = Object.values(copy.paths).flatMap((path) => Object.values(path));
  for (const response of operations.flatMap(({ responses }) => Object.values(responses))) {
    for (const content of Object.values(response.content ?? {})) delete content.example;
  }
  for (const response of Object.values(copy.components.responses)) {
    for (const content of Object.values(response.content ?? {})) delete content.examples;
  }
  return copy;
}
