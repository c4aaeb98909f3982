/** The questions of the Explore screen, in the order in which people ask them. */
export const QUESTIONS = ["matters", "sure", "target", "areas", "answers", "differ"] as const;
export type Question = (typeof QUESTIONS)[number];

/** Sliders that an exploration moves: the sliders on the slide, the sliders in its section, or all. */
export const SCOPES = ["slide", "section", "all"] as const;
export type Scope = (typeof SCOPES)[number];
