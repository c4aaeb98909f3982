/** Empties the trash: expired saved scenarios are deleted permanently. */
import { randomUUID } from "node:crypto";
import type { Clock } from "@etesian/clock";
import type { Projector, ReadDatabase } from "@etesian/event-store";
import type { SavedScenarios } from "./saved-scenario.ts";
import { findDiscardedBefore } from "./saved-scenario-list.ts";

const DAY_MS = 86_400_000;
const BATCH = 100;
/** Interval between purges. */
const INTERVAL_MS = 3_600_000;

export interface PurgeOptions {
  readonly savedScenarios: SavedScenarios;
  readonly readModels: ReadDatabase;
  readonly list: Projector;
  readonly clock: Clock;
  /** Days that saved scenarios stay in the trash. */
  readonly days: number;
}

/** Deletes expired saved scenarios and returns their number. Several processes may purge concurrently. */
export async function purge({ savedScenarios, readModels, list, clock, days }: PurgeOptions): Promise<number> {
  const threshold = new Date(clock.now().getTime() - days * DAY_MS).toISOString();
  const cause = { actor: "service:saved-scenarios", correlationId: randomUUID() };
  let purgedCount = 0;
  for (;;) {
    await list.catchUp();
    const expiredIds = await findDiscardedBefore(readModels, threshold, BATCH);
    if (expiredIds.length === 0) return purgedCount;
    for (const id of expiredIds) {
      // The saved scenario may have been restored in the meantime.
      const outcome = await savedScenarios.handle(id, { type: "Purge", discardedBefore: threshold }, cause);
      if (!("refusal" in outcome)) purgedCount += 1;
    }
  }
}

/** Purges now and every hour until the signal aborts; failures are passed to `onFailure`. */
export async function purgeRegularly(
  options: PurgeOptions,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    await purge(options).catch(onFailure);
    await options.clock.pause(INTERVAL_MS, signal);
  }
}
