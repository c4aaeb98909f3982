/**
 * An aggregate whose events record the state on which they were decided, so that a decision based on any other state is
 * detected.
 */
import type { Decider, EventOf } from "@etesian/event-store";
import { z } from "zod";

export const ledgerEvents = {
  Entered: {
    version: 1,
    schema: z.object({ token: z.string(), part: z.int(), of: z.int(), base: z.int() }),
  },
} as const;

type LedgerEvent = EventOf<typeof ledgerEvents>;

export interface Ledger {
  /** The token of each event, in order. */
  readonly tokens: readonly string[];
}

export interface EnterCommand {
  /** Unique per command. */
  readonly token: string;
  /** The number of events that the command appends. */
  readonly parts: number;
}

/** The maximum number of events of a ledger. */
export const MAX_EVENTS = 40;

export const ledger: Decider<Ledger, EnterCommand, LedgerEvent, "full"> = {
  initial: { tokens: [] },
  decide: ({ token, parts }, { tokens }) =>
    tokens.length + parts > MAX_EVENTS
      ? { refusal: "full" }
      : {
          events: Array.from({ length: parts }, (_, part) => ({
            type: "Entered",
            data: { token, part, of: parts, base: tokens.length },
          })),
        },
  evolve: ({ tokens }, { data: { token } }) => ({ tokens: [...tokens, token] }),
};

export const streamOf = (id: number): string => (id === 3 ? "other-3" : `ledger-${id}`);
