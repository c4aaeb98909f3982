/**
 * Curves that the hours give to nodes. Most are never read: what such a curve is is found when somebody asks, and written when
 * somebody reads its hours. Each is one small object, as there are some 700 a year.
 */
import type { LazyCurve } from "../../graph/curve-table.ts";
import { type AnyCurve, asArray, inPassing, written } from "./curve.ts";
import { derotated } from "./derived.ts";
import type { CurveMemo } from "./memo.ts";

export abstract class GivenCurve implements LazyCurve {
  /** The curve, written or not. */
  abstract readonly found: AnyCurve<"january">;

  make(): Float64Array {
    return asArray(written(this.found));
  }

  get passing(): Float64Array {
    return asArray(inPassing(this.found));
  }
}

/** One that was found already. */
export class KnownCurve extends GivenCurve {
  readonly found: AnyCurve<"january">;

  constructor(curve: AnyCurve<"january">) {
    super();
    this.found = curve;
  }
}

export class CurveFromJanuary extends GivenCurve {
  readonly #find: () => AnyCurve<"january">;

  constructor(find: () => AnyCurve<"january">) {
    super();
    this.#find = find;
  }

  get found(): AnyCurve<"january"> {
    return this.#find();
  }
}

/** One in manager order. */
export class CurveFromApril extends GivenCurve {
  readonly #memo: CurveMemo;
  readonly #find: () => AnyCurve<"april">;

  constructor(memo: CurveMemo, find: () => AnyCurve<"april">) {
    super();
    this.#memo = memo;
    this.#find = find;
  }

  get found(): AnyCurve<"january"> {
    return derotated(this.#memo, this.#find());
  }
}
