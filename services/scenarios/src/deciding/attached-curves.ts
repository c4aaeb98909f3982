/** A scenario's attached curves: their files and their effect on sliders. Pure. */
import { type CurvesOnSliders, type CustomCurve, inputsReplacedByCurves, type Values } from "@etesian/sliders";

/** An attached file in the scenario's set of curves. */
export interface AttachedFile {
  /** Number of the file in the set. */
  readonly number: number;
  /** SHA-256 of its values. */
  readonly hash: string;
  /** Values that it sets for inputs while it is attached. */
  readonly sets: { readonly [input: string]: number };
}

/** Attached files by curve key. */
export type AttachedCurves = { readonly [key: string]: AttachedFile };

export const fileOf = (curves: AttachedCurves, key: string): AttachedFile | null =>
  Object.hasOwn(curves, key) ? curves[key]! : null;

/** Values of all inputs set by curves. */
export const valuesOf = (curves: AttachedCurves): { readonly [input: string]: number } =>
  Object.fromEntries(Object.values(curves).flatMap(({ sets }) => Object.entries(sets)));

/** Hashes of the attached files by curve key, as in recipes. */
export const hashesOf = (curves: AttachedCurves): { readonly [key: string]: string } =>
  Object.fromEntries(Object.entries(curves).map(([key, { hash }]) => [key, hash]));

export function curvesOnSliders(curves: AttachedCurves, catalogue: readonly CustomCurve[]): CurvesOnSliders {
  const replacedInputs = inputsReplacedByCurves(catalogue, Object.keys(curves));
  // Values of inputs that the model has renamed or removed are dropped.
  const values = Object.entries(valuesOf(curves)).filter(([input]) => replacedInputs.has(input));
  return { replaced: replacedInputs, values: Object.fromEntries(values) };
}

/** The curves of a derived scenario, with the derived values of the inputs they set. */
export const withValuesOf = (curves: AttachedCurves, values: Values): AttachedCurves =>
  Object.fromEntries(
    Object.entries(curves).map(([key, file]) => {
      const sets = Object.entries(file.sets).map(([input, previous]) => {
        const value = values[input];
        return [input, typeof value === "number" ? value : previous] as const;
      });
      return [key, { ...file, sets: Object.fromEntries(sets) }];
    }),
  );

/** The curves with new input values for those in `sets` (by curve key). */
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
interface CurveDependents {
  readonly curves: AttachedCurves;
  readonly userValues: Values;
}

/**
 * The scenario after attaching a file, or after detaching it if `file` is null, including the inputs that the curve
 * sets.
 */
export function withCurve(
  { curves, userValues }: CurveDependents,
  key: string,
  file: AttachedFile | null,
): CurveDependents {
  const { [key]: previousFile, ...otherCurves } = curves;
  const remainingValues = Object.entries(userValues).filter(
    ([input]) => !Object.hasOwn(previousFile?.sets ?? {}, input),
  );
  const values = { ...Object.fromEntries(remainingValues), ...file?.sets };
  return { curves: file === null ? otherCurves : { ...otherCurves, [key]: file }, userValues: values };
}
