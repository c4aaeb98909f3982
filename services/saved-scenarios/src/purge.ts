/** Empties the trash: expired saved scenarios are deleted permanently. */
import { randomUUID } from "node:crypto";
import type { Clock } from "@etesian/clock";
import type { Projector, ReadDatabase } from "@etesian/event-store";
import type { SavedScenarios } from "./saved-scenario.ts";
import { discardedBefore } from "./saved-scenario-list.ts";

const DAY_MS = 86_400_000;
const BATCH = 100;
/** How often it is looked for what is due. */
const EVERY_MS = 3_600_000;

export interface PurgeOptions {
  readonly saved: SavedScenarios;
  readonly readModels: ReadDatabase;
  readonly list: Projector;
  readonly clock: Clock;
  /** Days in the trash. */
  readonly days: number;
}

/** Deletes what is due, and answers how much that was. Several programs may do so at once. */
export async function purge({ saved, readModels, list, clock, days }: PurgeOptions): Promise<number> {
  const time = new Date(clock.now().getTime() - days * DAY_MS).toISOString();
  const cause = { actor: "service:saved-scenarios", correlationId: randomUUID() };
  let purged = 0;
  for (;;) {
    await list.catchUp();
    const due = await discardedBefore(readModels, time, BATCH);
    if (due.length === 0) return purged;
    for (const id of due) {
      // It may have been restored meanwhile.
      const outcome = await saved.handle(id, { type: "Purge", discardedBefore: time }, cause);
      if (!("refusal" in outcome)) purged += 1;
    }
  }
}

/** Purges now and every hour, until the signal aborts; `troubled` hears why it could not. */
export async function keepPurging(
  options: PurgeOptions,
  signal: AbortSignal,
  troubled: (error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    await purge(options).catch(troubled);
    await options.clock.pause(EVERY_MS, signal);
  }
}
