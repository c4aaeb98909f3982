/** Empties the trash: expired saved scenarios are deleted permanently. */
import { randomUUID } from "node:crypto";
import type { Clock } from "@etesian/clock";
import type { Projector, ReadDatabase } from "@etesian/event-store";
import type { SavedScenarios } from "./saved-scenario.ts";
import { discardedBefore } from "./saved-scenario-list.ts";

const DAY_MS = 86_400_000;
const BATCH = 100;
/** Interval between purges. */
const INTERVAL_MS = 3_600_000;

export interface PurgeOptions {
  readonly saved: SavedScenarios;
  readonly readModels: ReadDatabase;
  readonly list: Projector;
  readonly clock: Clock;
  /** Days that saved scenarios stay in the trash. */
  readonly days: number;
}

/** Deletes expired saved scenarios and returns their number. Several processes may purge concurrently. */
export async function purge({ saved, readModels, list, clock, days }: PurgeOptions): Promise<number> {
  const time = new Date(clock.now().getTime() - days * DAY_MS).toISOString();
  const cause = { actor: "service:saved-scenarios", correlationId: randomUUID() };
  let purged = 0;
  for (;;) {
    await list.catchUp();
    const due = await discardedBefore(readModels, time, BATCH);
    if (due.length === 0) return purged;
    for (const id of due) {
      // The saved scenario may have been restored in the meantime.
      const outcome = await saved.handle(id, { type: "Purge", discardedBefore: time }, cause);
      if (!("refusal" in outcome)) purged += 1;
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
