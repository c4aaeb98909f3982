/**
 * What else changes when a member of a share group is moved. The rules of the service let members give way that nobody has
 * set, and refuse values beyond the room that the others leave. Here a group is one bar: members that were set give way as
 * well, in proportion, once the rest cannot. Locked ones stay.
 */
import type { Input } from "@etesian/client";
import type { Sliders } from "../../calculation/calculator.ts";
import { within } from "../../controls/slider-steps.ts";

export interface Group {
  readonly inputs: ReadonlyMap<string, Input>;
  /** Sliders as they stand without the hand. */
  readonly standing: () => Sliders;
  readonly locked: ReadonlySet<string>;
}

interface Member {
  readonly key: string;
  readonly min: number;
  readonly max: number;
  readonly value: number;
}

const TOTAL = 100;
/** Decimals of shares that give way: the rules add up decimals exactly. */
const DECIMALS = 6;
/** Sums of shares differ by less from rounding alone. */
const ROUNDING = 1e-9;

const sum = (members: readonly Member[], of: "min" | "max" | "value"): number =>
  members.reduce((total, member) => total + member[of], 0);

/** The values to send so that a slider takes a value, its own first, as near to it as the bounds and locks of its group allow. */
export function changesOf(
  key: string,
  value: number,
  { inputs, standing, locked }: Group,
): Readonly<Record<string, number>> {
  const input = inputs.get(key);
  if (input?.share_group === undefined) return { [key]: value };
  const { userValues, balancedValues } = standing();
  const held: Member[] = [];
  const set: Member[] = [];
  const rest: Member[] = [];
  let fixed = 0;
  for (const [other, { share_group: group, min = 0, max = TOTAL, default: start, disabled }] of inputs) {
    if (group !== input.share_group || other === key) continue;
    const isSet = userValues[other] !== undefined;
    const share = Number(userValues[other] ?? balancedValues[other] ?? start ?? 0);
    if (disabled || (min === max && !isSet)) fixed += isSet ? share : Number(start ?? 0);
    else (locked.has(other) ? held : isSet ? set : rest).push({ key: other, min, max, value: share });
  }

  // Where members are left whose value the rules choose, they take what rounding leaves; else nothing may be left.
  const inDecimals = (share: number, rounded: (value: number) => number): number =>
    rest.length === 0 ? share : decimal(share, rounded);
  const kept = held.map((each) => [each.key, within(inDecimals(each.value, Math.round), each)] as const);
  const room = kept.reduce((left, [, share]) => left - share, TOTAL - fixed);
  const free = [...set, ...rest];
  const most = inDecimals(room - sum(free, "min"), Math.floor);
  const least = inDecimals(room - sum(free, "max"), Math.ceil);
  const own = within(within(decimal(value, Math.round), { min: least, max: most }), {
    min: input.min ?? 0,
    max: input.max ?? TOTAL,
  });
  return Object.fromEntries([[key, own], ...kept, ...given(set, rest, room - own)]);
}

/** Shares of the members that were set, as far as they have to change for all to add up to the room; the rules choose the rest. */
function given(
  set: readonly Member[],
  rest: readonly Member[],
  room: number,
): readonly (readonly [key: string, share: number])[] {
  if (set.length === 0) return [];
  const before = sum(set, "value");
  const [least, most] = [room - sum(rest, "max"), room - sum(rest, "min")];
  const isTooMuch = before > most - ROUNDING;
  if (!isTooMuch && before > least + ROUNDING) return [];
  const target = isTooMuch ? Math.min(before, most) : Math.max(before, least);
  const shares = inProportion(set, target).map((share) => decimal(share, isTooMuch ? Math.floor : Math.ceil));
  if (rest.length === 0) {
    const left = shares.reduce((total, share) => total - share, target);
    const rooms = set.map(({ min, max }, index) => (left > 0 ? max - shares[index]! : shares[index]! - min));
    shares[rooms.indexOf(Math.max(...rooms))]! += left;
  }
  return set.flatMap((member, index) => {
    const share = within(shares[index]!, member);
    return share === member.value ? [] : [[member.key, share] as const];
  });
}

const decimal = (value: number, rounded: (value: number) => number): number =>
  Number((rounded(Number((value * 10 ** DECIMALS).toPrecision(14))) / 10 ** DECIMALS).toFixed(DECIMALS));

/** Values that add up to a target, in proportion to those before, within the bounds of each. */
function inProportion(members: readonly Member[], target: number): readonly number[] {
  const values = members.map(({ value }) => value);
  let open = [...members.keys()];
  let left = target;
  while (open.length > 0) {
    const weights = open.reduce((total, index) => total + members[index]!.value, 0);
    const next = open.filter((index) => {
      const member = members[index]!;
      const share = weights > 0 ? (left * member.value) / weights : left / open.length;
      values[index] = within(share, member);
      return values[index] === share;
    });
    if (next.length === open.length) break;
    // Those at a bound stay there, and the others share what they leave.
    left = target - values.reduce((total, value, index) => (next.includes(index) ? total : total + value), 0);
    open = next;
  }
  return values;
}
