import { describe, expect, test } from "vitest";
import { addedLines, advice } from "./words.ts";

describe("the check of words", () => {
  test.each([
    ["/** Who reads hours has them until the task is over. */", "name the thing"],
    ['  test("whoever floods waits", () => {', "name the thing"],
    ['    summary: "A letter is on its way",', "email"],
    ["// taken over from the base year", "reused"],
  ])("%s is advised against", (line, say) => {
    expect(advice(line, "a.ts")).toContainEqual(expect.stringContaining(say));
  });

  test.each([
    "const letters = new Map();",
    "/** Emails that wait to be sent. */",
    "// Reused from the base year.",
    'import { whoIs } from "./people.ts";',
  ])("%s passes", (line) => {
    expect(advice(line, "a.ts")).toEqual([]);
  });

  test("a document is prose as a whole", () => {
    expect(advice("Nobody waits for longer than a minute.", "docs/a.md")).toHaveLength(1);
  });

  test("lines are numbered as in the new file", () => {
    const diff = "--- a/x.ts\n+++ b/x.ts\n@@ -3,0 +4,2 @@\n+one\n+two\n@@ -9 +12 @@\n-old\n+three\n";
    expect(addedLines(diff)).toEqual([
      { file: "x.ts", number: 4, text: "one" },
      { file: "x.ts", number: 5, text: "two" },
      { file: "x.ts", number: 12, text: "three" },
    ]);
  });
});
