import { expect, test } from "vitest";
import { ACTIONS } from "../../screens/workbench/actions.ts";
import { loadHowTo } from "./how-to.ts";

test("both languages answer the same questions, each with an action", async () => {
  const [english, dutch] = [Object.keys(await loadHowTo("en")), Object.keys(await loadHowTo("nl"))];
  expect(dutch).toEqual(english);
  expect(new Set(english).isSubsetOf(new Set(ACTIONS.map(({ id }) => id)))).toBe(true);
});
