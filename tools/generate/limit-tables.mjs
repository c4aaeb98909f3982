/** The tables of docs/reference/limits.md: values and comments of libs/contracts/src/limits.ts. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as limits from "../../libs/contracts/src/limits.ts";
import { cell, updatePage } from "./generated-page.mjs";

const SOURCE = "libs/contracts/src/limits.ts";

/** Comments by name: "FILES" of a group, "FILES.fields" of a limit. */
function commentsIn(source) {
  const comments = new Map();
  let group = "";
  for (const [, indent, comment, name] of source.matchAll(/^( *)\/\*\* (.+) \*\/\n *(?:export const )?(\w+)/gm)) {
    if (indent === "") group = name;
    comments.set(indent === "" ? name : `${group}.${name}`, comment);
  }
  return comments;
}

const UNITS = [
  [86_400_000, "day"],
  [3_600_000, "hour"],
  [60_000, "minute"],
  [1_000, "second"],
];
const plural = (number, unit) => `${number.toLocaleString("en")} ${unit}${number === 1 ? "" : "s"}`;

function duration(ms) {
  const [size, unit] = UNITS.find(([size]) => ms % size === 0);
  return plural(ms / size, unit);
}

function size(bytes) {
  const [unit, name] = [
    [1e9, "GB"],
    [1024 ** 2, "MiB"],
    [1e6, "MB"],
    [1024, "KiB"],
    [1e3, "kB"],
  ].find(([unit]) => bytes % unit === 0);
  return `${bytes / unit} ${name}`;
}

function valueText(key, value) {
  if (typeof value === "object") return `${value.times.toLocaleString("en")} in ${duration(value.withinMs)}`;
  if (key.endsWith("Ms")) return duration(value);
  if (/bytes$/i.test(key)) return size(value);
  if (key.endsWith("Seconds")) return plural(value, "second");
  if (/year/i.test(key)) return String(value);
  return value.toLocaleString("en");
}

/** Updates the page; with `check`, only returns whether it was up to date. */
export function updateLimitTables(page, check) {
  const comments = commentsIn(readFileSync(join(import.meta.dirname, "../..", SOURCE), "utf8"));
  const commentOf = (name) => {
    const comment = comments.get(name);
    if (comment === undefined) throw new Error(`${SOURCE}: ${name} has no one-line comment`);
    return comment;
  };
  const tables = Object.entries(limits).flatMap(([group, values]) => [
    `## ${commentOf(group)}`,
    "",
    "| limit | number | name |",
    "|---|---|---|",
    ...Object.entries(values).map(([key, value]) => {
      const cells = [commentOf(`${group}.${key}`), valueText(key, value), `\`${group}.${key}\``];
      return `| ${cells.map(cell).join(" | ")} |`;
    }),
    "",
  ]);
  return updatePage(page, SOURCE, [["", ...tables].join("\n")], check);
}
