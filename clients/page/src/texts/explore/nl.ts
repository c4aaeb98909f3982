/** Exploration in Dutch. */
import type { ExploreTexts } from "./en.ts";

export const nl: ExploreTexts = {
  again: "Opnieuw berekenen",
  versus: (number: string, best: string) => `${number} en ${best}`,
  always: (value: string) => `altijd ${value}`,
  answer: "Antwoord",
  answers: (count: number) =>
    count === 0 ? "Goede antwoorden" : count === 1 ? "1 goed antwoord" : `${count} verschillende goede antwoorden`,
  answersAbout: (slack: string, best: string) =>
    `Binnen ${slack} van de beste variant die aan de voorwaarde voldoet, naar ${best}, met zo verschillend mogelijke schuifregelaars.`,
  answersFoot: "Instellen verzet de schuifregelaars van het antwoord samen; ongedaan maken zet ze terug.",
  anyOf: (from: string, to: string) => `alles van ${from} tot ${to}`,
  apply: "Instellen",
  apart: "Wat het anders maakt",
  apartOf: (parts: readonly { readonly title: string; readonly isMore: boolean }[]) =>
    parts.map(({ title, isMore }) => `${isMore ? "meer" : "minder"} ${title}`).join("; "),
  applyAnswer: (place: number) => `Instellen: antwoord ${place}`,
  areas: "Gebieden",
  areasAbout: (moves: number) =>
    moves === 0
      ? "Er is geen schuifregelaar verzet: elk gebied heeft zijn eigen beginwaarden."
      : `De verzette schuifregelaars (${moves}) in elk gebied: hoeveelheden veranderen met dezelfde factor, prijzen en aandelen krijgen dezelfde waarde.`,
  areasBy: {
    change: (number: string, year: string) => `${number}: verandering tot ${year}`,
    value: (number: string, year: string) => `${number} in ${year}`,
  },
  areasFoot: "Kies een gebied om de kerncijfers ervan te zien.",
  atLeast: "minimaal",
  atMost: "maximaal",
  applyOf: (title: string) => `Instellen: ${title}`,
  axes: "Assen",
  axesAbout:
    "Een lijn voor elke variant. Donker: goede. Vet: de antwoorden. Dik deel van een as: 8 van de 10 goede varianten. Sleep over een as om een deel te houden.",
  band: "Bandbreedte van",
  bands: { "8": "8 van de 10", "9": "9 van de 10", all: "alle" },
  between: (band: string, low: string, high: string) => `${band} varianten liggen tussen ${low} en ${high}.`,
  cancel: "Stoppen",
  change: "Verandering",
  causes: "Oorzaken van de spreiding",
  causesAbout:
    "Deel van de spreiding dat elke onzekerheid op zichzelf verklaart. Leeg: het cijfer daalt als zij stijgt.",
  causesFoot: (count: number) =>
    `Gekwadrateerde rangcorrelaties over dezelfde varianten; ${count} onzekerheden variëren onafhankelijk.`,
  cloudFoot: "Stippen: varianten. Donker: goede. Genummerd: de antwoorden. Ring: dit scenario.",
  common: "Wat de goede antwoorden gemeen hebben",
  commonAbout:
    "Balk: 8 van de 10 goede varianten; een korte balk hebben alle gemeen. Streepjes: de genummerde antwoorden.",
  clearBrush: "Selectie wissen",
  commonAs: "Tonen als",
  counted: (count: string, place: "page" | "server") =>
    place === "page" ? `${count}, berekend in uw browser` : `${count}, berekend op de server`,
  counts: {
    areas: (count: string) => `${count} gebieden`,
    sliders: (count: string) => `${count} schuifregelaars`,
    variants: (count: string) => `${count} varianten`,
  },
  curve: "Curve",
  differ: "Verschil verklaren",
  differAbout:
    "Elke wijziging draagt haar effect bij, gemiddeld over alle volgorden van de wijzigingen: de bijdragen tellen op en wisselwerking is gelijk verdeeld.",
  distribution: "Verdeling over de gebieden",
  distributionAbout: (count: number) => `${count} gebieden. Licht: 8 van de 10. Streeplijn: het gekozen gebied.`,
  edges: { low: "laag", median: "mediaan", high: "hoog" },
  effectsEach: "Effecten per schuifregelaar",
  everyArea: "Alle",
  ended: {
    cancelled: "Deze berekening is gestopt; de resultaten zijn verwijderd.",
    expired: "De resultaten van deze berekening zijn niet meer opgeslagen.",
  },
  endsAt: (figure: string, position: string) => `komt tot ${figure} bij ${position}`,
  exact: "De bijdragen zijn exact en tellen op tot het verschil.",
  failing: (count: number) =>
    count === 1 ? "1 schuifregelaar haalt het niet alleen" : `${count} schuifregelaars halen het niet alleen`,
  effect: "effect",
  explains: "Verklaart",
  from: "verzet",
  half: "helft van alle",
  hourlyAbout: (band: string, count: string) =>
    `Licht: ${band} varianten. Donker: de helft daarvan. Lijn: de mediaan van elk uur. ${count} varianten.`,
  hourlyFoot: "Geen variant volgt een rand van de band door alle uren. Het weerjaar blijft gelijk.",
  hourlyNone: "Geen variant heeft deze curve: de uurberekening staat uit.",
  hourlyUpTo: (count: string) => `De browser berekent bandbreedtes per uur, voor maximaal ${count} varianten.`,
  goodOf: (good: string, feasible: string, of: string) =>
    `${feasible} van ${of} varianten voldoen aan de voorwaarde; ${good} daarvan zijn goed.`,
  fromTo: (number: string, own: string, other: string) => `${number}: van ${own} naar ${other}`,
  keepFrom: (title: string) => `Houd vanaf: ${title}`,
  keepTo: (title: string) => `Houd tot en met: ${title}`,
  jumps: (slider: string, position: string, before: string, after: string) =>
    `${slider} springt eroverheen bij ${position}: van ${before} naar ${after}.`,
  failed: (variants: number) =>
    variants === 1 ? "1 variant heeft geen uitkomst." : `${variants} varianten hebben geen uitkomst.`,
  intervals:
    "Dunne lijn: kleinste tot grootste effect, afhankelijk van de andere schuifregelaars. Leeg: aandelen, beide kanten op.",
  leftOutHere: (count: number) =>
    count === 1 ? "1 verzette schuifregelaar geldt hier niet." : `${count} verzette schuifregelaars gelden hier niet.`,
  leftOut: (count: number) => `${count} kunnen niet variëren, zoals schuifregelaars op 0.`,
  mapAbout: "Hoe donkerder een gebied, hoe hoger het cijfer: vijf klassen met elk evenveel gebieden.",
  measure: "Cijfer",
  measures: { change: () => "Verandering sinds nu", value: (year: string) => year },
  median: "mediaan",
  move: "Verplaatsing",
  nearest: "Dichtstbij",
  needed: "Nodig",
  noAnswer: (of: string, nearest: string) =>
    `Geen van ${of} varianten voldoet aan de voorwaarde. Het dichtstbij komt ${nearest}. Versoepel de voorwaarde, kies een groter bereik, of probeer meer varianten.`,
  noArea: "Geen gebied gekozen",
  noEffect: (number: string) => `Geen van deze schuifregelaars verandert ${number}.`,
  noNumbers: "Dit model heeft geen kerncijfers.",
  noOther: "Kies een tweede scenario om het verschil met dit scenario te verklaren.",
  noneReaches: (target: string, nearest: string) =>
    `Geen enkele schuifregelaar haalt ${target} alleen. De beste komt tot ${nearest}. Verzet er meer, of kies een ander doel.`,
  nothingMoves: "Hier is geen schuifregelaar met een bereik. Kies een groter bereik.",
  noRanges: "Dit model beschrijft geen onzekerheden.",
  noSlider: "Geen schuifregelaar gekozen",
  notHere: "Deze vraag kan alleen als uw browser rekent; nu rekent de server.",
  nothingVaries: "Geen van deze schuifregelaars kan variëren: ze staan op 0 of vast. Kies een groter bereik.",
  otherArea: "Bijdragen vragen twee scenario’s van hetzelfde gebied, zonder schaling.",
  ofBest: "van de beste",
  oneArea: "Dit model heeft één gebied.",
  open: "Openen",
  openOf: (name: string) => `Openen als nieuw scenario: ${name}`,
  openVariant: "Openen als nieuw scenario:",
  openInWorkbench: "Open in werkbank",
  planning: "Varianten voorbereiden…",
  present: "Nu",
  preview: "Voorbeeld",
  previewAbout:
    "Alle kerncijfers met de schuifregelaar op de benodigde waarde. Er wordt niets opgeslagen tot u instelt.",
  previewOf: (slider: string) => `Voorbeeld: ${slider}`,
  progress: (done: string, of: string, seconds: number | null) =>
    seconds === null ? `${done} van ${of}` : `${done} van ${of} · nog ongeveer ${seconds} s`,
  progressOf: "Voortgang",
  questions: {
    matters: "Invloed",
    sure: "Onzekerheid",
    target: "Doel halen",
    areas: "Alle gebieden",
    answers: "Goede antwoorden",
    differ: "Verschillen",
  },
  range: "Bandbreedte",
  ranges: "Kerncijfers en hun bandbreedte",
  rangesAbout: (band: string) => `Licht: ${band} varianten. Donker: de helft. Dikke streep: dit scenario.`,
  rangesBelong:
    "Prijzen en kosten variëren binnen de gedocumenteerde grenzen van het model. De varianten veranderen geen scenario; het weerjaar blijft gelijk.",
  ranking: (percent: string) =>
    `Gemiddeld effect als elke schuifregelaar van ${percent}\u00a0% onder tot ${percent}\u00a0% boven zijn huidige waarde gaat, terwijl de andere variëren.`,
  seriesAbout: (band: string) => `Licht: ${band} varianten. Donker: de helft. Dikke streep: dit scenario.`,
  seriesFoot: "De bandbreedten van delen tellen niet op tot die van hun som.",
  refused: (reason: string) => `De server weigert dit: ${reason}.`,
  signInForMore: "Log in voor hogere grenzen, of kies minder.",
  variants: "Varianten",
  reaching: (count: number, target: string) =>
    count === 1
      ? `1 schuifregelaar haalt zelfstandig ${target}`
      : `${count} schuifregelaars halen zelfstandig ${target}`,
  sampled:
    "Schattingen uit 32 volgorden van de wijzigingen, met intervallen van 95\u00a0%; ze tellen op tot het verschil.",
  saved: {
    about:
      "Berekeningen op de server: opgeslagen berekeningen, en die met meer varianten dan de browser berekent. Resultaten blijven 30 dagen opgeslagen.",
    isSaved: "Opgeslagen; de server berekent het opnieuw.",
    more: "Meer tonen",
    none: "Geen opgeslagen berekeningen.",
    remove: "Verwijderen",
    removeOf: (title: string) => `Verwijderen: ${title}`,
    requested: "Aangevraagd",
    running: (done: string) => `${done} klaar`,
    save: "Opslaan",
    scenario: (id: number) => `scenario ${id}`,
    state: "Status",
    states: {
      cancelled: "gestopt",
      completed: "klaar",
      expired: "verlopen",
      failed: "mislukt",
      requested: "wacht",
      running: "loopt",
    },
    title: "Opgeslagen berekeningen",
    untitled: (id: string) => `Reeks ${id}`,
  },
  scope: "Bereik",
  scopes: { slide: "Dit onderwerp", section: "Onderdeel", all: "Alle schuifregelaars" },
  shares: (members: number) => `${members} aandelen`,
  showMore: (count: number) => `Toon er nog ${count}`,
  sizeIn: (unit: string) => `Horizontaal: gemiddelde grootte van het effect, ${unit}`,
  sliderOf: (title: string | null) => (title === null ? "Schuifregelaar" : `Schuifregelaar: ${title}`),
  sort: "Volgorde",
  sorts: { highest: "Hoogste", lowest: "Laagste", name: "A tot Z" },
  span: (from: string, to: string) => (from.startsWith("−") ? `${from} tot ${to}` : `${from}–${to}`),
  spreadIn: (unit: string) => `Spreiding van het effect, ${unit}`,
  stale: "Het scenario is sindsdien gewijzigd.",
  stopped: (of: string, done: string) => `Gestopt na ${done} van ${of}`,
  table: "Tabel",
  target: "Doel",
  targetAbout:
    "Elke schuifregelaar beweegt apart over zijn bruikbare bereik; prijzen en andere onzekerheden blijven gelijk. De kleinste verplaatsing staat bovenaan.",
  targetOf: (number: string, unit: string) => `Doel: ${number}, ${unit}`,
  thisScenario: "dit scenario",
  afterwards: "Dan",
  today: "Nu",
  todayThen: (today: string, then: string) => `${today} naar ${then}`,
  together: "Los of samen",
  togetherAbout: "Rechts: groot effect. Boven: het effect hangt van de andere schuifregelaars af.",
  uncertainty: "Onzeker",
  variantsOf: (number: string, count: string) => `${number} in ${count} varianten`,
  views: "Vragen",
  effectOfEach: (number: string) => `${number}: effect van elke schuifregelaar`,
  within: "binnen",
  without: (count: number) => `${count} hebben geen effect.`,
};
