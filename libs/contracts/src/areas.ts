/**
 * Default area of a new scenario, as the API documents it. If the model has no such area, its own default is used.
 */
export const DEFAULT_AREA = "nl";
