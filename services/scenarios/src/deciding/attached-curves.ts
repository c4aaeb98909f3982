/** The curves of a scenario: the files attached in their place, and the effect on its sliders. Pure. */
import { type CurvesOnSliders, type CustomCurve, inputsReplacedByCurves, type Values } from "@etesian/sliders";

/** A file in the scenario's set of curves, as it is attached. */
export interface AttachedFile {
  /** Of the file, in the set. */
  readonly number: number;
  /** SHA-256 of its numbers. */
  readonly hash: string;
  /** Values that it gives to inputs for as long as it is attached. */
  readonly sets: { readonly [input: string]: number };
}

/** By key of the curve. */
export type AttachedCurves = { readonly [key: string]: AttachedFile };

export const fileOf = (curves: AttachedCurves, key: string): AttachedFile | null =>
  Object.hasOwn(curves, key) ? curves[key]! : null;

/** Values of all inputs that the curves have set. */
export const valuesOf = (curves: AttachedCurves): { readonly [input: string]: number } =>
  Object.fromEntries(Object.values(curves).flatMap(({ sets }) => Object.entries(sets)));

/** Hashes of the numbers, by curve: their form in a recipe. */
export const hashesOf = (curves: AttachedCurves): { readonly [key: string]: string } =>
  Object.fromEntries(Object.entries(curves).map(([key, { hash }]) => [key, hash]));

export function curvesOnSliders(curves: AttachedCurves, catalogue: readonly CustomCurve[]): CurvesOnSliders {
  const replaced = inputsReplacedByCurves(catalogue, Object.keys(curves));
  // Values of inputs that the model has renamed or removed are dropped.
  const values = Object.entries(valuesOf(curves)).filter(([input]) => replaced.has(input));
  return { replaced, values: Object.fromEntries(values) };
}

/** The curves of a derived scenario: the values they have set are those that were derived. */
export const withValuesOf = (curves: AttachedCurves, values: Values): AttachedCurves =>
  Object.fromEntries(
    Object.entries(curves).map(([key, file]) => {
      const sets = Object.entries(file.sets).map(([input, before]) => {
        const value = values[input];
        return [input, typeof value === "number" ? value : before] as const;
      });
      return [key, { ...file, sets: Object.fromEntries(sets) }];
    }),
  );

/** The curves, of which some give inputs other values (by key of the curve) than they did. */
export const withSets = (
  curves: AttachedCurves,
  sets: { readonly [curve: string]: AttachedFile["sets"] },
): AttachedCurves =>
  Object.fromEntries(
    Object.entries(curves).map(([key, file]) => [key, Object.hasOwn(sets, key) ? { ...file, sets: sets[key]! } : file]),
  );

/** As an event carries them. */
export const copyOfCurves = (curves: AttachedCurves) =>
  Object.fromEntries(
    Object.entries(curves).map(([key, { number, hash, sets }]) => [key, { number, hash, sets: { ...sets } }]),
  );

/** Parts of a scenario that follow its curves. */
interface Curved {
  readonly curves: AttachedCurves;
  readonly userValues: Values;
}

/** The scenario after a file (null: none) is attached as a curve: the inputs that follow it change with it. */
export function withCurve({ curves, userValues }: Curved, key: string, file: AttachedFile | null): Curved {
  const { [key]: before, ...others } = curves;
  const left = Object.entries(userValues).filter(([input]) => !Object.hasOwn(before?.sets ?? {}, input));
  const values = { ...Object.fromEntries(left), ...file?.sets };
  return { curves: file === null ? others : { ...others, [key]: file }, userValues: values };
}
