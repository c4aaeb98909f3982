/**
 * The changes that move a member of a share group. All other members change in proportion to their shares; locked ones
 * keep theirs. The server's own rule is different: it changes unset members by equal amounts, and refuses values beyond
 * the room that the others leave. So the page sends the values of all members but one, and the rule assigns the
 * remainder to that one.
 */
import type { Input } from "@etesian/client";
import type { Sliders } from "../../calculation/calculator.ts";
import { clamp } from "../../controls/slider-steps.ts";

export interface Group {
  readonly inputs: ReadonlyMap<string, Input>;
  /** Slider values without the drag. */
  readonly valuesAtRest: () => Sliders;
  readonly locked: ReadonlySet<string>;
}

interface Member {
  readonly key: string;
  readonly min: number;
  readonly max: number;
  readonly value: number;
  readonly start: number;
  readonly isSet: boolean;
}

const TOTAL = 100;
/** Decimals of the sent shares: the server adds up decimals exactly. */
const DECIMALS = 6;

/** Tolerance for rounding errors in sums of shares. */
const ROUNDING = 1e-9;

const sum = (members: readonly Member[], field: "min" | "max" | "value" | "start"): number =>
  members.reduce((total, member) => total + member[field], 0);

/** The values to send so that a slider reaches a value, or the nearest one that its group's bounds and locks allow. */
export function changesOf(
  key: string,
  value: number,
  { inputs, valuesAtRest, locked }: Group,
): Readonly<Record<string, number>> {
  const input = inputs.get(key);
  if (input?.share_group === undefined) return { [key]: value };
  const { userValues, balancedValues } = valuesAtRest();
  const held: Member[] = [];
  const free: Member[] = [];
  let fixed = 0;
  for (const [other, { share_group: group, min = 0, max = TOTAL, default: initial, disabled }] of inputs) {
    if (group !== input.share_group || other === key) continue;
    const start = Number(initial ?? 0);
    const isSet = userValues[other] !== undefined;
    const share = Number(userValues[other] ?? balancedValues[other] ?? start);
    if (disabled || (min === max && !isSet)) fixed += isSet ? share : start;
    else (locked.has(other) ? held : free).push({ key: other, min, max, value: share, start, isSet });
  }

  // Without a member to absorb the rounding error, none may remain.
  const isExact = free.every(({ isSet }) => isSet);
  const inDecimals = (share: number, rounded: (value: number) => number): number =>
    isExact ? share : decimal(share, rounded);
  const kept = held.map((member) => [member.key, clamp(inDecimals(member.value, Math.round), member)] as const);
  const room = kept.reduce((left, [, share]) => left - share, TOTAL - fixed);
  const highest = inDecimals(room - sum(free, "min"), Math.floor);
  const lowest = inDecimals(room - sum(free, "max"), Math.ceil);
  const own = clamp(clamp(decimal(value, Math.round), { min: lowest, max: highest }), {
    min: input.min ?? 0,
    max: input.max ?? TOTAL,
  });
  return Object.fromEntries([[key, own], ...kept, ...sharesToSend(free, room - own)]);
}

/** The shares of the changing members; one unset member is left to the server. */
function sharesToSend(members: readonly Member[], room: number): readonly (readonly [key: string, share: number])[] {
  if (members.length === 0) return [];
  const exact = inProportion(members, room);
  const last = remainderOf(members, exact);
  const shares = exact.map((share, index) => (index === last ? 0 : clamp(decimal(share, Math.round), members[index]!)));
  const left = shares.reduce((rest, share) => rest - share, room);
  shares[last] = clamp(left, members[last]!);
  // A member at its bound cannot absorb it: another one does.
  const over = left - shares[last];
  if (Math.abs(over) > ROUNDING) {
    const rooms = members.map(({ min, max }, index) => (over > 0 ? max - shares[index]! : shares[index]! - min));
    const widest = rooms.indexOf(Math.max(...rooms));
    const share = shares[widest]! + over;
    shares[widest] = members[last]!.isSet ? share : decimal(share, over > 0 ? Math.ceil : Math.floor);
  }
  return members.flatMap(({ key, value, isSet }, index) => {
    const isLeft = isSet ? shares[index] === value : index === last;
    return isLeft ? [] : [[key, shares[index]!] as const];
  });
}

/**
 * The member that absorbs the rounding error: among the unset ones, otherwise among all, the farthest from its bounds.
 */
function remainderOf(members: readonly Member[], shares: readonly number[]): number {
  const candidates = members.some(({ isSet }) => !isSet)
    ? [...members.keys()].filter((index) => !members[index]!.isSet)
    : [...members.keys()];
  const distance = (index: number): number => {
    const { min, max } = members[index]!;
    return Math.min(shares[index]! - min, max - shares[index]!);
  };
  return candidates.reduce((best, index) => (distance(index) > distance(best) ? index : best));
}

const decimal = (value: number, rounded: (value: number) => number): number =>
  Number((rounded(Number((value * 10 ** DECIMALS).toPrecision(14))) / 10 ** DECIMALS).toFixed(DECIMALS));

/**
 * Values that add up to a target within each one's bounds, in proportion to the current values; if these are 0, in
 * proportion to the start values, or else equally.
 */
function inProportion(members: readonly Member[], target: number): readonly number[] {
  const values = members.map(({ value }) => value);
  let open = [...members.keys()];
  let left = target;
  while (open.length > 0) {
    const those = open.map((index) => members[index]!);
    const by = (["value", "start"] as const).find((field) => sum(those, field) > 0);
    const total = by === undefined ? open.length : sum(those, by);
    const next = open.filter((index) => {
      const member = members[index]!;
      const share = (left * (by === undefined ? 1 : member[by])) / total;
      values[index] = clamp(share, member);
      return values[index] === share;
    });
    if (next.length === open.length) break;
    // Values at a bound stay there; the others share the remainder.
    left = target - values.reduce((all, value, index) => (next.includes(index) ? all : all + value), 0);
    open = next;
  }
  return values;
}
