import { expect, test } from "vitest";
import { initialsOf } from "./initials.ts";

test.each([
  ["Marijke Visser", null, "MV"],
  ["Ada", null, "A"],
  ["Jan de Boer", null, "JB"],
  [null, "jo.kramer@example.org", "JK"],
  [null, null, "?"],
  ["😀 Smile", null, "😀S"],
])("initials represent a person: %s %s", (name, email, expected) => {
  expect(initialsOf({ name, email })).toBe(expected);
});
