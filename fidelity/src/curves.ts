import type { CurveSource } from "@etesian/engine";
import type { CurveLibrary, Model } from "@etesian/model";

/** The engine's curves from the model's files, each read once. */
export function curvesOf(model: Model): CurveSource {
  const libraries = new Map<string, CurveLibrary>();
  const curves = new Map<string, Float64Array | null>();
  const libraryOf = (area: string): CurveLibrary => {
    const library = libraries.get(area) ?? model.curves(area);
    libraries.set(area, library);
    return library;
  };
  const variantOf = (area: string, set: string, variant: string) =>
    libraryOf(area)
      .sets.find(({ name }) => name === set)
      ?.variants.find(({ name }) => name === variant);

  const read = (area: string, key: string, variant: string): Float64Array | null => {
    const library = libraryOf(area);
    const [set, name] = key.split("/", 2) as [string, string?];
    if (name === undefined) return library.profiles.includes(key) ? library.profile(key) : null;
    return variantOf(area, set, variant)?.curves.includes(name) ? library.curve(set, variant, name) : null;
  };
  return {
    curve(area, key, variant) {
      const id = `${area} ${key} ${variant}`;
      let curve = curves.get(id);
      if (curve === undefined) curves.set(id, (curve = read(area, key, variant)));
      return curve;
    },
    variants: (area, set) =>
      libraryOf(area)
        .sets.find(({ name }) => name === set)
        ?.variants.map(({ name }) => name) ?? [],
    weatherProperties(area, variant) {
      const properties = variantOf(area, "weather", variant) && libraryOf(area).properties("weather", variant);
      return properties ? new Map(Object.entries(properties)) : null;
    },
  };
}
