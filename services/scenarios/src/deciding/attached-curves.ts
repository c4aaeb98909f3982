/** A scenario's attached curves: their files and their effect on sliders. Pure. */
import { type CurvesOnSliders, type CustomCurve, inputsReplacedByCurves, type Values } from "@etesian/sliders";

/** An attached file in the scenario's set of curves. */
export interface AttachedFile {
  /** Number of the file in the set. */
  readonly number: number;
  /** SHA-256 of its values. */
  readonly hash: string;
  /** Values that it gives to inputs while it is attached. */
  readonly sets: { readonly [input: string]: number };
}

/** Attached files by curve key. */
export type AttachedCurves = { readonly [key: string]: AttachedFile };

export const fileOf = (curves: AttachedCurves, key: string): AttachedFile | null =>
  Object.hasOwn(curves, key) ? curves[key]! : null;

/** Values of all inputs set by curves. */
export const valuesOf = (curves: AttachedCurves): { readonly [input: string]: number } =>
  Object.fromEntries(Object.values(curves).flatMap(({ sets }) => Object.entries(sets)));

/** Hashes of the files by curve, as recipes contain them. */
export const hashesOf = (curves: AttachedCurves): { readonly [key: string]: string } =>
  Object.fromEntries(Object.entries(curves).map(([key, { hash }]) => [key, hash]));

export function curvesOnSliders(curves: AttachedCurves, catalogue: readonly CustomCurve[]): CurvesOnSliders {
  const replaced = inputsReplacedByCurves(catalogue, Object.keys(curves));
  // Values of inputs that the model has renamed or removed are dropped.
  const values = Object.entries(valuesOf(curves)).filter(([input]) => replaced.has(input));
  return { replaced, values: Object.fromEntries(values) };
}

/** The curves of a derived scenario, with the derived values of the inputs they set. */
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

/** The curves, some of them with other input values (by curve key). */
export const withSets = (
  curves: AttachedCurves,
  sets: { readonly [curve: string]: AttachedFile["sets"] },
): AttachedCurves =>
  Object.fromEntries(
    Object.entries(curves).map(([key, file]) => [key, Object.hasOwn(sets, key) ? { ...file, sets: sets[key]! } : file]),
  );

/** The curves as stored in an event. */
export const copyOfCurves = (curves: AttachedCurves) =>
  Object.fromEntries(
    Object.entries(curves).map(([key, { number, hash, sets }]) => [key, { number, hash, sets: { ...sets } }]),
  );

/** The parts of a scenario that depend on its curves. */
interface Curved {
  readonly curves: AttachedCurves;
  readonly userValues: Values;
}

/** The scenario after attaching a file (null: after detaching), including the inputs that the curve sets. */
export function withCurve({ curves, userValues }: Curved, key: string, file: AttachedFile | null): Curved {
  const { [key]: before, ...others } = curves;
  const left = Object.entries(userValues).filter(([input]) => !Object.hasOwn(before?.sets ?? {}, input));
  const values = { ...Object.fromEntries(left), ...file?.sets };
  return { curves: file === null ? others : { ...others, [key]: file }, userValues: values };
}
