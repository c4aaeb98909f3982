import { describe, expect, test } from "vitest";
import { advice, adviceAcross } from "./words.ts";

describe("the list of words", () => {
  test.each([
    ["/** Who reads hours has them until the task is over. */", "name the thing"],
    ['  test("whoever floods waits", () => {', "name the thing"],
    ['    summary: "A letter is on its way",', "email"],
    ["// taken over from the base year", "reused"],
  ])("%s is advised against", (line, suggestion) => {
    expect(advice(line, "a.ts")).toContainEqual(expect.stringContaining(suggestion));
  });

  test.each([
    ["# Whoever scrapes needs the port.", "values.yaml", "name the thing"],
    ["          description: A letter waits for the mail server.", "alerts.yaml", "email"],
    ["    {/* calculated anew for each frame */}", "Chart.tsx", "again"],
    ["  /* what a hand has moved */", "tokens.css", "name the thing"],
    ["// Whoever calls this is charged.", "etesian.proto", "name the thing"],
    ["Curves are kept; whoever asks first waits.", "docs/a.md", "name the thing"],
    ["# letters wait in /data", "Dockerfile", "email"],
  ])("%s in %s is advised against", (line, file, suggestion) => {
    expect(advice(line, file)).toContainEqual(expect.stringContaining(suggestion));
  });

  test.each([
    ["taken back by the store", "restored"],
    ["sums remembered by the engine", "cached"],
    ["recalculation by the hour", "hourly"],
    ["the judge of a run", "oracle"],
    ["after ten tries", "attempts"],
    ["the fate of scenarios", "disposition"],
    ["makes room for curves", "evict"],
    ["subscribers are told once", "notify"],
    ["the failure has been said before", "reported"],
    ["the worker hears of a change", "receives"],
    ["the value that stands", "is stored"],
    ["the file as it was", "unchanged"],
    ["figures equal to those of the reference", "possessive"],
    ["an append that comes too late", "conflicts"],
    ["deletes it for good", "permanently"],
    ["the unit of what is shown", "name the thing"],
    ["results that were asked for", "requested"],
    ["follows the hand", "drag"],
    ["text that is no number", "is not a"],
    ["expected an input, and this one is none", "found"],
    ["five decimals at the most", "at most"],
    ["a file in the place of another", "replaces"],
    ["bars drawn over each other", "overlap"],
    ["undo leaves them alone", "does not change"],
    ["the numbers of before", "previous"],
    ["the curve lies in shared memory", "is in"],
    ["sends the change that waits", "pending"],
    ["the other shares give way", "adjusts"],
    ["files that were looked at", "examined"],
    ["the legend beside the chart", "next to"],
    ["the sliders and those that follow", "repeat the noun"],
    ["a switch, also in the timeline", "including"],
    ["either user or one of both", "either"],
    ["an undisturbed run", "uninterrupted"],
    ["logs that say so", "report"],
    ["a result as good as possible", "optimal"],
    ["a file outside of the folder", "outside"],
    ["processor time of a change", "CPU time"],
    ["curves that are equal bit by bit", "bit for bit"],
    ["imitates the reference", "follow the example"],
    ["a page without accessibility faults", "violations"],
    ["unstarted documents", "has not started"],
    ["the two heading rows of a sheet", "header row"],
    ["a form, encoded like in browsers", "as in"],
    ["limited per network address", "IP address"],
    ["the number of the scenario", "scenario ID"],
    ["the command decides later", "final check"],
    ["and the stored order stays.", "is kept"],
    ["takes the remainder of the others", "do not supply"],
  ])("the comment “%s” is advised against", (comment, suggestion) => {
    expect(advice(`// ${comment}`, "a.ts")).toContainEqual(expect.stringContaining(suggestion));
  });

  test.each([
    ["const asked = await fetch(url);", "a.ts", "requests"],
    ["  readonly tell: (line: string) => void;", "a.ts", "notify"],
    ["  #told: string[] = [];", "a.tsx", "received"],
    ["  let letGo = (): void => {};", "a.mjs", "release"],
    ["for (const each of nodes) visit(each);", "a.ts", "name the element"],
    ["const names = nodes.map((each) => each.name);", "a.tsx", "name the element"],
    ["  const found = nodes.get(key);", "a.ts", "name the element"],
    ["async function made(): Promise<void> {", "a.ts", "by a verb"],
  ])("the name in %s is advised against", (line, file, suggestion) => {
    expect(advice(line, file)).toContainEqual(expect.stringContaining(suggestion));
  });

  test.each([
    "const letters = new Map();",
    'throw new Error("expected a list");',
    "// There is no other process, and its state is no longer needed.",
    "  // Null if there is none.",
    "  told: announcedSchema.nullable().default(null),",
    "const tellingNames = /told|asked/;",
    "// A process that waits for a lock.",
    "/** Emails that wait to be sent. */",
    "// Reused from the base year.",
    'import { whoIs } from "./people.ts";',
    '  throw new Error("expected letters, digits and _");',
    "// Users that own a scenario change it.",
    "// Serifs tell apart the digit 1 and the letter l.",
    "// Each row stands for one hour.",
    "// Verifies events as they are read.",
    "  console.log(`${what} ${ticks}`);",
    "  const foundation = layers.each(draw);",
    "  const isFound = node !== undefined;",
  ])("%s passes", (line) => {
    expect(advice(line, "a.ts")).toEqual([]);
  });

  test("a phrase that continues on the next line of a comment is advised against", () => {
    expect(adviceAcross(" * saved scenarios among those", " * of other users", "a.ts")).toEqual([
      expect.stringContaining("possessive"),
    ]);
    expect(adviceAcross(" * Whose value is", " * known.", "a.ts")).toEqual([]);
    expect(adviceAcross("  // those", "  of(others);", "a.ts")).toEqual([]);
  });

  test("all lines of a document are checked", () => {
    expect(advice("The value stands in the table.", "docs/a.md")).toHaveLength(1);
  });
});
