/** Sliders of a slide, with the members of each share group combined into one block. */
import type { Input } from "@etesian/client";
import { CARRIERS, type SlideItem } from "@etesian/interface";
import { neutralAt } from "../../charts/chart-series.ts";
import { carrierOfNode } from "../../charts/nodes.ts";

export type SlideBlock =
  | SlideItem
  /** All movable members of a group, adjacent to each other. */
  | {
      readonly kind: "group";
      readonly group: string;
      /** The heading directly above it, which it replaces; null if there is none. */
      readonly title: string | null;
      readonly members: readonly string[];
    };

/** Smaller groups have nothing to share; larger ones remain lists of sliders. */
const GROUP_SIZE = { min: 2, max: 20 };

/** Replaces each run of sliders that forms a complete share group with the group. */
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
    const members = items.slice(index, end).flatMap((item) => (item.kind === "slider" ? [item.key] : []));
    const isWhole =
      group !== null &&
      members.length === sizes.get(group) &&
      members.length >= GROUP_SIZE.min &&
      members.length <= GROUP_SIZE.max;
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

/** Colours for technologies, which form one family. */
const TECHNOLOGIES: readonly (readonly [words: RegExp, token: string])[] = [
  [/hybrid.*heatpump/, "t-hybrid"],
  [/heatpump.*ground/, "t-ground"],
  [/heatpump/, "t-air"],
];

/**
 * A design token for each member of a group: its technology's or carrier's, each used once, or else a muted colour.
 */
export function coloursOf(members: readonly string[]): readonly string[] {
  const own = members.map((key) => {
    const carrier = carrierOfNode(key);
    const technology = TECHNOLOGIES.find(([pattern]) => pattern.test(key))?.[1];
    return technology ?? (carrier === null ? null : CARRIERS[carrier].token);
  });
  let next = 0;
  return own.map((token, index) => (token !== null && own.indexOf(token) === index ? token : neutralAt(next++)));
}

/** Minimum distance between handles, in hundredths of the bar. */
const EDGE_GAP = 3;

/**
 * Whether each edge of a bar has a handle: from the left, every edge far enough from the previous handle.
 * @param first the edge that always has one; -1 if there is none
 */
export function assignHandles(edges: readonly number[], first = -1): readonly boolean[] {
  let last = -Infinity;
  return edges.map((edge, index) => {
    const hasSpace = edge - last >= EDGE_GAP && (first === -1 || Math.abs(edge - edges[first]!) >= EDGE_GAP);
    const hasHandle = index === first || hasSpace;
    if (hasHandle) last = edge;
    return hasHandle;
  });
}

/** The handle nearest to a position on the bar; -1 if there is none. */
export function nearestEdge(edges: readonly number[], hasHandle: readonly boolean[], position: number): number {
  let nearest = -1;
  for (const [index, edge] of edges.entries())
    if (hasHandle[index] && (nearest === -1 || Math.abs(edge - position) < Math.abs(edges[nearest]! - position)))
      nearest = index;
  return nearest;
}
