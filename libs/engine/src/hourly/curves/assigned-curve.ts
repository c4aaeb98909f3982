/**
 * Curves that the hourly calculation assigns to nodes. Most are never read, so the curve is found on first access and
 * materialised on first read. Each is one small object, because there are some 700 per year.
 */
import type { LazyCurve } from "../../graph/state/curve-table.ts";
import { type AnyCurve, asArray, borrow, materialise } from "./curve.ts";
import { derotateCurve } from "./derived.ts";
import type { CurveMemo } from "./memo.ts";

export abstract class AssignedCurve implements LazyCurve {
  /** The curve, materialised or not. */
  abstract readonly curve: AnyCurve<"january">;

  make(): Float64Array {
    return asArray(materialise(this.curve));
  }

  get borrowed(): Float64Array {
    return asArray(borrow(this.curve));
  }
}

/** A curve that already exists. */
export class ResolvedCurve extends AssignedCurve {
  readonly curve: AnyCurve<"january">;

  constructor(curve: AnyCurve<"january">) {
    super();
    this.curve = curve;
  }
}

export class CurveFromJanuary extends AssignedCurve {
  readonly #find: () => AnyCurve<"january">;

  constructor(find: () => AnyCurve<"january">) {
    super();
    this.#find = find;
  }

  get curve(): AnyCurve<"january"> {
    return this.#find();
  }
}

/** A curve in manager order. */
export class CurveFromApril extends AssignedCurve {
  readonly #memo: CurveMemo;
  readonly #find: () => AnyCurve<"april">;

  constructor(memo: CurveMemo, find: () => AnyCurve<"april">) {
    super();
    this.#memo = memo;
    this.#find = find;
  }

  get curve(): AnyCurve<"january"> {
    return derotateCurve(this.#memo, this.#find());
  }
}
