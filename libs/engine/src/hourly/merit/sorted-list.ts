/**
 * The order of participants in an hour, by cost to produce (ascending) or by price to consume (descending), and its
 * groups of equal price.
 *
 * Lists without curve-priced members are sorted once. Otherwise the order is that of the reference, which matters where
 * keys tie: long lists that are mostly curve-priced are re-sorted starting from the previous hour's order; in others the
 * curve-priced members are inserted, in their original order, before the first fixed member with a greater key.
 */
import type { Participant } from "./participant.ts";

export type SortKey = "cost" | "price";

const RESORT_FROM_LENGTH = 10;
const RESORT_BELOW_FIXED_PER_VARIABLE = 1.5;

export class SortedList {
  /** Members in the order of the hour asked for last. */
  readonly members: Participant[];
  /** Whether the order may differ from hour to hour. */
  readonly variable: boolean;
  /** Groups: members `groupStart[g]` up to `groupStart[g + 1]`; kept only for lists sorted by price. */
  readonly groupStart: Int32Array;
  groupCount = 0;

  /** Costs of the members (negative prices where the list is by price), ascending. */
  readonly keys: Float64Array;

  readonly #key: SortKey;
  readonly #fixed: readonly Participant[];
  readonly #fixedKeys: Float64Array;
  readonly #curvePriced: readonly Participant[];
  readonly #resort: boolean;
  #hour = -1;

  constructor(list: readonly Participant[], key: SortKey) {
    this.#key = key;
    this.members = [...list];
    this.keys = new Float64Array(list.length);
    this.groupStart = new Int32Array(list.length + 1);
    this.#curvePriced = list.filter((participant) => participant.costCurve !== null);
    this.variable = this.#curvePriced.length > 0;
    const fixed = list.filter((participant) => participant.costCurve === null);
    this.#fixedKeys = Float64Array.from(fixed, (participant) => this.#keyOf(participant, 0));
    sortStably(fixed, this.#fixedKeys, fixed.length);
    this.#fixed = fixed;
    this.#resort =
      list.length >= RESORT_FROM_LENGTH && fixed.length / this.#curvePriced.length < RESORT_BELOW_FIXED_PER_VARIABLE;
    if (!this.variable) {
      for (let i = 0; i < fixed.length; i++) this.members[i] = fixed[i]!;
      this.keys.set(this.#fixedKeys);
      if (key === "price") this.#group(0);
    }
  }

  /** Brings `members` (and groups) into the order of hour h. */
  moveTo(h: number): void {
    if (!this.variable || h === this.#hour) return;
    this.#hour = h;
    if (this.#resort) {
      for (let i = 0; i < this.members.length; i++) this.keys[i] = this.#keyOf(this.members[i]!, h);
      sortStably(this.members, this.keys, this.members.length);
    } else {
      this.#insert(h);
    }
    if (this.#key === "price") this.#group(h);
  }

  #keyOf(participant: Participant, h: number): number {
    return this.#key === "cost" ? participant.costAt(h) : -participant.priceAt(h);
  }

  #insert(h: number): void {
    const { members } = this;
    const keys = this.keys;
    let length = this.#fixed.length;
    for (let i = 0; i < length; i++) {
      members[i] = this.#fixed[i]!;
      keys[i] = this.#fixedKeys[i]!;
    }
    for (let v = 0; v < this.#curvePriced.length; v++) {
      const participant = this.#curvePriced[v]!;
      const key = this.#keyOf(participant, h);
      let low = 0;
      let high = length;
      while (low < high) {
        const middle = low + ((high - low) >> 1);
        if (keys[middle]! > key) high = middle;
        else low = middle + 1;
      }
      for (let i = length; i > low; i--) {
        members[i] = members[i - 1]!;
        keys[i] = keys[i - 1]!;
      }
      members[low] = participant;
      keys[low] = key;
      length++;
    }
  }

  #group(h: number): void {
    let count = 0;
    let last = NaN;
    for (let i = 0; i < this.members.length; i++) {
      const participant = this.members[i]!;
      const price = participant.priceAt(h);
      if (price !== last || participant.isInfinite) this.groupStart[count++] = i;
      last = price;
    }
    this.groupStart[count] = this.members.length;
    this.groupCount = count;
  }
}

/** Stable insertion sort of members by key, ascending; near linear for the nearly sorted lists it is used on. */
function sortStably(members: Participant[], keys: Float64Array, length: number): void {
  for (let i = 1; i < length; i++) {
    const key = keys[i]!;
    if (keys[i - 1]! <= key) continue;
    const member = members[i]!;
    let j = i - 1;
    while (j >= 0 && keys[j]! > key) {
      keys[j + 1] = keys[j]!;
      members[j + 1] = members[j]!;
      j--;
    }
    keys[j + 1] = key;
    members[j + 1] = member;
  }
}
