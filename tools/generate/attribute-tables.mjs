/** The tables of docs/reference/attributes.md, generated from the table of attributes. */
import { CARRIER, EDGE, ENERGY_NODE, MOLECULE_NODE } from "../../libs/model/src/documents/attributes.ts";
import { cell, updatePage } from "./generated-page.mjs";

function typeText({ type, fallback }) {
  const name = {
    number: () => type.documentUnit ?? type.unit,
    boolean: () => "boolean",
    text: () => (type.oneOf === undefined ? "name" : type.oneOf.map((option) => `\`${option}\``).join(", ")),
    list: () => "list",
    map: () => "map",
  }[type.kind]();
  return fallback === undefined ? name : `${name}; default \`${fallback}\``;
}

function useText({ type, source, access, scales, refersTo }) {
  return [
    ...(source === "calculation" ? ["not in documents"] : []),
    ...(refersTo === undefined ? [] : [refersTo === "own" ? "names nodes" : `names nodes of the ${refersTo} graph`]),
    ...(scales === true ? ["scales"] : []),
    ...(type.kind === "number" && access !== undefined ? ["not for inputs"] : []),
  ].join("; ");
}

/** The description of an attribute, and its use in italics. */
function meaningText(attribute) {
  const notes = useText(attribute);
  return [attribute.description ?? "", notes === "" ? "" : `*${notes}*`].filter((text) => text !== "").join("; ");
}

/** Rows of a table without names that only queries of the reference use; blocks have their own tables. */
function rows(table) {
  return Object.entries(table)
    .filter(([, attribute]) => attribute.source !== "nowhere" && attribute.type.kind !== "block")
    .map(([name, attribute]) =>
      ["", `\`${name}\``, typeText(attribute), meaningText(attribute), ""].map(cell).join(" | ").trim(),
    );
}

const section = (title, table) => [
  `## ${title}`,
  "",
  "| attribute | unit or values | meaning |",
  "|---|---|---|",
  ...rows(table),
  "",
];

const blocks = (table) => Object.entries(table).filter(([, { type }]) => type.kind === "block");
const omitKeys = (table, otherTable) =>
  Object.fromEntries(Object.entries(table).filter(([name]) => !(name in otherTable)));

/** Blocks with the same rows share a table. */
function blockSections() {
  const sections = new Map();
  for (const [name, { type }] of [...blocks(ENERGY_NODE), ...blocks(MOLECULE_NODE)]) {
    const content = rows(type.attributes).join("\n");
    const existing = sections.get(content);
    if (existing === undefined) sections.set(content, { names: [name], table: type.attributes });
    else existing.names.push(name);
  }
  return [...sections.values()].flatMap(({ names, table }) =>
    section(`Block ${names.map((name) => `\`${name}\``).join(", ")}`, table),
  );
}

function tables() {
  const common = Object.fromEntries(Object.entries(ENERGY_NODE).filter(([name]) => name in MOLECULE_NODE));
  return [
    "*scales*: proportional to the size of the region. *not for inputs*: cannot be written by `UPDATE`, unlike other numbers.",
    "",
    ...section("Nodes of both graphs", common),
    ...section("Energy nodes", omitKeys(ENERGY_NODE, common)),
    ...section("Molecule nodes", omitKeys(MOLECULE_NODE, common)),
    ...blockSections(),
    ...section("Edges", EDGE),
    ...section("Carriers", CARRIER),
  ].join("\n");
}

/** Updates the page; with `check`, only returns whether it was up to date. */
export function updateAttributeTables(page, check) {
  return updatePage(page, "libs/model/src/documents/attributes.ts", [tables()], check);
}
