/** Checkpoints kept in a database of read models. */
import type { EventStore, Position, ReadDatabase } from "@etesian/event-store";
import type { Checkpoint } from "./event-bus.ts";

export const checkpointIn = (database: ReadDatabase, name: string): Checkpoint => ({
  load: () => database.checkpoint(name),
  async save(position) {
    const present = await database.checkpoint(name);
    // When another process moves it at the same time, one of both moves counts: at worst an event comes twice.
    if (present < position) await database.advance(name, present, position, []);
  },
});

/**
 * Where to go on reading a store.
 * @throws CheckpointAheadError when that is beyond its latest event.
 */
export async function loadChecked(
  checkpoint: Checkpoint,
  who: string,
  source: Pick<EventStore, "head">,
): Promise<Position> {
  const position = await checkpoint.load();
  if (position > (await source.head())) throw new CheckpointAheadError(who);
  return position;
}

/** The store has fewer events than were read from it: going on would pass over those to come. */
export class CheckpointAheadError extends Error {
  override readonly name = "CheckpointAheadError";

  constructor(who: string) {
    super(
      `${who} has seen events that the store does not have: it was restored from an older backup. ` +
        "Delete its row of the table checkpoints to begin again from the first event",
    );
  }
}
