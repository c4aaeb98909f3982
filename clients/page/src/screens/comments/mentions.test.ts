import { expect, test } from "vitest";
import { mentionAt, mentionedIn } from "./mentions.ts";

const people = [
  { id: 1, name: "Ada" },
  { id: 2, name: "Ada Lovelace" },
  { id: 3, name: "Jo" },
  { id: 4, name: null },
];
const namesAt = (text: string, caret = text.length) =>
  mentionAt(text, caret, people)?.options.map(({ label }) => label) ?? null;

test("an unfinished mention begins with @ at the start of a word, and ends at the caret", () => {
  expect(mentionAt("Ask @Lov please", 8, people)).toEqual({
    start: 4,
    options: [{ key: "2", label: "Ada Lovelace", insert: "@Ada Lovelace " }],
  });
  expect(namesAt("Ask @")).toEqual(["Ada", "Ada Lovelace", "Jo"]);
  expect(namesAt("ada@example")).toBeNull();
});

test("people are found by any word of their name, until it is complete", () => {
  expect(namesAt("@love")).toEqual(["Ada Lovelace"]);
  expect(namesAt("@ada")).toEqual(["Ada Lovelace"]);
  expect(namesAt("@Ada\nnext")).toEqual([]);
});

test("the longest name at each @ is mentioned, and a longer word is not a name", () => {
  expect(mentionedIn("@Ada Lovelace and @Jo!", people)).toEqual([2, 3]);
  expect(mentionedIn("@Ada, @Jonas", people)).toEqual([1]);
});
