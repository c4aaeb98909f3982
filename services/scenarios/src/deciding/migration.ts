/**
 * Migration after model changes that rename inputs or change their units. Scenarios with `keepCompatible` are migrated:
 * values of the old input become values of the new one. Pure; the model declares its changes.
 */
import { isDeepStrictEqual } from "node:util";
import type { SliderState, Values } from "@etesian/sliders";
import { type AttachedCurves, withSets } from "./attached-curves.ts";
import { differences } from "./slider-values.ts";

/** A version of the model that renames, rescales or removes inputs. */
export interface ModelChange {
  /** Versions are ordered alphabetically. */
  readonly version: string;
  /** By previous key: the new key (null if the input was removed) and the factor to multiply values by. */
  readonly inputs: { readonly [key: string]: { readonly key: string | null; readonly factor: number } };
}

/** The parts of a scenario that are migrated. */
interface Migratable extends Pick<SliderState, "userValues" | "balancedValues"> {
  readonly keepCompatible: boolean;
  /** Model version of the scenario's values; null for a version before the first one with changes. */
  readonly modelVersion: string | null;
  readonly template: (Pick<SliderState, "userValues" | "balancedValues"> & { readonly id: number }) | null;
  readonly curves: AttachedCurves;
}

/** Current model version of stored values; null if no version has changed inputs. */
export const versionOf = (changes: readonly ModelChange[]): string | null => changes.at(-1)?.version ?? null;

/** Changes still to be applied to a scenario; none unless it is to be kept compatible. */
const pendingChanges = ({ keepCompatible, modelVersion }: Migratable, changes: readonly ModelChange[]) =>
  keepCompatible ? changes.filter(({ version }) => modelVersion === null || version > modelVersion) : [];

/** The scenario migrated to the current model, whether or not the migration is stored. */
export function migrateScenario<S extends Migratable>(scenario: S, changes: readonly ModelChange[]): S {
  const pending = pendingChanges(scenario, changes);
  if (pending.length === 0) return scenario;
  const { userValues, balancedValues, template, curves } = scenario;
  return {
    ...scenario,
    modelVersion: versionOf(pending),
    userValues: migrateValues(userValues, pending),
    balancedValues: migrateValues(balancedValues, pending),
    template: template && {
      ...template,
      userValues: migrateValues(template.userValues, pending),
      balancedValues: migrateValues(template.balancedValues, pending),
    },
    // A value set by a curve remains tied to the curve under its new name.
    curves: withSets(
      curves,
      Object.fromEntries(Object.entries(curves).map(([key, { sets }]) => [key, migrateValues(sets, pending)])),
    ),
  };
}

/** The event that migrates a scenario; null if it is up to date. */
export function migrationOf(scenario: Migratable, changes: readonly ModelChange[]) {
  const { modelVersion: version, template, userValues, balancedValues, curves } = migrateScenario(scenario, changes);
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

/** Whether a migration changes more than the version. */
export function changesValues(scenario: Migratable, changes: readonly ModelChange[]): boolean {
  const keys = new Set(pendingChanges(scenario, changes).flatMap(({ inputs }) => Object.keys(inputs)));
  const { userValues, balancedValues, template } = scenario;
  const values = [userValues, balancedValues, template?.userValues ?? {}, template?.balancedValues ?? {}];
  return values.some((inputValues) => Object.keys(inputValues).some((key) => keys.has(key)));
}

/** Applies changes in order. If an input is renamed to one that has a value, the existing value is kept. */
function migrateValues<V extends Values>(values: V, changes: readonly ModelChange[]): V {
  const migrated = changes.reduce<Values>((previous, { inputs }) => {
    const entries = Object.entries(previous);
    const isChanged = ([key]: readonly [string, unknown]) => Object.hasOwn(inputs, key);
    const movedEntries = entries.filter(isChanged).flatMap(([key, value]) => {
      const { key: newKey, factor } = inputs[key]!;
      // JSON cannot represent −0.
      return newKey === null ? [] : [[newKey, typeof value === "number" ? value * factor + 0 : value] as const];
    });
    return Object.fromEntries([...movedEntries, ...entries.filter((entry) => !isChanged(entry))]);
  }, values);
  return migrated as V;
}
