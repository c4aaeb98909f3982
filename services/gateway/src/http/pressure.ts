/**
 * Back-pressure: while the event loop is delayed, or the process has no free connections, requests are refused immediately
 * instead of being queued.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { exceedsLimit } from "@etesian/service-kit";
import type { FastifyInstance } from "fastify";
import { apiError } from "./errors.ts";

const MAX_DELAY_MS = 1_000;
const SAMPLE_MS = 1_000;
const RESOLUTION_MS = 10;
const RETRY_SECONDS = 10;

/** Routes registered before this are never refused. */
export function refuseUnderPressure(app: FastifyInstance): void {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  /** Event-loop delay in the last second; 0 without a measurement, such as while modules are being loaded. */
  let delayMs = 0;
  let timer: NodeJS.Timeout | undefined;
  app.addHook("onListen", () => {
    histogram.enable();
    // A sample that includes the start does not predict a request's delay.
    histogram.reset();
    timer = setInterval(() => {
      const mean = histogram.mean / 1e6 - RESOLUTION_MS;
      delayMs = Number.isNaN(mean) ? 0 : mean;
      histogram.reset();
    }, SAMPLE_MS).unref();
  });
  app.addHook("onClose", () => {
    clearInterval(timer);
    histogram.disable();
  });
  app.addHook("onRequest", async ({ raw }, reply) => {
    if (exceedsLimit(raw.socket)) {
      void reply.header("connection", "close");
      throw apiError("busy", "", RETRY_SECONDS);
    }
    if (delayMs > MAX_DELAY_MS) throw apiError("busy", "", RETRY_SECONDS);
  });
}
