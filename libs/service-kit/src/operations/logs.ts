/** Structured logs: one JSON object per line. */
import { destination, pino, type Logger } from "pino";

export type { Logger };

/**
 * The logger of a program; its services add `service`, and their parts `part`. No key occurs twice in a line. `fd` is
 * the file descriptor to write to (1, standard output).
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
    // Writes levels by name, such as "warn".
    formatters: { level: (label: string) => ({ level: label }) },
  };
  // Written synchronously, to keep the last lines before a crash.
  return pino(options, destination({ dest: fd, sync: true }));
}
