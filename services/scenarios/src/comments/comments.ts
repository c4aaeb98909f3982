/** The comments on a scenario: commands, events and state. Pure. Rights are checked before a command is handled. */
import type { CommentSubject, commentEvents } from "@etesian/contracts/events/comments";
import { COMMENTS } from "@etesian/contracts/limits";
import type { Decider, Decision, EventOf } from "@etesian/event-store";

export type CommentEvent = EventOf<typeof commentEvents>;

/** A comment that has not been deleted. */
export interface Comment {
  /** Within the scenario, from 1. */
  readonly number: number;
  readonly author: number;
  readonly subject: CommentSubject;
  readonly key: string;
  /** Encrypted with the author's key. */
  readonly text: string;
  readonly mentions: readonly number[];
  /** ISO 8601. */
  readonly addedAt: string;
  readonly editedAt: string | null;
  readonly resolved: { readonly person: number; readonly at: string } | null;
}

export interface Comments {
  /** Number of the latest comment, including deleted ones. */
  readonly lastNumber: number;
  /** In order of their numbers. */
  readonly items: readonly Comment[];
}

export type CommentCommand =
  | ({ readonly type: "AddComment" } & Pick<Comment, "author" | "subject" | "key" | "text" | "mentions">)
  | ({ readonly type: "EditComment"; readonly number: number; readonly author: number } & Pick<
      Comment,
      "text" | "mentions"
    >)
  | { readonly type: "ResolveComment"; readonly number: number; readonly person: number; readonly isResolved: boolean }
  /** `author` is the only person whose comment may be deleted; null allows any author. */
  | { readonly type: "DeleteComment"; readonly number: number; readonly author: number | null };

/** Why a command was refused: there is no such comment, another person wrote it, or the scenario has too many. */
export type CommentRefusal = "unknown" | "not_author" | "full";

export const findComment = ({ items }: Comments, number: number): Comment | null =>
  items.find((comment) => comment.number === number) ?? null;

function decide(command: CommentCommand, comments: Comments): Decision<CommentEvent, CommentRefusal> {
  if (command.type === "AddComment") {
    if (comments.items.length >= COMMENTS.ofScenario) return { refusal: "full" };
    const { author, subject, key, text, mentions } = command;
    const data = { comment: comments.lastNumber + 1, author, subject, key, text, mentions: [...mentions] };
    return { events: [{ type: "CommentAdded", data }] };
  }
  const existing = findComment(comments, command.number);
  if (existing === null) return { refusal: "unknown" };
  const comment = existing.number;
  switch (command.type) {
    case "EditComment":
      if (command.author !== existing.author) return { refusal: "not_author" };
      return {
        events: [{ type: "CommentEdited", data: { comment, text: command.text, mentions: [...command.mentions] } }],
      };
    case "ResolveComment":
      if (command.isResolved === (existing.resolved !== null)) return { events: [] };
      return {
        events: [
          command.isResolved
            ? { type: "CommentResolved", data: { comment, person: command.person } }
            : { type: "CommentReopened", data: { comment } },
        ],
      };
    case "DeleteComment":
      if (command.author !== null && command.author !== existing.author) return { refusal: "not_author" };
      return { events: [{ type: "CommentDeleted", data: { comment } }] };
    default:
      return command satisfies never;
  }
}

function evolve({ lastNumber, items }: Comments, event: CommentEvent, time: string): Comments {
  const change = (number: number, update: (comment: Comment) => Comment): Comments => ({
    lastNumber,
    items: items.map((comment) => (comment.number === number ? update(comment) : comment)),
  });
  switch (event.type) {
    case "CommentAdded": {
      const { comment: number, ...data } = event.data;
      return {
        lastNumber: number,
        items: [...items, { number, ...data, addedAt: time, editedAt: null, resolved: null }],
      };
    }
    case "CommentEdited": {
      const { comment, text, mentions } = event.data;
      return change(comment, (previous) => ({ ...previous, text, mentions, editedAt: time }));
    }
    case "CommentResolved": {
      const { comment, person } = event.data;
      return change(comment, (previous) => ({ ...previous, resolved: { person, at: time } }));
    }
    case "CommentReopened":
      return change(event.data.comment, (previous) => ({ ...previous, resolved: null }));
    case "CommentDeleted":
      return { lastNumber, items: items.filter(({ number }) => number !== event.data.comment) };
    default:
      return event satisfies never;
  }
}

export const comments: Decider<Comments, CommentCommand, CommentEvent, CommentRefusal> = {
  initial: { lastNumber: 0, items: [] },
  decide,
  evolve,
};

export const commentStreamOf = (scenario: number): string => `comments-${scenario}`;
