/** Area of a scenario that names none, by the API's document; where the model has no area of this key, its default one. */
export const DEFAULT_AREA = "nl";
