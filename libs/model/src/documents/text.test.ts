import { describe, expect, test } from "vitest";
import { DocumentError, parseDocument } from "./text.ts";

const attributes = (text: string) =>
  Object.fromEntries([...parseDocument(text).attributes].map(([name, { value }]) => [name, value]));
const queries = (text: string) =>
  Object.fromEntries([...parseDocument(text).queries].map(([name, { value }]) => [name, value]));

describe("lines of a document", () => {
  test("a static attribute starts with a hyphen, a query with a tilde", () => {
    const text = "- use = energetic\n~ demand = EB(households, coal)\n";
    expect(attributes(text)).toEqual({ use: "energetic" });
    expect(queries(text)).toEqual({ demand: "EB(households, coal)" });
  });

  test("a name may contain digits, underscores and dots, and its value is trimmed", () => {
    expect(attributes("- fever.curve.tech_2   =   a = b  ")).toEqual({ "fever.curve.tech_2": "a = b" });
  });

  test("an attribute without a value is empty", () => {
    expect(attributes("- query =")).toEqual({ query: "" });
  });

  test("a repeated name has the position of the first line and the value of the last", () => {
    expect(Object.entries(attributes("- a = 1\n- b = 2\n- a = 3"))).toEqual([
      ["a", "3"],
      ["b", "2"],
    ]);
  });

  test("Windows line ends are accepted", () => {
    expect(attributes("- a = 1\r\n\r\n- b = [x, y]\r\n")).toEqual({ a: "1", b: ["x", "y"] });
  });

  test.each([
    ["text without a marker", "use = energetic", 1],
    ["a name with capitals", "- a = 1\n- Use = x", 2],
    ["a name without a blank before =", "- a = 1\n\n- use= x", 3],
    ["an indented line with nothing above", "  SUM()", 1],
    ["a multi-line value after text", "- query = SUM(\n    1\n  )", 1],
    ["a multi-line value whose name has a dot", "~ input.coal =\n    1", 1],
    ["a multi-line value whose name has a digit", "- step_1 =\n    1", 1],
  ])("%s is an error with its line", (_, text, line) => {
    expect(() => parseDocument(text)).toThrow(expect.objectContaining({ name: "DocumentError", line }));
  });

  test("line numbers are counted from the document's first line", () => {
    expect(parseDocument("- a = 1\n- b = 2", 41).attributes.get("b")?.line).toBe(42);
    expect(() => parseDocument("nonsense", 41)).toThrow(DocumentError);
  });
});

describe("multi-line values", () => {
  test("multi-line values lose their common indentation and trailing blanks, and keep empty lines", () => {
    const text = "- query =\n    SUM(\n      1,\n\n      2\n    )\n\n- unit = MJ";
    expect(attributes(text)).toEqual({ query: "SUM(\n  1,\n\n  2\n)", unit: "MJ" });
  });

  test("multi-line values may be indented by tabs", () => {
    expect(attributes("- query =\n\t\tSUM(\n\t\t\t1)")).toEqual({ query: "SUM(\n\t1)" });
  });

  test("multi-line values end at the next attribute, even for queries", () => {
    expect(queries("~ demand =\n    1 +\n    2\n~ max_demand = 3")).toEqual({ demand: "1 +\n2", max_demand: "3" });
  });
});

describe("lists", () => {
  test("commas separate the entries of lists; there is no quoting", () => {
    expect(attributes('- a = [x, "y z",3 ]\n- b = []')).toEqual({ a: ["x", '"y z"', "3"], b: [] });
  });

  test("a list may continue over indented lines until one ends in a bracket", () => {
    expect(attributes("- groups = [\n    a, b,\n    c\n    ]\n- use = x")).toEqual({
      groups: ["a", "b", "c"],
      use: "x",
    });
    expect(attributes("- groups = [a,\n    b]\n")).toEqual({ groups: ["a", "b"] });
  });

  test("lists that never close are text", () => {
    expect(attributes("- groups = [a")).toEqual({ groups: "[a" });
  });
});

describe("comments", () => {
  test("the first comment block is the description, without its markers", () => {
    expect(parseDocument("# One\n# two\n\n- a = 1").description).toBe("One\ntwo");
    expect(parseDocument("- a = 1").description).toBeNull();
  });

  test("later comments belong to the value above them, and do not affect single-line values", () => {
    expect(attributes("# first\n- a = 1\n# second\n- b = 2")).toEqual({ a: "1", b: "2" });
  });

  test("a comment is part of a multi-line value, as in the reference", () => {
    expect(attributes("# first\n- query =\n    SUM(\n# why\n    1)")).toEqual({ query: "  SUM(\nwhy\n  1)" });
  });
});
