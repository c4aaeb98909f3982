/**
 * Migrates scenarios with `keep_compatible`, with one event and one report line each. A repeated run continues with the
 * remaining ones.
 */
import { randomUUID } from "node:crypto";
import type { EventStore } from "@etesian/event-store";
import {
  changesValues,
  idOf,
  migrationOf,
  type Scenario,
  createStoredScenarios,
  migrateScenario,
} from "@etesian/scenarios";
import { type Calculation, changedResults, type Results } from "./results.ts";

/** A report line: the result for one scenario. */
export interface MigratedScenario {
  readonly scenario: number;
  readonly version: string;
  /** Removed values and added values. */
  readonly inputs: { readonly removed: object; readonly added: object };
  /** Changed results: before and after. */
  readonly moved: ReturnType<typeof changedResults>;
  /** Why results could not be compared. */
  readonly problem?: string;
}

export interface Options {
  /** The new model, and the previous one if available. */
  readonly current: Calculation;
  readonly previous: Calculation | null;
  readonly queries: readonly string[];
  /** Maximum number of scenarios to change. */
  readonly atMost: number;
  /** Whether migrations are only reported, not stored. */
  readonly isTrial: boolean;
  report(this: void, migrated: MigratedScenario): void;
}

export interface Summary {
  readonly checked: number;
  readonly migrated: number;
  /** Number of scenarios with `keep_compatible` that have no value for a changed input. */
  readonly unaffected: number;
}

export async function migrate(
  store: EventStore,
  { current, previous, queries, atMost, isTrial, report }: Options,
): Promise<Summary> {
  const scenarios = createStoredScenarios(store);
  const summary = { checked: 0, migrated: 0, unaffected: 0 };
  for await (const id of everyScenario(store)) {
    const { state } = await scenarios.load(id);
    if (state.status !== "present") continue;
    summary.checked += 1;
    const migration = migrationOf(state, current.changes);
    if (migration === null) continue;
    if (!changesValues(state, current.changes)) {
      summary.unaffected += 1;
      continue;
    }
    if (summary.migrated === atMost) break;
    const { userValues, balancedValues, reset, unbalanced, version } = migration.data;
    const comparison = await compare(state, { current, previous, queries });
    // Reported before the migration is stored: an extra line is harmless, a missing one is not.
    report({
      scenario: id,
      version,
      inputs: {
        removed: pick({ ...state.balancedValues, ...state.userValues }, [...reset, ...unbalanced]),
        added: { ...balancedValues, ...userValues },
      },
      ...comparison,
    });
    if (!isTrial) {
      const cause = { actor: "service:migration", correlationId: randomUUID() };
      await scenarios.handle(id, { type: "MigrateScenario", changes: current.changes }, cause);
    }
    summary.migrated += 1;
  }
  return summary;
}

/** Without the previous model, compares with the unmigrated scenario in the new model. */
async function compare(
  state: Scenario,
  { current, previous, queries }: Pick<Options, "current" | "previous" | "queries">,
): Promise<Pick<MigratedScenario, "moved" | "problem">> {
  const first: Results | string = await (previous ?? current).results(state, queries);
  const second: Results | string = await current.results(migrateScenario(state, current.changes), queries);
  const problem = [first, second].find((results) => typeof results === "string");
  if (problem !== undefined || typeof first === "string" || typeof second === "string") {
    return { moved: {}, problem: String(problem) };
  }
  return { moved: changedResults(first, second) };
}

const pick = (values: { readonly [key: string]: unknown }, keys: readonly string[]): object =>
  Object.fromEntries(keys.map((key) => [key, values[key]]));

async function* everyScenario(store: EventStore): AsyncGenerator<number, void, undefined> {
  for await (const name of store.streams()) {
    const id = idOf(name);
    if (id !== null) yield id;
  }
}
