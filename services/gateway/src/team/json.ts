/** Comments and people in responses. */
import type { Comment } from "@etesian/contracts/scenarios";
import type { VisiblePerson } from "../http/personal-data.ts";

type People = ReadonlyMap<number, VisiblePerson>;

export const personJson = (id: number, people: People) => ({ id, name: people.get(id)?.name ?? null });

/** IDs of all people in comments. */
export const peopleIn = (comments: readonly Comment[]): readonly number[] =>
  comments.flatMap(({ author, mentions, resolvedBy }) => [
    author,
    ...mentions,
    ...(resolvedBy === undefined ? [] : [resolvedBy]),
  ]);

/** @param text the decrypted text; null if its author was erased */
export function commentJson(comment: Comment, text: string | null, people: People) {
  const { number, author, subject, key, mentions, addedAt, editedAt, resolvedAt, resolvedBy } = comment;
  if (addedAt === undefined) throw new Error(`comment ${number} has no time`);
  return {
    id: number,
    author: personJson(author, people),
    slider: subject === "slider" ? key : null,
    chart: subject === "chart" ? key : null,
    text,
    mentions: mentions.map((person) => personJson(person, people)),
    added_at: addedAt.toISOString(),
    edited_at: editedAt?.toISOString() ?? null,
    resolved: resolvedAt !== undefined,
    resolved_at: resolvedAt?.toISOString() ?? null,
    resolved_by: resolvedBy === undefined ? null : personJson(resolvedBy, people),
  };
}
