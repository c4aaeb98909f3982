/** Structured logs: one JSON object a line. */
import { destination, pino, type Logger } from "pino";

export type { Logger };

/** A logger of one service; `fd` is the file descriptor written to (1, standard output). */
export function createLogger({
  service,
  level = "info",
  fd = 1,
}: {
  readonly service: string;
  readonly level?: string;
  readonly fd?: number;
}): Logger {
  // Written synchronously: the last lines before a crash are the ones worth having.
  return pino(
    { level, base: { service }, timestamp: () => `,"time":"${new Date().toISOString()}"` },
    destination({ dest: fd, sync: true }),
  );
}
