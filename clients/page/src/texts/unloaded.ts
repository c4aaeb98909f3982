/** Said where a part of the page could not be loaded: before its other words, which may be missing, too. */
import type { Language } from "../figures/figures.ts";

export const UNLOADED: Readonly<Record<Language, string>> = {
  en: "This part of the page could not be loaded: the server is away, or has a newer page. Reload it to try again.",
  nl: "Dit deel van de pagina kon niet worden geladen: de server is weg, of heeft een nieuwere pagina. Laad opnieuw om het nog eens te proberen.",
};
