/** The curves of areas that were loaded as parts, for calculations. */
import type { AreaManifest, PartReference } from "./manifest.ts";
import type { AreaCurves, NamedCurves, VariantCurves } from "./parts.ts";

/** A calculation needs a part that is not loaded; repeat the calculation after loading the part. */
export class MissingPartError extends Error {
  override readonly name = "MissingPartError";
  /** The missing variant of a curve set, such as `weather/1987`. */
  readonly variant: string;
  readonly part: PartReference;

  constructor(variant: string, part: PartReference) {
    super(`the curves ${variant} are not loaded`);
    this.variant = variant;
    this.part = part;
  }
}

/** The model has a curve whose file is unusable; the service's calculation fails in the same way. */
export class UnusableCurveError extends Error {
  override readonly name = "UnusableCurveError";
}

interface OpenedArea {
  readonly curves: AreaCurves;
  readonly variants: AreaManifest["parts"]["variants"];
}

/** A source of curves for the engine (`CurveSource`), for all opened areas. */
export class CurveParts {
  readonly #areas = new Map<string, OpenedArea>();
  readonly #variants = new Map<string, VariantCurves>();

  /** Opens an area, or replaces its curves with another manifest's. */
  open({ area, parts: { variants } }: AreaManifest, curves: AreaCurves): void {
    this.#areas.set(area, { curves, variants });
  }

  /** Adds a missing part. */
  add({ sha256 }: PartReference, variant: VariantCurves): void {
    this.#variants.set(sha256, variant);
  }

  /** 8,760 values; null if the area has no such curve. @throws MissingPartError, UnusableCurveError */
  curve(area: string, key: string, variant: string): Float64Array | null {
    const slash = key.indexOf("/");
    if (slash === -1) return curveIn(this.#area(area).curves.profiles, key, key);
    const variantCurves = this.#variant(area, key.slice(0, slash), variant);
    return variantCurves === null ? null : curveIn(variantCurves.curves, key.slice(slash + 1), `${key} of ${variant}`);
  }

  /** Variants of a curve set, `default` first; empty if the area lacks the set. */
  variants(area: string, set: string): readonly string[] {
    return this.#setOf(area, set).map(({ name }) => name);
  }

  /** @throws MissingPartError */
  weatherProperties(area: string, variant: string): ReadonlyMap<string, number> | null {
    const properties = this.#variant(area, "weather", variant)?.properties ?? null;
    return properties && new Map(Object.entries(properties));
  }

  #variant(area: string, set: string, name: string): VariantCurves | null {
    const namedVariant = this.#setOf(area, set).find((variant) => variant.name === name);
    if (namedVariant === undefined || namedVariant.curves !== null) return namedVariant?.curves ?? null;
    const location = `${set}/${name}`;
    const part = this.#area(area).variants[location];
    if (part === undefined) throw new Error(`the manifest of ${area} names no part for ${location}`);
    const variant = this.#variants.get(part.sha256);
    if (variant === undefined) throw new MissingPartError(location, part);
    return variant;
  }

  #setOf(area: string, set: string): AreaCurves["sets"][number]["variants"] {
    return this.#area(area).curves.sets.find(({ name }) => name === set)?.variants ?? [];
  }

  #area(area: string): OpenedArea {
    const openedArea = this.#areas.get(area);
    if (openedArea === undefined) throw new Error(`the curves of ${area} were not opened`);
    return openedArea;
  }
}

function curveIn(curves: NamedCurves, name: string, label: string): Float64Array | null {
  if (!Object.hasOwn(curves, name)) return null;
  const curve = curves[name]!;
  if (curve === null) throw new UnusableCurveError(`the curve ${label} of the model cannot be used`);
  return curve;
}

/** Runs `work`; if a part is missing, fetches it with `fetch` and runs `work` again. */
export async function withMissingParts<T>(
  work: () => T,
  fetch: (missing: MissingPartError) => Promise<void>,
): Promise<T> {
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof MissingPartError)) throw error;
      await fetch(error);
    }
  }
}
