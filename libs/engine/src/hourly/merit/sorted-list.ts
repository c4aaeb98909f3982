/**
 * The order of participants in every hour, by cost to produce (ascending) or by price to consume (descending), and its
 * groups of equal price. Lists without curve-priced members are sorted once. The orders of others depend only on costs:
 * they are computed for all hours together (`hourly-orders.ts`), and reused for any loads until a cost changes.
 */
import type { Curve } from "../curves/curve.ts";
import type { CurveMemo } from "../curves/memo.ts";
import { FIXED, HOURLY, INSERTED, hourlyOrders, sortStably } from "./hourly-orders.ts";
import type { Participant } from "./participant.ts";

export type SortKey = "cost" | "price";

/**
 * A condition on a participant in an hour. A single function serves all hours, because a closure per hour would be
 * garbage.
 */
export type HourTest = (participant: Participant, h: number) => boolean;

/** Valid until the task ends, because the orders are borrowed. */
export class SortedList {
  /** Indices of the members in the order of the last requested hour. */
  readonly indices: Int32Array;
  /** Costs of the members in that order (negated prices if the list is sorted by price), ascending. */
  readonly keys: Float64Array;
  /** Whether the order may differ from hour to hour. */
  readonly isVariable: boolean;
  /** Groups: members `groupStart[g]` up to `groupStart[g + 1]`; maintained only for lists sorted by price. */
  readonly groupStart: Int32Array;
  groupCount = 0;

  readonly #participants: readonly Participant[];
  readonly #key: SortKey;
  readonly #members: Int32Array;
  /** By hour: the members in order, by their index in the list; empty if all hours have the same order. */
  readonly #orders: Uint16Array;
  /** By participant: the hourly cost (or price) if there is one, otherwise the key, in which prices are negated. */
  readonly #curves: readonly (Curve | null)[];
  readonly #constants: Float64Array;
  readonly #sign: 1 | -1;
  readonly #isInfinite: Uint8Array;
  #hour = -1;

  /** `members` are the indices of the participants in the list. */
  constructor(
    memo: CurveMemo,
    participants: readonly Participant[],
    key: SortKey,
    members: Int32Array = Int32Array.from(participants.keys()),
  ) {
    this.#participants = participants;
    this.#key = key;
    this.#members = members;
    this.indices = members.slice();
    this.keys = new Float64Array(members.length);
    this.groupStart = new Int32Array(members.length + 1);
    this.#sign = key === "cost" ? 1 : -1;
    this.#curves = participants.map(({ costCurve, priceCurve }) => (key === "cost" ? costCurve : priceCurve));
    this.#constants = Float64Array.from(participants, ({ cost, price }) => (key === "cost" ? cost : -price));
    this.#isInfinite = Uint8Array.from(participants, (participant) => (participant.isInfinite ? 1 : 0));
    this.isVariable = members.some((index) => participants[index]!.costCurve !== null);
    this.#orders = this.isVariable ? this.#computeHourlyOrders(memo) : new Uint16Array(0);
    if (this.isVariable) return;
    for (let i = 0; i < members.length; i++) this.keys[i] = this.#constants[members[i]!]!;
    sortStably(this.indices, this.keys);
    if (key === "price") this.#group();
  }

  #computeHourlyOrders(memo: CurveMemo): Uint16Array {
    const kinds = Array.from(this.#members, (index) =>
      this.#participants[index]!.costCurve === null ? FIXED : this.#curves[index] === null ? INSERTED : HOURLY,
    );
    const constants = Array.from(this.#members, (position, index) =>
      kinds[index] === HOURLY ? 0 : this.#constants[position]!,
    );
    const curves = Array.from(this.#members, (index) => this.#curves[index]!).filter(
      (_, index) => kinds[index] === HOURLY,
    );
    return hourlyOrders(memo, { sign: this.#sign, kinds, constants, curves });
  }

  /** Sorts the list (and its groups) for hour h. */
  moveTo(h: number): void {
    if (!this.isVariable || h === this.#hour) return;
    this.#hour = h;
    const { indices, keys } = this;
    const [members, orders, curves, constants, sign] = [
      this.#members,
      this.#orders,
      this.#curves,
      this.#constants,
      this.#sign,
    ];
    const offset = h * indices.length;
    for (let i = 0; i < indices.length; i++) {
      const index = members[orders[offset + i]!]!;
      const curve = curves[index];
      indices[i] = index;
      keys[i] = curve === null || curve === undefined ? constants[index]! : sign * curve[h]!;
    }
    if (this.#key === "price") this.#group();
  }

  /**
   * The last participant in the order of hour h that fulfils a condition; null if none does. Does not sort the list.
   */
  lastWhere(h: number, test: HourTest): Participant | null {
    const offset = h * this.indices.length;
    for (let i = this.indices.length - 1; i >= 0; i--) {
      const index = this.isVariable ? this.#members[this.#orders[offset + i]!]! : this.indices[i]!;
      const participant = this.#participants[index]!;
      if (test(participant, h)) return participant;
    }
    return null;
  }

  #group(): void {
    let count = 0;
    let previousKey = NaN;
    for (let i = 0; i < this.indices.length; i++) {
      const key = this.keys[i]!;
      if (key !== previousKey || this.#isInfinite[this.indices[i]!] === 1) this.groupStart[count++] = i;
      previousKey = key;
    }
    this.groupStart[count] = this.indices.length;
    this.groupCount = count;
  }
}
