/** Tests decisions on comments, which do not depend on rights. */
import { COMMENTS } from "@etesian/contracts/limits";
import { expect, test } from "vitest";
import { type CommentCommand, type CommentEvent, type Comments, comments } from "./comments.ts";

const TIME = "2026-11-29T10:00:00.000Z";
const LATER = "2026-11-29T11:00:00.000Z";
const add = { type: "AddComment", author: 7, subject: "slider", key: "wind", text: "c2VhbGVk", mentions: [8] } as const;

const stateOf = (...commands: readonly CommentCommand[]): Comments =>
  commands.reduce((state, command) => {
    const decision = comments.decide(command, state);
    if ("refusal" in decision) throw new Error(decision.refusal);
    return decision.events.reduce((next, event) => comments.evolve(next, event, TIME), state);
  }, comments.initial);

const decideOn = (command: CommentCommand, state: Comments): readonly CommentEvent[] | string => {
  const decision = comments.decide(command, state);
  return "refusal" in decision ? decision.refusal : decision.events;
};

test("a comment has its author, its subject and the next number, which no later comment receives", () => {
  const state = stateOf(add, { type: "DeleteComment", number: 1, author: 7 }, { ...add, subject: "chart", key: "mix" });
  expect(state).toEqual({
    lastNumber: 2,
    items: [
      {
        number: 2,
        author: 7,
        subject: "chart",
        key: "mix",
        text: "c2VhbGVk",
        mentions: [8],
        addedAt: TIME,
        editedAt: null,
        resolved: null,
      },
    ],
  });
});

test("only the author can change a comment's text, and the time of the change is stored", () => {
  const state = stateOf(add);
  const edit = { type: "EditComment", number: 1, author: 7, text: "bmV3", mentions: [] } as const;
  expect(decideOn({ ...edit, author: 8 }, state)).toBe("not_author");
  const [event] = decideOn(edit, state) as readonly CommentEvent[];
  expect(comments.evolve(state, event!, LATER).items[0]).toMatchObject({
    text: "bmV3",
    mentions: [],
    editedAt: LATER,
  });
});

test("anyone can resolve and reopen a comment; a repetition changes nothing", () => {
  const resolve = { type: "ResolveComment", number: 1, person: 8, isResolved: true } as const;
  const resolvedState = stateOf(add, resolve);
  expect(resolvedState.items[0]?.resolved).toEqual({ person: 8, at: TIME });
  expect(decideOn(resolve, resolvedState)).toEqual([]);
  expect(stateOf(add, resolve, { ...resolve, isResolved: false }).items[0]?.resolved).toBeNull();
});

test("another person's comment can be deleted only by a command that names no author", () => {
  const state = stateOf(add);
  expect(decideOn({ type: "DeleteComment", number: 1, author: 8 }, state)).toBe("not_author");
  expect(decideOn({ type: "DeleteComment", number: 1, author: null }, state)).toHaveLength(1);
});

test.each([
  { type: "EditComment", number: 2, author: 7, text: "", mentions: [] },
  { type: "ResolveComment", number: 2, person: 7, isResolved: true },
  { type: "DeleteComment", number: 2, author: null },
] as const)("$type of a missing comment is refused", (command) => {
  expect(decideOn(command, stateOf(add))).toBe("unknown");
});

test("a scenario has a maximum number of comments, and deleted ones do not count", () => {
  const fullState = stateOf(...Array.from({ length: COMMENTS.ofScenario }, () => add));
  expect(decideOn(add, fullState)).toBe("full");
  const [deletion] = decideOn({ type: "DeleteComment", number: 3, author: 7 }, fullState) as readonly CommentEvent[];
  expect(decideOn(add, comments.evolve(fullState, deletion!, TIME))).toMatchObject([
    { data: { comment: COMMENTS.ofScenario + 1 } },
  ]);
});
