/**
 * When the model changes, inputs get other names and units. Scenarios to be kept compatible are migrated: values of the
 * old input become values of the new one. Pure; the changes are part of the model.
 */
import { isDeepStrictEqual } from "node:util";
import type { SliderState, Values } from "@etesian/sliders";
import { type AttachedCurves, withSets } from "./attached-curves.ts";
import { differences } from "./slider-values.ts";

/** A version of the model in which inputs are no longer what they were in the version before. */
export interface ModelChange {
  /** Versions are in the order of their characters. */
  readonly version: string;
  /** By the former key: the new key (null: the input is gone), and the factor of values. */
  readonly inputs: { readonly [key: string]: { readonly key: string | null; readonly factor: number } };
}

/** Parts of a scenario that follow the model. */
interface Migratable extends Pick<SliderState, "userValues" | "balancedValues"> {
  readonly keepCompatible: boolean;
  /** The version of the model that its values are meant in; null: one before the first that changed inputs. */
  readonly modelVersion: string | null;
  readonly template: (Pick<SliderState, "userValues" | "balancedValues"> & { readonly id: number }) | null;
  readonly curves: AttachedCurves;
}

/** The version of the model that values are meant in from now on; null when no version has changed inputs. */
export const versionOf = (changes: readonly ModelChange[]): string | null => changes.at(-1)?.version ?? null;

/** Changes that a scenario has not followed yet; none where it is not to be kept compatible. */
const waiting = ({ keepCompatible, modelVersion }: Migratable, changes: readonly ModelChange[]) =>
  keepCompatible ? changes.filter(({ version }) => modelVersion === null || version > modelVersion) : [];

/** The scenario as migrated to the current model, whether or not that is stored. */
export function upToDate<S extends Migratable>(scenario: S, changes: readonly ModelChange[]): S {
  const missed = waiting(scenario, changes);
  if (missed.length === 0) return scenario;
  const { userValues, balancedValues, template, curves } = scenario;
  return {
    ...scenario,
    modelVersion: versionOf(missed),
    userValues: following(userValues, missed),
    balancedValues: following(balancedValues, missed),
    template: template && {
      ...template,
      userValues: following(template.userValues, missed),
      balancedValues: following(template.balancedValues, missed),
    },
    // A value set by a curve belongs to the curve under its new name, too: it goes when the curve does.
    curves: withSets(
      curves,
      Object.fromEntries(Object.entries(curves).map(([key, { sets }]) => [key, following(sets, missed)])),
    ),
  };
}

/** The event by which a scenario follows the model; null when it has. */
export function migrationOf(scenario: Migratable, changes: readonly ModelChange[]) {
  const { modelVersion: version, template, userValues, balancedValues, curves } = upToDate(scenario, changes);
  if (version === null || version === scenario.modelVersion) return null;
  const user = differences(scenario.userValues, userValues);
  const balanced = differences(scenario.balancedValues, balancedValues);
  return {
    type: "ScenarioMigrated" as const,
    data: {
      version,
      userValues: user.set,
      reset: user.removed,
      balancedValues: balanced.set,
      unbalanced: balanced.removed,
      template: template && {
        userValues: { ...template.userValues },
        balancedValues: { ...template.balancedValues },
      },
      sets: Object.fromEntries(
        Object.entries(curves).flatMap(([key, { sets }]) =>
          isDeepStrictEqual(sets, scenario.curves[key]?.sets) ? [] : [[key, { ...sets }]],
        ),
      ),
    },
  };
}

/** Whether anything but the version is different after a migration. */
export function changesValues(scenario: Migratable, changes: readonly ModelChange[]): boolean {
  const keys = new Set(waiting(scenario, changes).flatMap(({ inputs }) => Object.keys(inputs)));
  const { userValues, balancedValues, template } = scenario;
  const values = [userValues, balancedValues, template?.userValues ?? {}, template?.balancedValues ?? {}];
  return values.some((some) => Object.keys(some).some((key) => keys.has(key)));
}

/** Values, change after change. Where an input becomes one that has a value of its own, that one stays. */
function following<V extends Values>(values: V, changes: readonly ModelChange[]): V {
  const after = changes.reduce<Values>((before, { inputs }) => {
    const entries = Object.entries(before);
    const isChanged = ([key]: readonly [string, unknown]) => Object.hasOwn(inputs, key);
    const moved = entries.filter(isChanged).flatMap(([key, value]) => {
      const { key: next, factor } = inputs[key]!;
      // Stored values have no -0.
      return next === null ? [] : [[next, typeof value === "number" ? value * factor + 0 : value] as const];
    });
    return Object.fromEntries([...moved, ...entries.filter((entry) => !isChanged(entry))]);
  }, values);
  return after as V;
}
