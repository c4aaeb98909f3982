/**
 * Back-pressure: while the event loop is blocked repeatedly, or the process has no free connections, requests are
 * refused immediately instead of being queued.
 */
import { exceedsLimit } from "@etesian/service-kit";
import type { FastifyInstance } from "fastify";
import { apiError } from "./errors.ts";
import { FILES } from "./files.ts";

const MAX_DELAY_MS = 1_000;
const TICK_MS = 500;
const RETRY_SECONDS = 10;

/** Routes registered before this are never refused; files ({@link FILES}) only without a free connection. */
export function refuseUnderPressure(app: FastifyInstance): void {
  /**
   * Delays of the last two ticks. A single delay may be a garbage collection or a large response.
   * `monitorEventLoopDelay` cannot replace this: it records nothing while each iteration takes longer than the time
   * between two of its resets.
   */
  let delays: readonly [number, number] = [0, 0];
  let timer: NodeJS.Timeout | undefined;
  app.addHook("onListen", () => {
    let expectedTick = performance.now() + TICK_MS;
    timer = setInterval(() => {
      const now = performance.now();
      delays = [delays[1], now - expectedTick];
      expectedTick = now + TICK_MS;
    }, TICK_MS).unref();
  });
  app.addHook("onClose", () => clearInterval(timer));
  app.addHook("onRequest", async ({ raw, routeOptions }, reply) => {
    if (exceedsLimit(raw.socket)) {
      void reply.header("connection", "close");
      throw apiError("busy", "", RETRY_SECONDS);
    }
    if (routeOptions.config.rateLimit === FILES.config.rateLimit) return;
    if (Math.min(...delays) > MAX_DELAY_MS) throw apiError("busy", "", RETRY_SECONDS);
  });
}
