/** Checks whether an SQLite file is intact. SQLite verifies its structure; checksums verify the contents of events. */
import { existsSync, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { commandOf } from "@etesian/service-kit/commands";
import { StoreUnavailableError } from "../event-store.ts";

/** Whether a file's log has not been written back: its last process was killed, or another process has it open. */
export function hasLog(path: string): boolean {
  const log = `${path}-wal`;
  return existsSync(log) && statSync(log).size > 0;
}

/**
 * @throws StoreUnavailableError with the problems. `isThorough` also compares indexes with tables, which takes longer.
 */
export function checkFile(database: DatabaseSync, path: string, isThorough = false): void {
  const check = isThorough ? "integrity_check" : "quick_check";
  const rows = database.prepare(`pragma ${check}(5)`).all() as { [check]: string }[];
  const problems = rows.map((row) => row[check]).filter((problem) => problem !== "ok");
  if (problems.length > 0) {
    throw new StoreUnavailableError(
      `${path} is damaged: ${problems.join("; ")}. Inspect it with: ${commandOf("events")} check; restore a backup`,
    );
  }
}
