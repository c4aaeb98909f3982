/** Places of changes on the timeline: one tick each, at equal distances, from 0 to 1. */
import type { Change } from "@etesian/client";

/** Where the tick of a change stands, as a share of the width. */
export const tickAt = (index: number, count: number): number => (count > 1 ? index / (count - 1) : 1);

/** The change whose tick is nearest to a place; null without changes. */
export function nearest(changes: readonly Change[], place: number): Change | null {
  const index = Math.round(Math.min(1, Math.max(0, place)) * (changes.length - 1));
  return changes[changes.length > 1 ? index : 0] ?? null;
}

/** Where a version stands among the changes: that of the change that made it, or the one before. */
export function indexOf(changes: readonly Change[], version: number): number {
  const after = changes.findIndex((change) => change.version > version);
  return Math.max(0, (after === -1 ? changes.length : after) - 1);
}

/** The index that a key leads to; null: the key is not the timeline's. */
export function indexAfterKey(key: string, shift: boolean, index: number, count: number): number | null {
  const step = shift ? 10 : 1;
  const tenth = Math.max(1, Math.round(count / 10));
  const to = (next: number): number => Math.min(count - 1, Math.max(0, next));
  switch (key) {
    case "ArrowRight":
    case "ArrowUp":
      return to(index + step);
    case "ArrowLeft":
    case "ArrowDown":
      return to(index - step);
    case "PageUp":
      return to(index + tenth);
    case "PageDown":
      return to(index - tenth);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

/** Colours that tell people apart. */
export const PEOPLE = 5;

/** A number from 1 to 5 for each person who made a change, in the order in which they first did. */
export function peopleOf(changes: readonly Change[]): ReadonlyMap<string, number> {
  const people = new Map<string, number>();
  for (const { actor } of changes) if (!people.has(actor)) people.set(actor, (people.size % PEOPLE) + 1);
  return people;
}
