/** Kinds of entries of the model's dictionary. */
export const KINDS = ["sliders", "queries", "charts", "areas"] as const;
export type Kind = (typeof KINDS)[number];
