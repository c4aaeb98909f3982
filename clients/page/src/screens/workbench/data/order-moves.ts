/** Moves the members of an order. */

/** The order with the member at `index` moved by one position. */
export function moveBy(members: readonly string[], index: number, by: -1 | 1): readonly string[] {
  const member = members[index];
  const other = members[index + by];
  return member === undefined || other === undefined ? members : members.with(index, other).with(index + by, member);
}

/** The order with `member` moved directly before or after `target`. */
export function moveNextTo(
  members: readonly string[],
  member: string,
  target: string,
  side: "before" | "after",
): readonly string[] {
  if (member === target) return members;
  const others = members.filter((other) => other !== member);
  const targetIndex = others.indexOf(target) + (side === "after" ? 1 : 0);
  return others.toSpliced(targetIndex, 0, member);
}
