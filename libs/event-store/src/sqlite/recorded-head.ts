/**
 * The head of an event file, recorded in a small file next to it (`events.db-head`). SQLite treats a file without its
 * log as complete up to the last checkpoint. Without the record, the loss of `events.db-wal` after a crash, or an older
 * file, would go unnoticed, and ids would be assigned again. Appends do not wait until the record is on disk. It
 * survives a killed process; after a power cut, it may lag, which only weakens the check.
 */
import { closeSync, constants, openSync, readSync, rmSync, writeSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { commandOf } from "@etesian/service-kit/commands";
import { StoreUnavailableError } from "../event-store.ts";

const DIGITS = 16;
const { O_RDWR, O_CREAT } = constants;

const pathOf = (path: string): string => `${path}-head`;

/** Deletes the record, for a file that was replaced. */
export function deleteRecordedHead(path: string): void {
  rmSync(pathOf(path), { force: true });
}

export class RecordedHead {
  readonly #file: number;

  /** @throws StoreUnavailableError if the file ends before the recorded head. */
  constructor(path: string, database: DatabaseSync) {
    this.#file = openSync(pathOf(path), O_RDWR | O_CREAT, 0o600);
    const text = Buffer.alloc(DIGITS);
    const recordedHead = Number(text.toString("latin1", 0, readSync(this.#file, text, 0, DIGITS, 0)));
    const row = database.prepare("select coalesce(max(position), 0) as head from events").get();
    const head = Number(row!["head"]);
    if (recordedHead > head) {
      this.close();
      throw new StoreUnavailableError(
        `${path} ends at event ${head}, but ${recordedHead} was noted: it is an older file, or its log ${path}-wal was deleted. ` +
          `Restore the missing file or a backup, or accept the loss: ${commandOf("events")} accept-loss ${path}`,
      );
    }
    this.note(head);
  }

  /** Records the last stored event. */
  note(position: number): void {
    try {
      writeSync(this.#file, String(position).padStart(DIGITS, "0"), 0);
    } catch {
      // A disk that cannot store the note also fails the append.
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}
