/** The questions of the Explore screen, in the order in which people ask them. */
export const QUESTIONS = ["matters", "sure", "target", "areas", "answers", "differ"] as const;
export type Question = (typeof QUESTIONS)[number];

/**
 * Moves of sliders whose effects are compared: alone, by a tenth of the position, to the ends of the range, or by a
 * tenth of the range; or while others vary.
 */
export const MOVES = ["present", "ends", "tenth", "together"] as const;
export type Move = (typeof MOVES)[number];

/** Sliders that an exploration moves: the slide's, its section's, or all. */
export const SCOPES = ["slide", "section", "all"] as const;
export type Scope = (typeof SCOPES)[number];
