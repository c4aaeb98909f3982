/**
 * Shown if a part of the page could not be loaded; separate from the other texts, because those may also be missing.
 */
import type { Language } from "../figures/figures.ts";

export const UNLOADED: Readonly<Record<Language, string>> = {
  en: "This part of the page could not be loaded: the server is unreachable or has a newer version of the page. Reload to try again.",
  nl: "Dit deel van de pagina kon niet worden geladen: de server is onbereikbaar of heeft een nieuwere versie van de pagina. Laad de pagina opnieuw.",
};
