import { describe, expect, test } from "vitest";
import { describeProblem, type Problem } from "../problem.ts";
import { readModelChanges } from "./model-changes.ts";
import { parseYaml } from "./yaml.ts";

const INPUTS = new Set(["capacity", "price", "share"]);

function read(text: string) {
  const problems: Problem[] = [];
  return { changes: readModelChanges(parseYaml(text), INPUTS, problems), problems: problems.map(describeProblem) };
}

test("the reader returns renames, factors and removals by version", () => {
  const { changes, problems } = read(`
- version: 2025-10
  inputs:
    mills: { key: turbines, factor: 3 }
- version: 2026-01
  inputs:
    turbines: { key: capacity, factor: 0.001 }
    price: { factor: 100 }
    lamp: { removed: true }
`);
  expect(problems).toEqual([]);
  expect(changes).toEqual([
    { version: "2025-10", inputs: { mills: { key: "turbines", factor: 3 } } },
    {
      version: "2026-01",
      inputs: {
        turbines: { key: "capacity", factor: 0.001 },
        price: { key: "price", factor: 100 },
        lamp: { key: null, factor: 1 },
      },
    },
  ]);
});

test("a model without the document has no changes", () => {
  expect(read("")).toEqual({ changes: [], problems: [] });
  expect(read("[]")).toEqual({ changes: [], problems: [] });
});

describe("a dubious entry is a warning", () => {
  test.each([
    ["- { version: v1, inputs: { a: { key: nope } } }", "version v1, input a: it became nope, which is not an input"],
    ["- { version: v1, inputs: { price: {} } }", "version v1, input price: nothing changes"],
  ])("%s", (text, words) => {
    const { changes, problems } = read(text);
    expect([changes.length, problems]).toEqual([1, [expect.stringContaining(words)]]);
  });

  test("an input that was renamed again or removed causes no warning", () => {
    const text = "- { version: v1, inputs: { a: { key: b } } }\n- { version: v2, inputs: { b: { removed: true } } }";
    expect(read(text).problems).toEqual([]);
  });
});

describe("an invalid entry is an error, after which all changes are ignored", () => {
  test.each([
    ["a: 1", "expected a list of versions"],
    ["- 7", "entry 1: expected a version and its inputs"],
    ["- { version: 2, inputs: {} }", "entry 1: version is 2, expected a string"],
    ["- { version: v1 }", "version v1: expected inputs"],
    ["- { version: v1, inputs: {}, author: me }", "entry 1: author is unknown"],
    ["- { version: v2, inputs: {} }\n- { version: v1, inputs: {} }", "version v1 follows v2"],
    ["- { version: v1, inputs: {} }\n- { version: v1, inputs: {} }", "version v1 follows v1"],
    ["- { version: v1, inputs: { a: 7 } }", "version v1, input a: expected key, factor or removed"],
    ["- { version: v1, inputs: { a: { factor: 0 } } }", "version v1, input a: factor is 0"],
    ["- { version: v1, inputs: { a: { factor: much } } }", 'version v1, input a: factor is "much"'],
    ["- { version: v1, inputs: { a: { key: 7 } } }", "version v1, input a: key is not a string"],
    ["- { version: v1, inputs: { a: { removed: often } } }", "version v1, input a: removed is neither"],
    ["- { version: v1, inputs: { a: { name: b } } }", "version v1, input a: name is unknown"],
    ["- { version: v1, inputs: { a: { key: price }, b: { key: price } } }", "version v1: several inputs become price"],
  ])("%s", (text, words) => {
    const { changes, problems } = read(`${text}\n`);
    expect([changes, problems]).toEqual([[], expect.arrayContaining([expect.stringContaining(words)])]);
  });
});
