/** Deletes expired results. */
import type { Clock } from "@etesian/clock";
import { SWEEPS_WITH_TOKEN, SWEEPS_WITHOUT_TOKEN } from "@etesian/contracts/limits";
import type { Projector, ReadDatabase } from "@etesian/event-store";
import { newRequestId } from "@etesian/service-kit";
import type { Runner } from "./runner.ts";
import type { Sweeps } from "./sweep.ts";
import { requestedBefore } from "./sweep-list.ts";

const DAY_MS = 86_400_000;
const INTERVAL_MS = 3_600_000;
const BATCH = 100;

export interface ExpiryOptions {
  readonly sweeps: Sweeps;
  readonly readModels: ReadDatabase;
  readonly list: Projector;
  readonly runner: Runner;
  readonly clock: Clock;
}

/** Expires sweeps whose retention has ended; returns their number. */
export async function expire({ sweeps, readModels, list, runner, clock }: ExpiryOptions): Promise<number> {
  const daysAgo = (days: number): string => new Date(clock.now().getTime() - days * DAY_MS).toISOString();
  const cutoffs = { withToken: daysAgo(SWEEPS_WITH_TOKEN.days), withoutToken: daysAgo(SWEEPS_WITHOUT_TOKEN.days) };
  let expiredCount = 0;
  for (;;) {
    await list.catchUp();
    const expiredIds = await requestedBefore(readModels, cutoffs, BATCH);
    if (expiredIds.length === 0) return expiredCount;
    for (const id of expiredIds) {
      const cause = { actor: "service:sweeps", correlationId: newRequestId() };
      await sweeps.handle(id, { type: "Expire" }, cause);
      runner.end(id);
      expiredCount += 1;
    }
  }
}

/** Expires sweeps now and every hour until the signal aborts; failures are passed to `onFailure`. */
export async function expireRegularly(
  options: ExpiryOptions,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    await expire(options).catch(onFailure);
    await options.clock.pause(INTERVAL_MS, signal);
  }
}
