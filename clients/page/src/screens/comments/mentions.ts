/** Mentions in a comment: `@` and a person's name. */
import type { TeamMember } from "../../calculation/team.ts";
import type { Completions } from "../../controls/completion.ts";

/** The names for an unfinished mention at the caret; null if there is none. */
export function mentionAt(text: string, caret: number, people: readonly TeamMember[]): Completions | null {
  const index = text.lastIndexOf("@", caret - 1);
  if (index === -1 || /[\p{L}\p{N}]/u.test(text.charAt(index - 1))) return null;
  const prefix = text.slice(index + 1, caret).toLocaleLowerCase();
  const options = people.flatMap(({ id, name }) => {
    const lower = name?.toLocaleLowerCase();
    const isMatch = lower !== undefined && lower !== prefix && ` ${lower}`.includes(` ${prefix}`);
    return isMatch ? [{ key: String(id), label: name!, insert: `@${name} ` }] : [];
  });
  return { start: index, options };
}

/** IDs of the people that a comment mentions; at each `@`, the longest matching name is used. */
export function mentionedIn(text: string, people: readonly TeamMember[]): readonly number[] {
  const ids = new Set<number>();
  for (const { index } of text.matchAll(/@/g)) {
    const rest = text.slice(index + 1);
    const named = people.filter(
      ({ name }) => name !== null && rest.startsWith(name) && !/[\p{L}\p{N}]/u.test(rest.charAt(name.length)),
    );
    const longest = Math.max(0, ...named.map(({ name }) => name!.length));
    for (const { id, name } of named) if (name!.length === longest) ids.add(id);
  }
  return [...ids];
}
