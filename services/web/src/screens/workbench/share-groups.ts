/** Sliders of a slide, with those of a share group taken together. */
import type { Input } from "@etesian/client";
import type { SlideItem } from "@etesian/interface";

export type SlideBlock =
  | SlideItem
  /** All members of a group that can be moved stand here, one after the other. */
  | { readonly kind: "group"; readonly group: string; readonly members: readonly string[] };

/** A group of fewer has nothing to share; one of more is a list of sliders. */
const MEMBERS = { least: 2, most: 20 };

/** Replaces runs of sliders that are a whole share group by the group. */
export function blocksOf(items: readonly SlideItem[], inputs: ReadonlyMap<string, Input>): readonly SlideBlock[] {
  const sizes = new Map<string, number>();
  for (const { share_group: group } of inputs.values())
    if (group !== undefined) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const groupOf = (item: SlideItem | undefined): string | null =>
    item?.kind === "slider" ? (inputs.get(item.key)?.share_group ?? null) : null;

  const blocks: SlideBlock[] = [];
  for (let index = 0; index < items.length;) {
    const item = items[index]!;
    const group = groupOf(item);
    let end = index + 1;
    if (group !== null) while (groupOf(items[end]) === group) end++;
    const members = items.slice(index, end).flatMap((each) => (each.kind === "slider" ? [each.key] : []));
    const isWhole =
      group !== null &&
      members.length === sizes.get(group) &&
      members.length >= MEMBERS.least &&
      members.length <= MEMBERS.most;
    if (isWhole) blocks.push({ kind: "group", group, members });
    else blocks.push(...items.slice(index, end));
    index = end;
  }
  return blocks;
}

/**
 * The values to send when a member moves: its own, and those of locked members as they stand, so that the rules let only the
 * others give way.
 */
export function changesOfMember(
  member: string,
  value: number,
  values: ReadonlyMap<string, number>,
  locked: ReadonlySet<string>,
): Readonly<Record<string, number>> {
  const held = [...values].filter(([key]) => key !== member && locked.has(key));
  const room = 100 - held.reduce((sum, [, share]) => sum + share, 0);
  return { ...Object.fromEntries(held), [member]: Math.max(0, Math.min(value, room)) };
}
