/** Comments in Dutch. */
import type { CommentTexts } from "./en.ts";

export const nl: CommentTexts = {
  add: "Plaatsen",
  commentOn: (title) => `Opmerking bij ${title}`,
  author: (id) => `Gebruiker ${id}`,
  commentBy: (name) => `Opmerking van ${name}`,
  cancel: "Annuleren",
  edit: "Bewerken",
  edited: "bewerkt",
  erased: "De tekst is met het account van de auteur verwijderd.",
  erasedAuthor: "Verwijderd account",
  howTo:
    "Druk op M bij een schuifregelaar of grafiek voor een opmerking, of kies Opmerking in het menu van een grafiek.",
  none: "Geen opmerkingen",
  notAllowed: "Opmerkingen zijn zichtbaar voor mensen met een rol in het scenario.",
  openCount: (count) => (count === 1 ? "1 open opmerking" : `${count} open opmerkingen`),
  openCountOn: (count, title) =>
    count === 1 ? `1 open opmerking bij ${title}` : `${count} open opmerkingen bij ${title}`,
  people: "Mensen",
  placeholder: "Typ @ om iemand te noemen; die krijgt een e-mail",
  viewers: "Bekijken dit scenario",
  remove: "Verwijderen",
  reopen: "Heropenen",
  resolve: "Afhandelen",
  resolved: "afgehandeld",
  save: "Opslaan",
  showAll: "Alle opmerkingen",
  showResolved: "Afgehandelde opmerkingen tonen",
  text: "Tekst van de opmerking",
  title: "Opmerkingen",
  titleOf: (subject) => `Opmerkingen bij ${subject}`,
};
