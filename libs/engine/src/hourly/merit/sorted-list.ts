/**
 * The order of participants in an hour, by cost to produce (ascending) or by price to consume (descending), and its
 * groups of equal price.
 *
 * Lists without curve-priced members are sorted once. Otherwise the order is that of the reference, which matters where
 * keys tie. Long lists that are mostly curve-priced are re-sorted starting from the previous hour's order. In others
 * the curve-priced members are inserted, in their original order, before the first fixed member with a greater key.
 */
import type { Curve } from "../curves/curve.ts";
import type { Participant } from "./participant.ts";

export type SortKey = "cost" | "price";

/** A condition of a participant in an hour. One function for all hours: a closure per hour would be garbage. */
export type TestOfHour = (participant: Participant, h: number) => boolean;

const RESORT_FROM_LENGTH = 10;
const RESORT_BELOW_FIXED_PER_VARIABLE = 1.5;

export class SortedList {
  /** Places of the members in the order of the last requested hour. */
  readonly places: Int32Array;
  /** Costs of the members in that order (negative prices where the list is by price), ascending. */
  readonly keys: Float64Array;
  /** Whether the order may differ from hour to hour. */
  readonly variable: boolean;
  /** Whether the order of an hour follows from those of all hours before. */
  readonly isSequential: boolean;
  /** Groups: members `groupStart[g]` up to `groupStart[g + 1]`; kept only for lists sorted by price. */
  readonly groupStart: Int32Array;
  groupCount = 0;

  readonly #participants: readonly Participant[];
  readonly #key: SortKey;
  /** By place: the hourly cost (or price) where there is one, else the key; keys are negative prices. */
  readonly #curves: readonly (Curve | null)[];
  readonly #constants: Float64Array;
  readonly #sign: 1 | -1;
  readonly #isInfinite: Uint8Array;
  readonly #fixed: Int32Array;
  readonly #fixedKeys: Float64Array;
  readonly #curvePriced: Int32Array;
  readonly #begin: Int32Array;
  #hour = -1;

