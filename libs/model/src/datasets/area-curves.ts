/** An area's curves, in the form stored in model parts. */
import type { AreaCurves, NamedCurves, VariantCurves } from "../parts/parts.ts";
import type { CurveLibrary } from "./curve-library.ts";
import { CurveError } from "./curves.ts";
import { firstWeekday } from "./first-weekday.ts";

/** The variant of each curve set that new scenarios use. */
const DEFAULT_VARIANT = "default";

/** All profiles and the default variants; other variants are separate parts, see `variantCurves`. */
export function areaCurves(library: CurveLibrary): AreaCurves {
  return {
    profiles: readAll(library.profiles, (name) => library.profile(name)),
    sets: library.sets.map(({ name: set, variants }) => ({
      name: set,
      variants: variants.map(({ name }) => ({
        name,
        curves: name === DEFAULT_VARIANT ? variantCurves(library, set, name) : null,
      })),
    })),
  };
}

/** The weekday of 1 January in the area's profiles, 0 for Sunday; null if they have no weekends. */
export const firstWeekdayIn = (library: Pick<CurveLibrary, "profiles" | "profile">): number | null =>
  firstWeekday(
    Object.values(readAll(library.profiles, (name) => library.profile(name))).filter((curve) => curve !== null),
  );

/** The variants of all sets that are separate parts. */
export function furtherVariants({ sets }: CurveLibrary): readonly { readonly set: string; readonly variant: string }[] {
  return sets.flatMap(({ name: set, variants }) =>
    variants.filter(({ name }) => name !== DEFAULT_VARIANT).map(({ name: variant }) => ({ set, variant })),
  );
}

export function variantCurves(library: CurveLibrary, set: string, variant: string): VariantCurves {
  const curveSetVariant = library.sets.find(({ name }) => name === set)?.variants.find(({ name }) => name === variant);
  return {
    curves: readAll(curveSetVariant?.curves ?? [], (name) => library.curve(set, variant, name)),
    properties: library.properties(set, variant),
  };
}

/** Unusable curves are null: calculations that need them fail, as they do with the files. */
function readAll(names: readonly string[], read: (name: string) => Float64Array): NamedCurves {
  const curve = (name: string): Float64Array | null => {
    try {
      return read(name);
    } catch (error) {
      if (error instanceof CurveError) return null;
      throw error;
    }
  };
  return Object.fromEntries(names.map((name) => [name, curve(name)]));
}
