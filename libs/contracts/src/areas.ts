/**
 * Default area of a new scenario according to the API's document; if the model has no such area, its own default is
 * used.
 */
export const DEFAULT_AREA = "nl";
