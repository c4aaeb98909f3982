import { expect, it } from "vitest";
import { en } from "../../texts/en.ts";
import { nl } from "../../texts/nl.ts";
import { ACTIONS, actionOf, type KeyPress } from "./actions.ts";

const pressed = (key: string, overrides: Partial<KeyPress> = {}): KeyPress => ({
  key,
  isCommand: false,
  isAlt: false,
  isShift: false,
  isTyping: false,
  ...overrides,
});

it("each key has one action, and each action has a title in both languages", () => {
  const keys = ACTIONS.flatMap(({ keys: shortcuts }) => shortcuts ?? []);
  expect(new Set(keys).size).toBe(keys.length);
  for (const { id } of ACTIONS) for (const texts of [en, nl]) expect(texts.actions[id]).toMatch(/\w{3}/);
});

it("each key in the table triggers its action", () => {
  for (const { id, keys } of ACTIONS) {
    if (keys === null) continue;
    const parts = keys.split(" ");
    const isCommand = parts.includes("Ctrl");
    const isShift = parts.includes("Shift");
    const key = isCommand ? parts.at(-1)!.toLowerCase() : parts.at(-1)!;
    expect(actionOf(pressed(key, { isCommand, isShift }))).toBe(id);
  }
});

it("fields and dialogs handle all keys themselves, except the search's key", () => {
  expect(actionOf(pressed("t", { isTyping: true }))).toBeNull();
  expect(actionOf(pressed("z", { isCommand: true, isTyping: true }))).toBeNull();
  expect(actionOf(pressed("k", { isCommand: true, isTyping: true }))).toBe("find");
  expect(actionOf(pressed("c", { isCommand: true }))).toBeNull();
  expect(actionOf(pressed("t", { isAlt: true }))).toBeNull();
});
