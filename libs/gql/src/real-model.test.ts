import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { QueryLibrary } from "./library.ts";
import { GqlSyntaxError } from "./syntax/error.ts";
import { vocabulary } from "./world.fixture.ts";

const reference = resolve(process.env.ETESIAN_REFERENCE_DIR ?? join(import.meta.dirname, "../../../../shared"));
const model = join(reference, "etsource");

/** The attributes of a document, including multi-line ones; parses enough of the format to find queries. */
function attributes(path: string): Map<string, string> {
  const texts = new Map<string, string>();
  let name: string | null = null;
  for (const line of readFileSync(path, "utf8").split("\n")) {
    const match = /^-\s([a-z0-9_.]+)\s+=\s*(.*)$/.exec(line);
    if (match !== null) texts.set((name = match[1]!), match[2]!);
    else if (/^\s\s/.test(line) && name !== null) texts.set(name, `${texts.get(name)}\n${line}`);
  }
  return texts;
}

/** Documents of a folder by key; among equal keys the last file wins. */
function documents(folder: string, extension: string): Map<string, Map<string, string>> {
  const files = readdirSync(join(model, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(extension))
    .toSorted();
  return new Map(files.map((file) => [basename(file).split(".")[0]!, attributes(join(model, folder, file))]));
}

describe.skipIf(!existsSync(model))("the real model (ETESIAN_REFERENCE_DIR, or ../shared)", () => {
  it("all gqueries compile except the one with a missing comma", () => {
    const gqueries = [...documents("gqueries", ".gql")].map(([key, document]) => ({
      key,
      query: document.get("query") ?? "",
      unit: document.get("unit") ?? null,
      deprecatedKey: document.get("deprecated_key") ?? null,
    }));
    expect(gqueries).toHaveLength(11_500);
    const errors = QueryLibrary.compile(gqueries, vocabulary).check();
    expect(errors.map(({ key }) => key)).toEqual(["conversion_from_biomass_products_to_natural_gas"]);
    expect(errors[0]!.reason).toBe('expected "," or ")" in the arguments of SUM, found "Q"');
    expect(errors[0]!.message).toContain("\n        ^");
  });

  it("all queries of inputs compile", () => {
    const library = QueryLibrary.compile([], vocabulary);
    const counts: Record<string, number> = {};
    const modifiers = new Set<string | null>();
    for (const [key, document] of documents("inputs", ".ad")) {
      for (const name of ["query", "start_value_gql", "min_value_gql", "max_value_gql"]) {
        const text = document.get(name)?.trim();
        if (text === undefined || text === "") continue;
        counts[name] = (counts[name] ?? 0) + 1;
        const program = library.compileProgram(text, `${key}.${name}`);
        if (name !== "query") modifiers.add(program.modifier);
      }
    }
    expect(counts).toEqual({ query: 1418, start_value_gql: 1149, min_value_gql: 83, max_value_gql: 360 });
    expect([...modifiers]).toEqual(["present"]);
  });

  it("a syntax error names its query and position", () => {
    const library = QueryLibrary.compile([], vocabulary);
    expect(() => library.compileProgram("SUM(V(a)", "some_input.query")).toThrow(GqlSyntaxError);
    expect(() => library.compileProgram("SUM(V(a)", "some_input.query")).toThrow("some_input.query, line 1, column 9");
  });
});
