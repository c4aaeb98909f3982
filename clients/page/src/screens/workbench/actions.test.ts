import { expect, it } from "vitest";
import { en } from "../../texts/en.ts";
import { nl } from "../../texts/nl.ts";
import { ACTIONS, actionOf, type Pressed } from "./actions.ts";

const pressed = (key: string, but: Partial<Pressed> = {}): Pressed => ({
  key,
  isCommand: false,
  isAlt: false,
  isShift: false,
  isTyped: false,
  ...but,
});

it("each key has one action, and each action has a title in both languages", () => {
  const keys = ACTIONS.flatMap(({ keys: shortcuts }) => shortcuts ?? []);
  expect(new Set(keys).size).toBe(keys.length);
  for (const { id } of ACTIONS) for (const texts of [en, nl]) expect(texts.actions[id]).toMatch(/\w{3}/);
});

it("the action of each key of the table is found", () => {
  for (const { id, keys } of ACTIONS) {
    if (keys === null) continue;
    const parts = keys.split(" ");
    const isCommand = parts.includes("Ctrl");
    const isShift = parts.includes("Shift");
    const key = isCommand ? parts.at(-1)!.toLowerCase() : parts.at(-1)!;
    expect(actionOf(pressed(key, { isCommand, isShift }))).toBe(id);
  }
});

it("fields and dialogs keep their keys, except the search's", () => {
  expect(actionOf(pressed("t", { isTyped: true }))).toBeNull();
  expect(actionOf(pressed("z", { isCommand: true, isTyped: true }))).toBeNull();
  expect(actionOf(pressed("k", { isCommand: true, isTyped: true }))).toBe("find");
  expect(actionOf(pressed("c", { isCommand: true }))).toBeNull();
  expect(actionOf(pressed("t", { isAlt: true }))).toBeNull();
});
