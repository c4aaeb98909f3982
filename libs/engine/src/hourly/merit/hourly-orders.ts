/**
 * The hourly orders of a list with curve-priced members. They equal the reference's orders, including the order of
 * equal keys. Long lists that are mostly curve-priced are re-sorted starting from the previous hour's order. In other
 * lists the curve-priced members are inserted, in their original order, before the first fixed member with a greater
 * key. Source: https://github.com/quintel/merit, sorting (MIT).
 */
import { type Curve, asArray, borrow } from "../curves/curve.ts";
import { type CurveMemo, declareDerivation } from "../curves/memo.ts";
import type { AllocateCurve } from "../../reused-memory.ts";
import { HOURS } from "./participant.ts";

/** A member whose key is the same in all hours. */
export const FIXED = 0;
/** A curve-priced member that is sorted by another key, which is the same in all hours. */
export const INSERTED = 1;
/** A curve-priced member that is sorted by its curve. */
export const HOURLY = 2;

/** Sort keys of members by their index in a list. */
export interface Keys {
  /** Sign of the curves' keys: 1, or -1 if a list is sorted by price. */
  readonly sign: 1 | -1;
  readonly kinds: readonly number[];
  /** Keys that are the same in all hours; 0 for others. */
  readonly constants: readonly number[];
  /** Curves of the hourly members, in order. */
  readonly curves: readonly Curve[];
}

const RESORT_FROM_LENGTH = 10;
const RESORT_BELOW_FIXED_PER_VARIABLE = 1.5;

/** The indices of all members for each hour, in ascending order of their keys; borrowed until the task ends. */
export function hourlyOrders(memo: CurveMemo, { sign, kinds, constants, curves }: Keys): Uint16Array {
  return unpack(asArray(borrow(memo.derive(ORDERS, curves, [sign, ...kinds, ...constants]))));
}

/**
 * Unpacks indices, four per number. They are packed because the memo caches arrays of numbers and weighs them by size.
 */
const unpack = ({ buffer, byteOffset, byteLength }: Float64Array): Uint16Array =>
  new Uint16Array(buffer, byteOffset, byteLength / Uint16Array.BYTES_PER_ELEMENT);

const ORDERS = declareDerivation(
  "orders of hours",
  (
    curves: readonly Curve[],
    [sign, ...kindsAndConstants]: readonly number[],
    allocateCurve: AllocateCurve,
  ): Float64Array => {
    const length = kindsAndConstants.length / 2;
    const kinds = kindsAndConstants.slice(0, length);
    const list = new HourlyKeys(sign!, kinds, kindsAndConstants.slice(length), curves);
    const fixedCount = kinds.filter((kind) => kind === FIXED).length;
    const packed = allocateCurve(Math.ceil((HOURS * length) / 4));
    const orders = unpack(packed);
    const isResorted =
      length >= RESORT_FROM_LENGTH && fixedCount / (length - fixedCount) < RESORT_BELOW_FIXED_PER_VARIABLE;
    if (isResorted) list.resort(orders);
    else list.insert(orders);
    return packed;
  },
);

class HourlyKeys {
  readonly #sign: number;
  /** The hourly key of a member; null if it is constant. */
  readonly #curves: readonly (Curve | null)[];
  readonly #constants: Float64Array;
  /** The members of fixed keys, sorted by key. */
  readonly #fixed: Int32Array;
  readonly #fixedKeys: Float64Array;
  readonly #curvePriced: Int32Array;

  constructor(sign: number, kinds: readonly number[], constants: readonly number[], curves: readonly Curve[]) {
    this.#sign = sign;
    this.#constants = Float64Array.from(constants);
    let next = 0;
    this.#curves = kinds.map((kind) => (kind === HOURLY ? curves[next++]! : null));
    const members = Int32Array.from(kinds.keys());
    this.#fixed = members.filter((member) => kinds[member] === FIXED);
    this.#fixedKeys = Float64Array.from(this.#fixed, (member) => constants[member]!);
    sortStably(this.#fixed, this.#fixedKeys);
    this.#curvePriced = members.filter((member) => kinds[member] !== FIXED);
  }

  /** Sorts the members for each hour, starting from the previous hour's order. */
  resort(orders: Uint16Array): void {
    const order = Int32Array.from(this.#curves.keys());
    const keys = new Float64Array(order.length);
    for (let h = 0; h < HOURS; h++) {
      for (let i = 0; i < order.length; i++) keys[i] = this.#keyAt(order[i]!, h);
      sortStably(order, keys);
      orders.set(order, h * order.length);
    }
  }

  /** Inserts the curve-priced members into the sorted fixed members, for each hour. */
  insert(orders: Uint16Array): void {
    const order = new Int32Array(this.#curves.length);
    const keys = new Float64Array(order.length);
    for (let h = 0; h < HOURS; h++) {
      order.set(this.#fixed);
      keys.set(this.#fixedKeys);
      let length = this.#fixed.length;
      for (let v = 0; v < this.#curvePriced.length; v++) {
        const member = this.#curvePriced[v]!;
        const key = this.#keyAt(member, h);
        let i = length++;
        for (; i > 0 && keys[i - 1]! > key; i--) {
          order[i] = order[i - 1]!;
          keys[i] = keys[i - 1]!;
        }
        order[i] = member;
        keys[i] = key;
      }
      orders.set(order, h * order.length);
    }
  }

  #keyAt(member: number, h: number): number {
    const curve = this.#curves[member];
    return curve === null || curve === undefined ? this.#constants[member]! : this.#sign * curve[h]!;
  }
}

/** Stable insertion sort of indices by key, ascending; nearly linear for nearly sorted lists. */
export function sortStably(indices: Int32Array, keys: Float64Array): void {
  for (let i = 1; i < indices.length; i++) {
    const key = keys[i]!;
    if (keys[i - 1]! <= key) continue;
    const index = indices[i]!;
    let j = i - 1;
    while (j >= 0 && keys[j]! > key) {
      keys[j + 1] = keys[j]!;
      indices[j + 1] = indices[j]!;
      j--;
    }
    keys[j + 1] = key;
    indices[j + 1] = index;
  }
}
