/** Disposition of the scenarios and lists whose only owner is erased. */

/** Kinds of things that people own. */
export const KINDS_OWNED = ["publicScenarios", "privateScenarios", "savedScenarios"] as const;
export type KindOwned = (typeof KINDS_OWNED)[number];

/** `leave`: unowned, and editable by everyone. Private scenarios are never left. */
export const FATES = ["delete", "leave", "hand_over"] as const;

export interface Fate {
  readonly choice: (typeof FATES)[number];
  /** Number of the person it is handed over to; null for the others. */
  readonly to: number | null;
}

export type Legacy = { readonly [K in KindOwned]: Fate };

/** The choices of each kind; the first is the default. */
export const FATES_OF = {
  publicScenarios: ["leave", "delete", "hand_over"],
  privateScenarios: ["delete", "hand_over"],
  savedScenarios: ["delete", "hand_over"],
} as const satisfies { readonly [K in KindOwned]: readonly Fate["choice"][] };

/** The disposition in a message. @throws RangeError for an unknown choice. */
export function fateOf(message: { readonly choice: string; readonly to?: number | undefined } | undefined): Fate {
  const choice = FATES.find((name) => name === message?.choice);
  const to = message?.to ?? null;
  if (choice === undefined || (choice === "hand_over") !== (to !== null)) {
    throw new RangeError(`the disposition is ${JSON.stringify(message)}, expected ${FATES.join(", ")}`);
  }
  return { choice, to };
}

export const fateMessage = ({ choice, to }: Fate): { choice: string; to: number | undefined } => ({
  choice,
  to: to ?? undefined,
});
