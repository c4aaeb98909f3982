/**
 * The changes that move a member of a share group. All other members change in proportion to their shares; locked ones
 * keep theirs. The server's own rule is different: it changes unset members by equal amounts, and refuses values beyond
 * the room that the others leave. The page therefore sends the values of all members but one, to which the rule assigns
 * the remainder.
 */
import type { Input } from "@etesian/client";
import { clamp } from "../controls/slider-steps.ts";
import type { Sliders } from "./calculator.ts";

type Facts = { readonly [Fact in "share_group" | "min" | "max" | "default" | "disabled"]?: Input[Fact] | undefined };

export interface Group {
  readonly inputs: ReadonlyMap<string, Facts>;
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
  const others: Member[] = [];
  let fixedSum = 0;
  for (const [other, { share_group: group, min = 0, max = TOTAL, default: initial, disabled }] of inputs) {
    if (group !== input.share_group || other === key) continue;
    const start = Number(initial ?? 0);
    const isSet = userValues[other] !== undefined;
    const share = Number(userValues[other] ?? balancedValues[other] ?? start);
    if (disabled || (min === max && !isSet)) fixedSum += isSet ? share : start;
    else others.push({ key: other, min, max, value: share, start, isSet });
  }
  const current = userValues[key];
  const members = current === undefined ? others : withRemainder(others, TOTAL - fixedSum - Number(current));
  const lockedMembers = members.filter((member) => locked.has(member.key));
  const free = members.filter((member) => !locked.has(member.key));

  // If no unset member can absorb a rounding error, shares are sent unrounded.
  const isExact = free.every(({ isSet }) => isSet);
  const roundShare = (share: number, round: (value: number) => number): number =>
    isExact ? share : roundDecimals(share, round);
  const lockedShares = lockedMembers.map(
    (member) => [member.key, clamp(roundShare(member.value, Math.round), member)] as const,
  );
  const room = lockedShares.reduce((remaining, [, share]) => remaining - share, TOTAL - fixedSum);
  const highest = roundShare(room - sum(free, "min"), Math.floor);
  const lowest = roundShare(room - sum(free, "max"), Math.ceil);
  const ownShare = clamp(clamp(roundDecimals(value, Math.round), { min: lowest, max: highest }), {
    min: input.min ?? 0,
    max: input.max ?? TOTAL,
  });
  return Object.fromEntries([[key, ownShare], ...lockedShares, ...sharesToSend(free, room - ownShare)]);
}

/**
 * Gives the only unset member the share that the set ones leave. Until the latest change is calculated, its balanced
 * share is the one before that change.
 */
function withRemainder(members: readonly Member[], room: number): readonly Member[] {
  if (members.filter(({ isSet }) => !isSet).length !== 1) return members;
  const missing = room - sum(members, "value");
  if (Math.abs(missing) < ROUNDING) return members;
  return members.map((member) => (member.isSet ? member : { ...member, value: clamp(member.value + missing, member) }));
}

/** The shares of the changing members; one unset member is left to the server. */
function sharesToSend(members: readonly Member[], room: number): readonly (readonly [key: string, share: number])[] {
  if (members.length === 0) return [];
  const exactShares = distribute(members, room);
  const remainderIndex = indexOfRemainder(members, exactShares);
  const shares = exactShares.map((share, index) =>
    index === remainderIndex ? 0 : clamp(roundDecimals(share, Math.round), members[index]!),
  );
  const remainder = shares.reduce((remaining, share) => remaining - share, room);
  shares[remainderIndex] = clamp(remainder, members[remainderIndex]!);
  // A member at its bound cannot absorb the entire remainder, so another one absorbs the excess.
  const excess = remainder - shares[remainderIndex];
  if (Math.abs(excess) > ROUNDING) {
    const margins = members.map(({ min, max }, index) => (excess > 0 ? max - shares[index]! : shares[index]! - min));
    const widest = margins.indexOf(Math.max(...margins));
    const share = shares[widest]! + excess;
    shares[widest] = members[remainderIndex]!.isSet ? share : roundDecimals(share, excess > 0 ? Math.ceil : Math.floor);
  }
  return members.flatMap(({ key, value, isSet }, index) => {
    const isOmitted = isSet ? shares[index] === value : index === remainderIndex;
    return isOmitted ? [] : [[key, shares[index]!] as const];
  });
}

/**
 * The member that absorbs the rounding error: among the unset ones, otherwise among all, the farthest from its bounds.
 */
function indexOfRemainder(members: readonly Member[], shares: readonly number[]): number {
  const candidates = members.some(({ isSet }) => !isSet)
    ? [...members.keys()].filter((index) => !members[index]!.isSet)
    : [...members.keys()];
  const distance = (index: number): number => {
    const { min, max } = members[index]!;
    return Math.min(shares[index]! - min, max - shares[index]!);
  };
  return candidates.reduce((best, index) => (distance(index) > distance(best) ? index : best));
}

const roundDecimals = (value: number, round: (value: number) => number): number =>
  Number((round(Number((value * 10 ** DECIMALS).toPrecision(14))) / 10 ** DECIMALS).toFixed(DECIMALS));

/**
 * Values that add up to a target, each within its bounds, in proportion to the current values; if these are 0, in
 * proportion to the start values, or else equally.
 */
function distribute(members: readonly Member[], target: number): readonly number[] {
  const values = members.map(({ value }) => value);
  let open = [...members.keys()];
  let remaining = target;
  while (open.length > 0) {
    const openMembers = open.map((index) => members[index]!);
    const field = (["value", "start"] as const).find((field) => sum(openMembers, field) > 0);
    const total = field === undefined ? open.length : sum(openMembers, field);
    const next = open.filter((index) => {
      const member = members[index]!;
      const share = (remaining * (field === undefined ? 1 : member[field])) / total;
      values[index] = clamp(share, member);
      return values[index] === share;
    });
    if (next.length === open.length) break;
    // Values at a bound stay there; the others share the remainder.
    remaining = target - values.reduce((all, value, index) => (next.includes(index) ? all : all + value), 0);
    open = next;
  }
  return values;
}
