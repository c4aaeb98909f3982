/**
 * The head of a file of events, noted in a small file beside it (`events.db-head`). SQLite takes a file without its log
 * for one that ends where the log began. Without the note, a deleted `events.db-wal` after a crash, or an older file,
 * would be served silently, and ids would be given out again. No append waits for the note to be on the disk. It
 * survives a killed process; after a power cut it may lag behind, which weakens the check alone.
 */
import { closeSync, constants, openSync, readSync, rmSync, writeSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { commandOf } from "@etesian/service-kit/commands";
import { StoreUnavailableError } from "../event-store.ts";

const DIGITS = 16;
const { O_RDWR, O_CREAT } = constants;

const pathOf = (path: string): string => `${path}-head`;

/** For a file that was put in the place of another. */
export function deleteNotedHead(path: string): void {
  rmSync(pathOf(path), { force: true });
}

export class NotedHead {
  readonly #file: number;

  /** @throws StoreUnavailableError when the file ends before what was noted of it. */
  constructor(path: string, database: DatabaseSync) {
    this.#file = openSync(pathOf(path), O_RDWR | O_CREAT, 0o600);
    const text = Buffer.alloc(DIGITS);
    const noted = Number(text.toString("latin1", 0, readSync(this.#file, text, 0, DIGITS, 0)));
    const row = database.prepare("select coalesce(max(position), 0) as head from events").get();
    const head = Number(row!["head"]);
    if (noted > head) {
      this.close();
      throw new StoreUnavailableError(
        `${path} ends at event ${head}, and has had ${noted}: it is an older one, or its log ${path}-wal was taken away. ` +
          `Put back what is missing, restore a backup, or accept the loss: ${commandOf("events")} accept-loss ${path}`,
      );
    }
    this.note(head);
  }

  /** The last event that was stored. */
  note(position: number): void {
    try {
      writeSync(this.#file, String(position).padStart(DIGITS, "0"), 0);
    } catch {
      // A disk that cannot keep it says so to those who append.
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}
