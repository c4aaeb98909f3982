/** Structured logs: one JSON object a line. */
import { destination, pino, type Logger } from "pino";

export type { Logger };

/**
 * A logger of one program; its services add `service`, and their parts `part`: no key is in a line twice. `fd` is the file
 * descriptor written to (1, standard output).
 */
export function createLogger({
  program,
  level = "info",
  fd = 1,
}: {
  readonly program: string;
  readonly level?: string;
  readonly fd?: number;
}): Logger {
  const options = {
    level,
    base: { program },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    // By name: "warn".
    formatters: { level: (label: string) => ({ level: label }) },
  };
  // Written synchronously: the last lines before a crash are the ones worth having.
  return pino(options, destination({ dest: fd, sync: true }));
}
