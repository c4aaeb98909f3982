/** What becomes of what a person owned who is erased, and nobody else owns. */

/** Kinds of things that people own. */
export const KINDS_OWNED = ["publicScenarios", "privateScenarios", "savedScenarios"] as const;
export type KindOwned = (typeof KINDS_OWNED)[number];

/** `leave`: it is nobody's, for everybody to change. What is private never is. */
export const FATES = ["delete", "leave", "hand_over"] as const;

export interface Fate {
  readonly choice: (typeof FATES)[number];
  /** Number of the person it is handed over to; null for the others. */
  readonly to: number | null;
}

export type Legacy = { readonly [K in KindOwned]: Fate };

/** What can be chosen, by kind, the first unless something else is said. */
export const FATES_OF = {
  publicScenarios: ["leave", "delete", "hand_over"],
  privateScenarios: ["delete", "hand_over"],
  savedScenarios: ["delete", "hand_over"],
} as const satisfies { readonly [K in KindOwned]: readonly Fate["choice"][] };

/** A fate as a message has it. @throws RangeError when it is none. */
export function fateOf(message: { readonly choice: string; readonly to?: number | undefined } | undefined): Fate {
  const choice = FATES.find((name) => name === message?.choice);
  const to = message?.to ?? null;
  if (choice === undefined || (choice === "hand_over") !== (to !== null)) {
    throw new RangeError(`what becomes of it is ${JSON.stringify(message)}, expected ${FATES.join(", ")}`);
  }
  return { choice, to };
}

export const fateMessage = ({ choice, to }: Fate): { choice: string; to: number | undefined } => ({
  choice,
  to: to ?? undefined,
});
