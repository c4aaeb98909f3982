/** The curves of all areas by key, for calculations. */
import type { CurveLibrary, CurveSet } from "./curve-library.ts";

interface AreaCurves {
  readonly library: CurveLibrary;
  /** By variant and key; null if the area has none. */
  readonly curves: Map<string, Map<string, Float64Array | null>>;
}

/**
 * Finds a curve by area, key (`name` of a profile, `set/name` of a curve set) and variant. Each area's library is
 * looked up once; it takes about 50 KB, not counting the shared curves.
 */
export function curveSource(model: { curves(area: string): CurveLibrary }) {
  const areas = new Map<string, AreaCurves>();

  const openArea = (area: string): AreaCurves => {
    let curves = areas.get(area);
    if (curves === undefined) areas.set(area, (curves = { library: model.curves(area), curves: new Map() }));
    return curves;
  };
  const setOf = (area: string, set: string): CurveSet | undefined =>
    openArea(area).library.sets.find(({ name }) => name === set);

  const read = (area: string, key: string, variant: string): Float64Array | null => {
    const { library } = openArea(area);
    const slash = key.indexOf("/");
    if (slash === -1) return library.profiles.includes(key) ? library.profile(key) : null;
    const [set, name] = [key.slice(0, slash), key.slice(slash + 1)];
    const curveSetVariant = setOf(area, set)?.variants.find((candidate) => candidate.name === variant);
    return curveSetVariant?.curves.includes(name) ? library.curve(set, variant, name) : null;
  };

  return {
    curve(area: string, key: string, variant: string): Float64Array | null {
      const { curves } = openArea(area);
      let curvesOfVariant = curves.get(variant);
      if (curvesOfVariant === undefined) curves.set(variant, (curvesOfVariant = new Map()));
      let curve = curvesOfVariant.get(key);
      if (curve === undefined) curvesOfVariant.set(key, (curve = read(area, key, variant)));
      return curve;
    },
    variants: (area: string, set: string): readonly string[] =>
      setOf(area, set)?.variants.map(({ name }) => name) ?? [],
    weatherProperties(area: string, variant: string): ReadonlyMap<string, number> | null {
      if (!setOf(area, "weather")?.variants.some(({ name }) => name === variant)) return null;
      const properties = openArea(area).library.properties("weather", variant);
      return properties && new Map(Object.entries(properties));
    },
  };
}
