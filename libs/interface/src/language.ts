/** Languages of the interface. */
export const LANGUAGES = ["en", "nl"] as const;

export type Language = (typeof LANGUAGES)[number];

/** A string in every language. */
export type Text = { readonly [language in Language]: string };
