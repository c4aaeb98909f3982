/** Sliders of a slide, with those of a share group taken together. */
import type { Input } from "@etesian/client";
import { CARRIERS, type SlideItem } from "@etesian/interface";
import { carrierOfNode } from "../../charts/nodes.ts";

export type SlideBlock =
  | SlideItem
  /** All members of a group that can be moved stand here, one after the other. */
  | {
      readonly kind: "group";
      readonly group: string;
      /** Of the heading right above it, which it takes the place of; null: there is none. */
      readonly title: string | null;
      readonly members: readonly string[];
    };

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
    const above = blocks.at(-1);
    if (isWhole) {
      const title = above?.kind === "heading" ? above.text : null;
      if (title !== null) blocks.pop();
      blocks.push({ kind: "group", group, title, members });
    } else blocks.push(...items.slice(index, end));
    index = end;
  }
  return blocks;
}

/** Colours of technologies, which are one family, and of members that no carrier has a colour for. */
const TECHNOLOGIES: readonly (readonly [words: RegExp, token: string])[] = [
  [/hybrid.*heatpump/, "t-hybrid"],
  [/heatpump.*ground/, "t-ground"],
  [/heatpump/, "t-air"],
];
const OTHERS = ["r5", "r3", "c-storage", "c-waste", "c-residual", "c-oil", "c-nuclear", "c-synfuel", "c-methanol"];

/** A design token for each member of a group: that of its technology or carrier, once, and others for the rest. */
export function coloursOf(members: readonly string[]): readonly string[] {
  const own = members.map((key) => {
    const carrier = carrierOfNode(key);
    const technology = TECHNOLOGIES.find(([words]) => words.test(key))?.[1];
    return technology ?? (carrier === null ? null : CARRIERS[carrier].token);
  });
  const rest = OTHERS.filter((token) => !own.includes(token));
  let next = 0;
  return own.map((token, index) =>
    token !== null && own.indexOf(token) === index ? token : rest[next++ % rest.length]!,
  );
}

/** Edges are drawn where the one before is at least as far away, in hundredths of the bar. */
const APART = 3;

/** Whether each edge of a bar stands clear of those before it. */
export function clearEdges(edges: readonly number[]): readonly boolean[] {
  let last = -Infinity;
  return edges.map((edge) => {
    const isClear = edge - last >= APART;
    if (isClear) last = edge;
    return isClear;
  });
}
