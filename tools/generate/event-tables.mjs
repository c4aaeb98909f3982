/** The tables of docs/reference/events.md: names and data of events, generated from the schemas that validate them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { currentEntries } from "../../libs/contracts/src/events/corpus.ts";
import { adminEvents } from "../../libs/contracts/src/events/admin.ts";
import { collectionEvents } from "../../libs/contracts/src/events/collection.ts";
import { commentEvents } from "../../libs/contracts/src/events/comments.ts";
import { personEvents } from "../../libs/contracts/src/events/person.ts";
import { savedScenarioEvents } from "../../libs/contracts/src/events/saved-scenario.ts";
import { scenarioEvents } from "../../libs/contracts/src/events/scenario.ts";
import { sweepEvents } from "../../libs/contracts/src/events/sweep.ts";
import { cell, updatePage } from "./generated-page.mjs";

const DIRECTORY = join(import.meta.dirname, "../../libs/contracts/src/events");

/** Kinds of events, by the file that defines them. */
const STREAMS = {
  scenario: ["Scenarios", scenarioEvents],
  comments: ["Comments, by scenario ID", commentEvents],
  "saved-scenario": ["Saved scenarios", savedScenarioEvents],
  collection: ["Collections", collectionEvents],
  sweep: ["Sweeps", sweepEvents],
  person: ["People", personEvents],
  admin: ["Admins, by scenario ID", adminEvents],
};

/** The readable type of a value. */
function typeOf(schema) {
  const { type, anyOf, items, additionalProperties, properties, format } = schema;
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${value}\``).join(", ");
  if (anyOf !== undefined) return anyOf.map(typeOf).join(" or ");
  if (format === "date-time") return "time";
  if (Array.isArray(type)) return type.map((name) => typeOf({ type: name })).join(" or ");
  if (type === "array") return `list of ${typeOf(items ?? {})}`;
  if (properties !== undefined) return fieldsOf(schema, "{ ", " }");
  if (type === "object" && typeof additionalProperties === "object") return `${typeOf(additionalProperties)} by key`;
  return { string: "text", integer: "integer", number: "number", boolean: "boolean", null: "null" }[type] ?? "JSON";
}

function fieldsOf({ properties = {} }, prefix = "", suffix = "") {
  const fields = Object.entries(properties).map(([name, schema]) => `\`${name}\`: ${typeOf(schema)}`);
  return fields.length === 0 ? "" : `${prefix}${fields.join("; ")}${suffix}`;
}

/** The comment before each event in a source file, by name, on one line. */
function commentsIn(source) {
  const matches = source.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s+(\w+): (?:v1\(|\{)/g);
  return new Map(
    [...matches].map(([, text, name]) => [
      name,
      text
        .split("\n")
        .map((line) => line.replace(/^\s*\*? ?/, "").trim())
        .join(" ")
        .trim(),
    ]),
  );
}

function table([file, [title, definitions]]) {
  const comments = commentsIn(readFileSync(join(DIRECTORY, `${file}.ts`), "utf8"));
  const schemas = currentEntries(definitions);
  const rows = Object.entries(definitions).map(([name, { version }]) => {
    const { schema } = schemas[`${name} ${version}`];
    const cells = [`\`${name}\``, String(version), comments.get(name) ?? "", fieldsOf(schema)];
    return `| ${cells.map(cell).join(" | ")} |`;
  });
  return [
    `## ${title}, stream \`${file}-{id}\``,
    "",
    "| event | version | change | data |",
    "|---|---|---|---|",
    ...rows,
    "",
  ];
}

/** Updates the page; with `check`, only returns whether it was up to date. */
export function updateEventTables(page, check) {
  const text = ["", ...Object.entries(STREAMS).flatMap(table)].join("\n");
  return updatePage(page, "libs/contracts/src/events/", [text], check);
}
