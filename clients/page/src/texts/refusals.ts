/** The server's refusals in the page's language, by error code (docs/reference/errors.md). */
import { ApiError } from "@etesian/client";
import { errorMessages } from "../account/visitor.ts";
import type { Language } from "../figures/figures.ts";

/** Complete sentences. */
const DUTCH_SENTENCES: Readonly<Record<string, string>> = {
  malformed_json: "Het verzoek is geen geldige JSON.",
  not_utf8: "Het verzoek is niet in UTF-8.",
  malformed_form: "Het formulier kan niet worden gelezen.",
  not_an_object: "Het verzoek is geen JSON-object.",
  bad_idempotency_key: "De Idempotency-Key is ongeldig.",
  bad_token: "Het token is ongeldig of verlopen.",
  csrf_token_missing: "De sessie is verlopen. Laad de pagina opnieuw.",
  password_required: "Hiervoor is je wachtwoord nodig.",
  read_only: "Dit scenario is alleen-lezen.",
  not_yours: "Dit scenario is van een andere gebruiker.",
  not_author: "Deze opmerking is van iemand anders.",
  unknown_comment: "Deze opmerking bestaat niet meer.",
  too_many_comments: "Dit scenario heeft te veel opmerkingen. Verwijder afgehandelde opmerkingen.",
  login_required: "Log in om dit te doen.",
  not_admin: "Alleen beheerders kunnen dit doen.",
  not_featured: "Dit voorbeeld bestaat niet.",
  not_found: "Niet gevonden.",
  not_attached: "Niet gevonden.",
  no_such_route: "Niet gevonden.",
  flexibility_order: "De flexibiliteitsvolgorde bestaat niet meer: marginale kosten bepalen de volgorde.",
  version_conflict: "Het scenario is intussen gewijzigd.",
  request_timeout: "Het verzoek duurde te lang.",
  headers_too_large: "Het adres van het verzoek is te lang.",
  users_failed: "Sommige gebruikers konden niet worden gewijzigd.",
  history_full: "De geschiedenis van dit scenario is vol. Maak een kopie om verder te gaan.",
  idempotency_key_used: "Deze wijziging is al eerder verstuurd.",
  client_gone: "De verbinding is verbroken.",
  internal: "Er ging iets mis op de server.",
  busy: "De server is bezet. Probeer het later opnieuw.",
  unavailable: "De server is niet beschikbaar. Probeer het later opnieuw.",
  contended: "Anderen wijzigen dit scenario op dit moment. Probeer het later opnieuw.",
  unreachable: "De server antwoordt niet.",
};

/** Translated starts of sentences; the server's details follow in English. */
const DUTCH_BEGINNINGS: Readonly<Record<string, string>> = {
  not_acceptable: "Deze tabel bestaat niet in dit formaat",
  bad_request: "Het verzoek is ongeldig",
  nested_too_deep: "Het verzoek is te diep genest",
  too_many_values: "Het verzoek heeft te veel waarden",
  too_many_keys: "Het verzoek heeft te veel sleutels",
  lost_number: "Een getal kan niet exact worden opgeslagen",
  missing_parameter: "Er ontbreekt een gegeven",
  too_many_ids: "Te veel scenario’s tegelijk",
  bad_version: "De versie is ongeldig",
  unauthenticated: "Inloggen is niet gelukt",
  origin_not_allowed: "Deze website mag dit niet doen",
  forbidden: "Dit mag niet",
  missing_scope: "Het token geeft hiervoor geen rechten",
  unknown_input: "Deze schuifregelaar bestaat niet",
  unknown_part: "Dit onderdeel van het model bestaat niet",
  model_parts_off: "De server geeft het model niet vrij",
  unknown_scenarios: "Een scenario bestaat niet",
  not_tagged: "Deze versie heeft geen label",
  unknown_version: "Deze versie bestaat niet",
  no_such_table: "Deze tabel bestaat niet",
  invalid_workbook: "De werkmap kan niet worden gelezen",
  no_hours: "Dit scenario heeft geen uurberekening",
  uncalculable: "Dit gebied kan niet worden berekend",
  method_not_allowed: "Dit kan hier niet",
  area_gone: "Dit gebied wordt niet meer ondersteund",
  body_too_large: "Het bestand is te groot",
  change_too_large: "De wijziging is te groot",
  unsupported_body: "Dit soort bestand wordt niet ondersteund",
  unsupported_charset: "Deze tekenset wordt niet ondersteund",
  unsupported_encoding: "Deze codering wordt niet ondersteund",
  invalid: "Niet geaccepteerd",
  invalid_file: "Het bestand is niet geaccepteerd",
  unknown_fields: "Onbekende velden",
  unknown_subtype: "Dit temperatuurniveau bestaat niet",
  not_boolean: "Een veld moet waar of onwaar zijn",
  no_result: "Er is geen resultaat",
  unknown_curve: "Deze curve bestaat niet",
  bad_curve_source: "De bron van de curve is ongeldig",
  cannot_be_calculated: "Dit kan niet worden berekend",
  too_many_results: "Te veel uitkomsten tegelijk",
  too_many_variants: "De reeks heeft te veel varianten",
  too_many_outputs: "De reeks heeft te veel uitkomsten",
  sweep_too_long: "De reeks zou te lang duren",
  sweep_storage_full: "Er is geen ruimte meer voor resultaten; verwijder oudere reeksen",
  too_many_sweeps: "Er lopen al te veel reeksen; wacht, of stop er een",
  no_such_range: "Dit deel van het bestand bestaat niet",
  too_many_requests: "Te veel verzoeken, probeer het straks opnieuw",
  damaged: "De opgeslagen gegevens zijn beschadigd",
  answer_lost: "Het antwoord ging verloren; de wijziging is misschien wel uitgevoerd",
};

/** An error's sentences in a language. Details that only the server knows remain in English. */
export function refusalIn(language: Language, error: unknown): readonly string[] {
  const sentences = errorMessages(error);
  if (language === "en" || !(error instanceof ApiError)) return sentences;
  const sentence = DUTCH_SENTENCES[error.code];
  if (sentence !== undefined) return [sentence];
  const beginning = DUTCH_BEGINNINGS[error.code];
  return beginning === undefined ? sentences : sentences.map((details) => `${beginning}: ${details}`);
}
