/** Back-pressure: while the event loop comes too late to everything, requests are refused at once instead of waiting. */
import underPressure from "@fastify/under-pressure";
import type { FastifyInstance } from "fastify";
import { apiError } from "./errors.ts";

const MAX_DELAY_MS = 1_000;
const SAMPLE_MS = 1_000;
const RETRY_SECONDS = 10;

/** Routes registered before this are never refused. */
export async function refuseUnderPressure(app: FastifyInstance): Promise<void> {
  let listensSince = Number.POSITIVE_INFINITY;
  app.addHook("onListen", () => void (listensSince = performance.now()));
  await app.register(underPressure, {
    maxEventLoopDelay: MAX_DELAY_MS,
    sampleInterval: SAMPLE_MS,
    async pressureHandler(_request, _reply, _type, delay) {
      // Infinite: nothing was measured, as when the loop did not turn at all while the program was loaded. That start, and a
      // sample that reaches back to it, says nothing of how long a request would wait.
      const isOfStart = !(performance.now() - listensSince > 2 * SAMPLE_MS);
      if (delay === Number.POSITIVE_INFINITY || isOfStart) return;
      throw apiError("busy", "", RETRY_SECONDS);
    },
  });
}
