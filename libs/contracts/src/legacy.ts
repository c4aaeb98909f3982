/** Disposition of the resources of an erased person who was their only owner. */

/** Kinds of resources that people own. */
export const OWNED_KINDS = ["publicScenarios", "privateScenarios", "savedScenarios"] as const;
export type OwnedKind = (typeof OWNED_KINDS)[number];

/** `leave`: unowned, and editable by everyone. Private scenarios are never left unowned. */
export const DISPOSITIONS = ["delete", "leave", "hand_over"] as const;

export interface Disposition {
  readonly choice: (typeof DISPOSITIONS)[number];
  /** ID of the receiving person; null unless the resource is handed over. */
  readonly to: number | null;
}

export type Legacy = { readonly [K in OwnedKind]: Disposition };

/** The choices for each kind; the first is the default. */
export const DISPOSITIONS_BY_KIND = {
  publicScenarios: ["leave", "delete", "hand_over"],
  privateScenarios: ["delete", "hand_over"],
  savedScenarios: ["delete", "hand_over"],
} as const satisfies { readonly [K in OwnedKind]: readonly Disposition["choice"][] };

/** The disposition in a message. @throws RangeError for an unknown choice. */
export function dispositionOf(
  message: { readonly choice: string; readonly to?: number | undefined } | undefined,
): Disposition {
  const choice = DISPOSITIONS.find((name) => name === message?.choice);
  const to = message?.to ?? null;
  if (choice === undefined || (choice === "hand_over") !== (to !== null)) {
    throw new RangeError(`the disposition is ${JSON.stringify(message)}, expected ${DISPOSITIONS.join(", ")}`);
  }
  return { choice, to };
}

export const dispositionMessage = ({ choice, to }: Disposition): { choice: string; to: number | undefined } => ({
  choice,
  to: to ?? undefined,
});
