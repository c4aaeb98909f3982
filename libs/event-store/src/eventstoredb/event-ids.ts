/**
 * Streams that make event ids unique. The server deduplicates only within an append, so each id has its own stream. A
 * writer claims the id there, with the event's position, before the append; the first claim wins. A claim whose append
 * is still running is respected for a minute, which is much longer than any append may take.
 */
import { jsonEvent } from "@eventstore/db-client";
import { z } from "zod";
import { DuplicateEventError, EventClaimedError } from "../event-store.ts";
import type { NewEvent } from "../event.ts";
import { type Connection, INTERNAL, type ServerEvent, LateAppendError } from "./connection.ts";

const CLAIM_LIFETIME_MS = 60_000;
/** Maximum number of expected positions of an event; more indicates a bug. */
const MAX_INTENTIONS = 100;

const intention = z.object({ stream: z.string(), version: z.int() });
/** The expected or actual position of an event. */
type StreamPosition = z.infer<typeof intention>;

interface Intentions {
  /** Most recent first. */
  readonly positions: readonly StreamPosition[];
  readonly claimedAt: Date;
  /** Number of claims in the stream. */
  readonly length: number;
}

export class EventIds {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The event with an id; null if none is stored. */
  async find(id: string): Promise<ServerEvent | null> {
    const intentions = await this.#intentions(id);
    return intentions === null ? null : this.#findStored(id, intentions);
  }

  /**
   * Claims the ids of events before an append to a stream after a version. @throws DuplicateEventError if one is
   * stored at another position
   * @throws EventClaimedError while another append with one of the ids may be running
   */
  async claim(stream: string, events: readonly NewEvent[], after: number): Promise<void> {
    await Promise.all(events.map(({ id }, index) => this.#claim(id, { stream, version: after + index + 1 })));
  }

  async #claim(id: string, position: StreamPosition): Promise<void> {
    for (let length = 0; ;) {
      try {
        const claim = jsonEvent({ type: "EventAppending", data: { ...position } });
        await this.#connection.append(streamOf(id), [claim], length);
        return;
      } catch (error) {
        if (!(error instanceof LateAppendError)) throw error;
      }
      const intentions = await this.#intentions(id);
      if (intentions === null) continue;
      const stored = await this.#findStored(id, intentions);
      const isElsewhere = stored !== null && !isAt(stored, position);
      if (isElsewhere) throw new DuplicateEventError(position.stream);
      const [latest] = intentions.positions;
      // Claims of one stream do not wait for each other: the append after an outdated version will fail.
      if (latest?.stream === position.stream && latest.version === position.version) return;
      const isInProgress =
        latest?.stream !== position.stream && Date.now() - intentions.claimedAt.getTime() < CLAIM_LIFETIME_MS;
      if (isInProgress && !(await this.#isTaken(latest!))) throw new EventClaimedError(latest!.stream);
      ({ length } = intentions);
    }
  }

  /** Whether another event is already stored at a position. */
  async #isTaken({ stream, version }: StreamPosition): Promise<boolean> {
    return (await this.#connection.readForwards(stream, version - 1, 1)).length > 0;
  }

  async #intentions(id: string): Promise<Intentions | null> {
    const events = await this.#connection.readBackwards(streamOf(id), MAX_INTENTIONS);
    const [latest] = events;
    if (latest === undefined) return null;
    const positions = events.map(({ data }) => intention.parse(data));
    return { positions, claimedAt: latest.created, length: Number(latest.revision) + 1 };
  }

  async #findStored(id: string, { positions }: Intentions): Promise<ServerEvent | null> {
    for (const { stream, version } of positions) {
      const [event] = await this.#connection.readForwards(stream, version - 1, 1);
      if (event?.id === id) return event;
    }
    return null;
  }
}

const streamOf = (id: string): string => `${INTERNAL}id-${id}`;

const isAt = ({ streamId, revision }: ServerEvent, { stream, version }: StreamPosition): boolean =>
  streamId === stream && Number(revision) + 1 === version;
