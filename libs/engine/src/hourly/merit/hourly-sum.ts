/**
 * The compensated sum (Neumaier) of members' loads in the current hour, in their order. The leading members whose loads
 * are known in advance are summed for the whole year in one go (`staticSum`), the others hour by hour. Loads that
 * follow other calculations are written in the process.
 */
import { type AnyCurve, type Curve, borrow, writable } from "../curves/curve.ts";
import { ZEROS } from "../curves/arithmetic.ts";
import type { CurveMemo } from "../curves/memo.ts";
import { type Fleet, TAKEN } from "./fleet.ts";
import { Kind, type Participant } from "./participant.ts";
import { NOTHING, type StaticSum, staticSum } from "./static-sum.ts";

/** The source of a member's load: given, followed (all, or one sign of it), or shifted. */
const GIVEN = 0;
const FOLLOWED = 1;
const FOLLOWED_WHERE_POSITIVE = 2;
const FOLLOWED_WHERE_NEGATIVE = 3;
const SHIFTED = 4;
const FOLLOWED_PART = {
  all: FOLLOWED,
  positive: FOLLOWED_WHERE_POSITIVE,
  negative: FOLLOWED_WHERE_NEGATIVE,
} as const;

export class HourlySum {
  /** The sum of the hour, MW. Stored in an array, because a double returned from a call would be allocated. */
  readonly value = new Float64Array(1);
  readonly #leadingSum: StaticSum;
  readonly #method: Uint8Array;
  readonly #sources: readonly Curve[];
  readonly #lags: Int32Array;
  readonly #factors: Float64Array;
  /** The arrays of followed loads; given loads are not written. */
  readonly #loads: readonly Float64Array[];
  /** Fleet indices of load shifting members. */
  readonly #shifting: Int32Array;
  readonly #fleet: Fleet;

  constructor(members: readonly Participant[], fleet: Fleet, memo: CurveMemo) {
    const firstUnknown = members.findIndex((member) => !hasNoLoad(member) && !member.isKnown);
    const knownCount = firstUnknown < 0 ? members.length : firstUnknown;
    const otherMembers = members.slice(knownCount).filter((member) => !hasNoLoad(member));
    this.#leadingSum = staticSum(memo, members.slice(0, knownCount).map(givenLoad));
    this.#method = Uint8Array.from(otherMembers, ({ isKnown, kind, link }) =>
      isKnown ? GIVEN : kind === Kind.ShiftUser ? SHIFTED : FOLLOWED_PART[link!.part],
    );
    this.#sources = otherMembers.map((member) =>
      borrow(member.isKnown || member.link === null ? givenLoad(member) : member.link.leader.anyLoad),
    );
    this.#lags = Int32Array.from(otherMembers, ({ isKnown, link }) => (isKnown ? 0 : (link?.lag ?? 0)));
    this.#factors = Float64Array.from(otherMembers, ({ isKnown, link }) => (isKnown ? 1 : (link?.factor ?? 1)));
    this.#loads = otherMembers.map((member) => (member.isKnown ? NOTHING : writable(member.load)));
    this.#shifting = Int32Array.from(otherMembers, ({ partner }) => (partner === null ? -1 : fleet.indexOf(partner)));
    this.#fleet = fleet;
  }

  /** Whether the sum is 0 in every hour. */
  get isZero(): boolean {
    return this.#leadingSum === NOTHING && this.#method.length === 0;
  }

  /** Advances `value` to hour h. */
  moveTo(h: number): void {
    const method = this.#method;
    let sum = this.#leadingSum[2 * h]!;
    let correction = this.#leadingSum[2 * h + 1]!;
    for (let i = 0; i < method.length; i++) {
      let load: number;
      if (method[i] === GIVEN) {
        load = this.#sources[i]![h]!;
      } else if (method[i] === SHIFTED) {
        this.#fleet.recover(this.#shifting[i]!, h);
        load = this.#fleet.amounts[TAKEN]!;
      } else {
        const hour = h - this.#lags[i]!;
        if (hour < 0) continue;
        load = this.#sources[i]![hour]!;
        if (method[i] === FOLLOWED_WHERE_POSITIVE) load = load > 0 ? load : 0;
        else if (method[i] === FOLLOWED_WHERE_NEGATIVE) load = load < 0 ? -load : 0;
        load *= this.#factors[i]!;
        if (load !== 0) this.#loads[i]![h] = load;
      }
      // A zero load changes neither sum nor correction.
      if (load === 0) continue;
      const t = sum + load;
      correction += Math.abs(sum) >= Math.abs(load) ? sum - t + load : load - t + sum;
      sum = t;
    }
    this.value[0] = sum + correction;
  }
}

/** Followers of members that are not installed add nothing. */
function hasNoLoad({ isKnown, link }: Participant): boolean {
  return !isKnown && link !== null && (link.leader.anyLoad === ZEROS || link.factor === 0);
}

/** The usable part of a given load. */
function givenLoad({ kind, hourlyLimit, anyLoad }: Participant): AnyCurve<"april"> {
  return kind === Kind.ConstrainedVolatile ? hourlyLimit : anyLoad;
}