  /** The members are the participants at the given places. */
  constructor(
    participants: readonly Participant[],
    key: SortKey,
    members: Int32Array = Int32Array.from(participants.keys()),
  ) {
    this.#participants = participants;
    this.#key = key;
    this.places = members.slice();
    this.keys = new Float64Array(members.length);
    this.groupStart = new Int32Array(members.length + 1);
    this.#sign = key === "cost" ? 1 : -1;
    this.#curves = participants.map(({ costCurve, priceCurve }) => (key === "cost" ? costCurve : priceCurve));
    this.#constants = Float64Array.from(participants, ({ cost, price }) => (key === "cost" ? cost : -price));
    this.#isInfinite = Uint8Array.from(participants, (participant) => (participant.isInfinite ? 1 : 0));
    this.#curvePriced = members.filter((place) => participants[place]!.costCurve !== null);
    this.variable = this.#curvePriced.length > 0;
    this.#fixed = members.filter((place) => participants[place]!.costCurve === null);
    this.#fixedKeys = Float64Array.from(this.#fixed, (place) => this.#keyAt(place, 0));
    sortStably(this.#fixed, this.#fixedKeys);
    this.#begin = members;
    this.isSequential =
      this.variable &&
      members.length >= RESORT_FROM_LENGTH &&
      this.#fixed.length / this.#curvePriced.length < RESORT_BELOW_FIXED_PER_VARIABLE;
    if (!this.variable) {
      this.places.set(this.#fixed);
      this.keys.set(this.#fixedKeys);
      if (key === "price") this.#group();
    }
  }

  /** Sorts the list (and its groups) for hour h. Hours of a sequential list come in sequence. */
  moveTo(h: number): void {
    if (!this.variable || h === this.#hour) return;
    this.#hour = h;
    if (this.isSequential) {
      const { places, keys } = this;
      for (let i = 0; i < places.length; i++) {
        const place = places[i]!;
        // Read here and not through `#keyAt`: a double returned from a call may be allocated.
        const curve = this.#curves[place];
        keys[i] = curve === null || curve === undefined ? this.#constants[place]! : this.#sign * curve[h]!;
      }
      sortStably(this.places, this.keys);
    } else {
      this.#insert(h);
    }
    if (this.#key === "price") this.#group();
  }

  /**
   * Sorts the list (and its groups) for any hour. Members of one key stand in a sequential list as in the hour before: those
   * of the last hour in which their keys differed decide, or the order of the beginning.
   */
  jumpTo(h: number): void {
    if (!this.isSequential || h === this.#hour) {
      this.moveTo(h);
      return;
    }
    this.places.set(Array.from(this.#begin).sort((one, other) => this.#compareUntil(h, one, other)));
    // The hour itself changes nothing in this order any more, and sets the keys.
    this.moveTo(h);
  }

  #compareUntil(h: number, one: number, other: number): number {
    const areAlike = (this.#curves[one] ?? null) === (this.#curves[other] ?? null);
    for (let hour = h; hour >= 0; hour--) {
      const [key, otherKey] = [this.#keyAt(one, hour), this.#keyAt(other, hour)];
      if (key !== otherKey) return key < otherKey ? -1 : 1;
      // Their keys are equal in all hours.
      if (areAlike) return 0;
    }
    return 0;
  }

  /**
   * The last participant in the order of hour h that fulfils a condition; null: none does. Hours of a sequential list come
   * in sequence. Other lists are not sorted for it.
   */
  lastWhere(h: number, test: TestOfHour): Participant | null {
    const participants = this.#participants;
    if (this.isSequential) {
      this.moveTo(h);
      for (let i = this.places.length - 1; i >= 0; i--) {
        const participant = participants[this.places[i]!]!;
        if (test(participant, h)) return participant;
      }
      return null;
    }
    let last: Participant | null = null;
    let greatest = -Infinity;
    for (let i = this.#fixed.length - 1; i >= 0; i--) {
      const participant = participants[this.#fixed[i]!]!;
      if (!test(participant, h)) continue;
      last = participant;
      greatest = this.#fixedKeys[i]!;
      break;
    }
    // Those that are inserted stand behind their equals.
    for (let v = 0; v < this.#curvePriced.length; v++) {
      const place = this.#curvePriced[v]!;
      const curve = this.#curves[place];
      const key = curve === null || curve === undefined ? this.#constants[place]! : this.#sign * curve[h]!;
      if (key < greatest || !test(participants[place]!, h)) continue;
      last = participants[place]!;
      greatest = key;
    }
    return last;
  }

  #keyAt(place: number, h: number): number {
    const participant = this.#participants[place]!;
    return this.#key === "cost" ? participant.costAt(h) : -participant.priceAt(h);
  }

  #insert(h: number): void {
    const { places, keys } = this;
    const fixed = this.#fixed;
    let length = fixed.length;
    // Most lists are so short that a call costs more than the loop, and a search more than going back from the end.
    for (let i = 0; i < length; i++) {
      places[i] = fixed[i]!;
      keys[i] = this.#fixedKeys[i]!;
    }
    for (let v = 0; v < this.#curvePriced.length; v++) {
      const place = this.#curvePriced[v]!;
      // As above.
      const curve = this.#curves[place];
      const key = curve === null || curve === undefined ? this.#constants[place]! : this.#sign * curve[h]!;
      let i = length++;
      for (; i > 0 && keys[i - 1]! > key; i--) {
        places[i] = places[i - 1]!;
        keys[i] = keys[i - 1]!;
      }
      places[i] = place;
      keys[i] = key;
    }
  }

  #group(): void {
    let count = 0;
    let last = NaN;
    for (let i = 0; i < this.places.length; i++) {
      const key = this.keys[i]!;
      if (key !== last || this.#isInfinite[this.places[i]!] === 1) this.groupStart[count++] = i;
      last = key;
    }
    this.groupStart[count] = this.places.length;
    this.groupCount = count;
  }
}

/** Stable insertion sort of places by key, ascending; near linear for the nearly sorted lists it is used on. */
function sortStably(places: Int32Array, keys: Float64Array): void {
  for (let i = 1; i < places.length; i++) {
    const key = keys[i]!;
    if (keys[i - 1]! <= key) continue;
    const place = places[i]!;
    let j = i - 1;
    while (j >= 0 && keys[j]! > key) {
      keys[j + 1] = keys[j]!;
      places[j + 1] = places[j]!;
      j--;
    }
    keys[j + 1] = key;
    places[j + 1] = place;
  }
}
