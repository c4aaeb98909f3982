/** Checkpoints stored in a read-model database. */
import type { EventStore, Position, ReadDatabase } from "@etesian/event-store";
import type { Checkpoint } from "./event-bus.ts";

export const checkpointIn = (database: ReadDatabase, name: string): Checkpoint => ({
  load: () => database.checkpoint(name),
  async save(position) {
    const current = await database.checkpoint(name);
    // If another process moves the checkpoint at the same time, one of the moves is lost: at worst, an event is
    // delivered twice.
    if (current < position) await database.advance(name, current, position, []);
  },
});

/**
 * Loads a checkpoint and verifies it against the store. @throws CheckpointAheadError if it is beyond the store's
 * latest event.
 */
export async function loadCheckpoint(
  checkpoint: Checkpoint,
  reader: string,
  source: Pick<EventStore, "head">,
): Promise<Position> {
  const position = await checkpoint.load();
  if (position > (await source.head())) throw new CheckpointAheadError(reader);
  return position;
}

/** The store ends before the reader's position, so that continuing would skip its next events. */
export class CheckpointAheadError extends Error {
  override readonly name = "CheckpointAheadError";

  constructor(reader: string) {
    super(
      `${reader} is ahead of the store, which was probably restored from an older backup. ` +
        "Delete its row in the table checkpoints to start again from the first event",
    );
  }
}
