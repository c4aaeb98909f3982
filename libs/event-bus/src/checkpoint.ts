/** Checkpoints kept in a database of read models. */
import type { ReadDatabase } from "@etesian/event-store";
import type { Checkpoint } from "./event-bus.ts";

export const checkpointIn = (database: ReadDatabase, name: string): Checkpoint => ({
  load: () => database.checkpoint(name),
  async save(position) {
    const present = await database.checkpoint(name);
    // When another process moves it at the same time, one of both moves counts: at worst an event comes twice.
    if (present < position) await database.advance(name, present, position, []);
  },
});
