/**
 * Finds the curve that a participant names: a load profile, a curve of the selected weather, or one attached by the
 * user. It may also be derived from the curves of a node. Results are shared and read-only, in manager order (hour 0 =
 * 1 April) unless noted otherwise.
 */
import { isNil } from "@etesian/numeric";
import type { AnyCurve, Curve, Start } from "./curves/curve.ts";
import type { CurveSource } from "./curves/curve-source.ts";
import type { YearState } from "../graph/state/year.ts";
import { type EnergyNodes, HourlyError } from "./energy-nodes.ts";
import { amplify, mix, ZEROS } from "./curves/arithmetic.ts";
import { rotateCurve } from "./curves/derived.ts";
import { type CurveMemo, declareDerivation } from "./curves/memo.ts";

/** Entries of `config/dynamic_curves.yml`. */
export type DynamicCurves = {
  readonly [name: string]: { readonly type: string; readonly curve?: string; readonly curves?: readonly string[] };
};

export interface CurveContext {
  readonly area: string;
  readonly source: CurveSource;
  /** Curves attached by the user, by key, from 1 January. */
  readonly attached: { readonly [key: string]: Curve<"january"> };
  readonly dynamic: DynamicCurves;
}

const DYNAMIC = "dynamic:";

const amplifiedProfile = declareDerivation(
  "amplified",
  ([profile]: readonly [Curve<"january">], [hours]: readonly [number], allocateCurve) =>
    amplify(profile, hours, allocateCurve),
  "expensive",
);
const mixedProfile = declareDerivation(
  "mixed",
  (curves: readonly Curve<"january">[], shares: readonly number[], allocateCurve) =>
    mix(
      curves.map((curve, index) => ({ curve, share: shares[index]! })),
      allocateCurve,
    ),
);

export class HourlyCurves {
  readonly #context: CurveContext;
  readonly #area: YearState["area"];
  readonly #nodes: EnergyNodes;
  readonly memo: CurveMemo;
  /** Profiles of the dataset or of the user, in the weather of the year. Many members use the same profile. */
  readonly #cache = new Map<string, AnyCurve<"january">>();

  constructor(context: CurveContext, year: YearState, nodes: EnergyNodes, memo: CurveMemo) {
    this.memo = memo;
    this.#context = context;
    this.#area = year.area;
    this.#nodes = nodes;
  }

  get area(): string {
    return this.#context.area;
  }

  /** The curve in manager order. `node` matters only for dynamic curves. */
  curve(name: string, node: number): AnyCurve<"april"> {
    return rotateCurve(this.memo, this.fromJanuary(name, node));
  }

  /** The curve from 1 January. */
  fromJanuary(name: string, node: number): AnyCurve<"january"> {
    const profile = this.#find(name, node);
    this.#nodes.note("profile", node, name, NaN, profile);
    return profile;
  }

  /** Whether two curves are bit-identical, or are both null. */
  isSame<From extends Start>(one: AnyCurve<From> | null, other: AnyCurve<From> | null): boolean {
    return this.memo.isSame(one, other);
  }

  #find(name: string, node: number): AnyCurve<"january"> {
    let curve = this.#cache.get(name);
    if (curve !== undefined) return curve;
    if (name.startsWith(DYNAMIC)) return this.#dynamicCurve(name.slice(DYNAMIC.length).trim(), node);
    this.#cache.set(name, (curve = this.#profile(name)));
    return curve;
  }

  #profile(name: string): Curve<"january"> {
    const attached = this.#context.attached[name];
    if (attached !== undefined) return attached;
    const { area, source } = this.#context;
    const curve = source.curve(area, name, "default");
    const slash = name.indexOf("/");
    const variant = slash < 0 ? undefined : this.#area.get(`${name.slice(0, slash)}_curve_set`);
    // The default variant replaces a variant that the area lacks.
    const values = (typeof variant === "string" ? source.curve(area, name, variant) : null) ?? curve;
    if (values === null) throw new HourlyError(`${area} has no curve ${name}`);
    return values;
  }

  /** Zeros for a node without demand; else a profile flattened to its full load hours or mixed by the area's shares. */
  #dynamicCurve(name: string, node: number): AnyCurve<"january"> {
    const demand = this.#nodes.number(node, "demand");
    if (isNil(demand)) throw new HourlyError(`${this.#nodes.key(node)} has no demand; its curve ${name} needs one`);
    if (demand === 0) return ZEROS;
    const settings = this.#context.dynamic[name];
    if (settings === undefined) throw new HourlyError(`There is no dynamic curve ${name} (config/dynamic_curves.yml)`);
    if (settings.type === "amplify") {
      const base = this.fromJanuary(settings.curve!, node);
      const hours = this.#nodes.requireNumber(node, "full_load_hours");
      return this.memo.derive(amplifiedProfile, [base], [hours]);
    }
    const parts = (settings.curves ?? []).map((component) => {
      const profileName = component.slice(component.indexOf("/") + 1);
      const share = this.#area.get(`${profileName}_share`);
      if (typeof share !== "number")
        throw new HourlyError(`Area attribute ${profileName}_share is missing; curve ${name} needs it`);
      return { curve: this.fromJanuary(component, node), share };
    });
    return this.memo.derive(
      mixedProfile,
      parts.map(({ curve }) => curve),
      parts.map(({ share }) => share),
    );
  }
}
