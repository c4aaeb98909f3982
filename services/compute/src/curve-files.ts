/** The engine's curves from the model's files; those read last are kept. */
import type { CurveSource } from "@etesian/engine";
import type { CurveLibrary, Model } from "@etesian/model";
import { Recent } from "./recent.ts";

const KEPT_LIBRARIES = 16;
/** 70 KB each. */
const KEPT_CURVES = 256;

export function curveFiles(model: Pick<Model, "curves">): CurveSource {
  const libraries = new Recent<string, CurveLibrary>(KEPT_LIBRARIES);
  const curves = new Recent<string, Float64Array>(KEPT_CURVES);

  const libraryOf = (area: string): CurveLibrary => {
    const library = libraries.get(area) ?? model.curves(area);
    libraries.set(area, library);
    return library;
  };
  const setOf = (area: string, set: string) => libraryOf(area).sets.find(({ name }) => name === set);

  /** Reads a curve of the area; null when it has none of that name. */
  const read = (area: string, key: string, variant: string): Float64Array | null => {
    const library = libraryOf(area);
    const slash = key.indexOf("/");
    if (slash === -1) return library.profiles.includes(key) ? library.profile(key) : null;
    const [set, name] = [key.slice(0, slash), key.slice(slash + 1)];
    const found = setOf(area, set)?.variants.find((candidate) => candidate.name === variant);
    return found?.curves.includes(name) ? library.curve(set, variant, name) : null;
  };

  return {
    curve(area, key, variant) {
      const id = `${area}\n${key}\n${variant}`;
      const curve = curves.get(id) ?? read(area, key, variant);
      if (curve !== null) curves.set(id, curve);
      return curve;
    },
    variants: (area, set) => setOf(area, set)?.variants.map(({ name }) => name) ?? [],
    weatherProperties(area, variant) {
      if (!setOf(area, "weather")?.variants.some(({ name }) => name === variant)) return null;
      const properties = libraryOf(area).properties("weather", variant);
      return properties && new Map(Object.entries(properties));
    },
  };
}
