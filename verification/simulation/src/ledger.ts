/** An aggregate whose events say what they were decided on: one decided on anything but what is before it shows it. */
import type { Decider, EventOf } from "@etesian/event-store";
import { z } from "zod";

export const ledgerEvents = {
  Entered: {
    version: 1,
    schema: z.object({ token: z.string(), part: z.int(), of: z.int(), base: z.int() }),
  },
} as const;

type Entered = EventOf<typeof ledgerEvents>;

export interface Ledger {
  /** Of each event, in order. */
  readonly tokens: readonly string[];
}

export interface Enter {
  /** No two commands have the same. */
  readonly token: string;
  /** Events that follow. */
  readonly parts: number;
}

/** No ledger has more events. */
export const FULL = 40;

export const ledger: Decider<Ledger, Enter, Entered, "full"> = {
  initial: { tokens: [] },
  decide: ({ token, parts }, { tokens }) =>
    tokens.length + parts > FULL
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
