/** The view of a model in one language, for pages: documents with selected strings, converted units and filled gaps. */
import { groupBy } from "@etesian/collections";
import { CARRIERS, SECTORS, TECHNOLOGIES } from "./colours.ts";
import type {
  Catalogue,
  ChartDocument,
  ChartType,
  HeadlineDocument,
  InputFact,
  InterfaceDocuments,
  Market,
  SectionDocument,
  SeriesDocument,
  SlideDocument,
  SliderDocument,
} from "./documents.ts";
import type { Language } from "./language.ts";
import { readableKey } from "./readable.ts";
import { factorBetween, resultUnit, type Prefixes, quantityOf, scaledUnit, unitLabel } from "./units.ts";

export interface InterfaceView {
  readonly sections: readonly Section[];
  /** Every input, including inputs without a slide. */
  readonly sliders: ReadonlyMap<string, Slider>;
  readonly headline: readonly HeadlineNumber[];
  readonly charts: ReadonlyMap<string, Chart>;
  /** Initial charts, in order. */
  readonly board: readonly string[];
  /** Names of areas, by key. */
  readonly areas: ReadonlyMap<string, string>;
  /** How values in an API unit are displayed where no document defines it: hourly reports, parts of results. */
  readonly displayUnitOf: (apiUnit: string) => DisplayUnit;
}

export interface DisplayUnit {
  /** Label for display. */
  readonly unit: string;
  /** Factor from the API's values to `unit`. */
  readonly factor: number;
}

export interface Section {
  readonly key: string;
  readonly title: string;
  /** A query that is drawn as a bar below the title, and the factor from its values to per cent. */
  readonly share: { readonly query: string; readonly factor: number } | null;
  readonly sections: readonly Section[];
  readonly slides: readonly Slide[];
}

export interface Slide {
  readonly key: string;
  readonly title: string;
  /** Whether the model has a title; if not, it is derived from the key. */
  readonly isTitled: boolean;
  /** A blank line starts a paragraph. */
  readonly about: string | null;
  readonly chart: string | null;
  readonly items: readonly SlideItem[];
  /** Whether its sliders also appear on other slides. */
  readonly repeats: boolean;
}

export type SlideItem =
  | { readonly kind: "heading"; readonly text: string }
  | { readonly kind: "slider"; readonly key: string };

export interface Slider extends DisplayUnit {
  readonly title: string;
  readonly isTitled: boolean;
  readonly about: string | null;
  /** The name in the table of units, the same in all languages. */
  readonly unitName: string;
  /** The useful part of a wider range, in the API's unit. */
  readonly shown: readonly [min: number, max: number] | null;
}

/**
 * Marks values that do not exist although queries return a number: 0 instead of an hourly peak, −100 % without a
 * base.
 */
export interface ExistenceRule {
  /** Why it exists only in the future: it is derived from `hours`, or only defined for the `future`. */
  readonly needs: "hours" | "future" | null;
  /** The query of its base, the denominator of a ratio, without which the value does not exist. */
  readonly base: string | null;
}

export interface HeadlineNumber extends DisplayUnit, ExistenceRule {
  readonly query: string;
  readonly title: string;
  /** A short title, for use where the full one does not fit. */
  readonly short: string;
  readonly unitName: string;
  readonly better: "lower" | "higher" | null;
  /** The ends of its scale, in `unit`. Null if they are derived from the area's own figures. */
  readonly range: readonly [min: number, max: number] | null;
  /** In `unit`. */
  readonly target: number | null;
  readonly chart: string | null;
}

export interface Chart {
  readonly key: string;
  readonly type: ChartType;
  readonly title: string;
  readonly about: string | null;
  readonly unit: string;
  readonly unitName: string;
  readonly needs: "hours" | null;
  readonly market: Market | null;
  readonly columns: readonly ChartLabel[];
  readonly nodes: readonly (ChartLabel & { readonly column: number })[];
  readonly series: readonly ChartSeries[];
  readonly source: string | null;
}

export interface ChartLabel {
  readonly key: string;
  readonly label: string;
  /** Name of a design token; null if no colour is defined. */
  readonly colour: string | null;
}

export interface ChartSeries extends ChartLabel, ExistenceRule {
  /** Terms to add up, each multiplied by its factor. */
  readonly terms: readonly ChartTerm[];
  readonly drawn: SeriesDocument["drawn"];
  readonly column: string | null;
  readonly from: string | null;
  readonly to: string | null;
  /** In the chart's unit. */
  readonly target: number | null;
}

export interface ChartTerm {
  readonly query: string;
  /** Factor from the query's values to the chart's unit. */
  readonly factor: number;
}

/** The queries of a chart, without duplicates. */
export const queriesOf = (chart: Pick<Chart, "series">): readonly string[] => [
  ...new Set(
    chart.series.flatMap(({ terms, base }) => [...terms.map(({ query }) => query), ...(base === null ? [] : [base])]),
  ),
];

/**
 * The interface in a language. A missing title is derived from the key. Inputs that are neither on a slide nor hidden
 * get sections and slides named after their documents' folders.
 * @param prefixes the prefixes of the displayed scenario; without them, units are as in the documents
 */
export function viewOf(
  documents: InterfaceDocuments,
  catalogue: Catalogue,
  language: Language,
  prefixes: Prefixes = {},
): InterfaceView {
  const queryUnits = new Map(catalogue.queries.map(({ key, unit }) => [key, unit ?? ""]));
  const factorOf: FactorOf = (query, displayUnit) => factorBetween(queryUnits.get(query) ?? "", displayUnit) ?? 1;
  const shareOf: ShareOf = (query) => ({ query, factor: factorBetween(queryUnits.get(query) ?? "factor", "%") ?? 100 });

  return {
    sections: [
      ...documents.sections.map((section) => sectionView(section, documents.slides, shareOf, language)),
      ...sectionsOfFolders(unplacedInputs(documents, catalogue.inputs), language),
    ],
    sliders: new Map(
      catalogue.inputs.map((input) => [
        input.key,
        sliderView(input, documents.sliders[input.key] ?? null, language, prefixes),
      ]),
    ),
    headline: documents.headline.map((headlineDocument) =>
      headlineView(headlineDocument, factorOf, language, prefixes),
    ),
    charts: new Map(documents.charts.map((chart) => [chart.key, chartView(chart, factorOf, language, prefixes)])),
    board: documents.board,
    areas: new Map(Object.entries(documents.areas).map(([key, { title }]) => [key, title[language]])),
    displayUnitOf: (apiUnit) => {
      const name = scaledUnit(resultUnit(apiUnit), prefixes);
      return { unit: unitLabel(name, language), factor: factorBetween(apiUnit, name) ?? 1 };
    },
  };
}

/** The bar of a query. A query that the model lacks, or whose unit is not a share, is treated as a factor. */
type ShareOf = (query: string) => NonNullable<Section["share"]>;

/** Inputs that are neither hidden nor on a slide, not counting slides that repeat sliders. */
export function unplacedInputs(
  { slides, hidden }: Pick<InterfaceDocuments, "slides" | "hidden">,
  inputs: readonly InputFact[],
): readonly InputFact[] {
  const placedKeys = new Set<unknown>([
    ...hidden,
    ...slides.flatMap(({ sliders, repeats }) => (repeats ? [] : sliders)),
  ]);
  return inputs.filter(({ key }) => !placedKeys.has(key));
}

function sectionView(
  section: SectionDocument,
  slides: readonly SlideDocument[],
  shareOf: ShareOf,
  language: Language,
): Section {
  return {
    key: section.key,
    title: section.title[language],
    share: section.share === null ? null : shareOf(section.share),
    sections: section.sections.map((section) => sectionView(section, slides, shareOf, language)),
    slides: slides.filter((slide) => slide.section === section.key).map((slide) => slideView(slide, language)),
  };
}

const slideView = ({ key, title, about, chart, sliders, repeats }: SlideDocument, language: Language): Slide => ({
  key,
  title: title[language],
  isTitled: true,
  about: about?.[language] ?? null,
  chart,
  items: sliders.map((item) =>
    typeof item === "string" ? { kind: "slider", key: item } : { kind: "heading", text: item.heading[language] },
  ),
  repeats,
});

/**
 * A section for each folder directly below `inputs`, a subsection for each of its folders, and a slide for each
 * folder with inputs.
 */
function sectionsOfFolders(inputs: readonly InputFact[], language: Language): readonly Section[] {
  const partsOf = ({ folder }: InputFact): readonly string[] => folder.split("/");
  return Array.from(
    groupBy(inputs, (input) => partsOf(input)[0]!),
    ([folder, folderInputs]) => ({
      ...sectionOfFolder(
        folder,
        folderInputs.filter((input) => partsOf(input).length === 1),
        language,
      ),
      sections: Array.from(
        groupBy(
          folderInputs.filter((input) => partsOf(input).length > 1),
          (input) => partsOf(input).slice(0, 2).join("/"),
        ),
        ([subfolder, members]) => sectionOfFolder(subfolder, members, language),
      ),
    }),
  );
}

const sectionOfFolder = (folder: string, inputs: readonly InputFact[], language: Language): Section => ({
  key: `folder:${folder}`,
  title: nameOfFolder(folder, language),
  share: null,
  sections: [],
  slides: Array.from(
    groupBy(inputs, (input) => input.folder),
    ([subfolder, members]): Slide => ({
      key: `folder:${subfolder}`,
      title: nameOfFolder(subfolder, language),
      isTitled: false,
      about: null,
      chart: null,
      items: members.map(({ key }) => ({ kind: "slider", key })),
      repeats: false,
    }),
  ),
});

/** The last folder without the name of its parent: "Heating" for `households/households_heating`. */
function nameOfFolder(folder: string, language: Language): string {
  const parents = folder.split("/");
  const name = parents.pop()!;
  const repeatedParent = parents.find((title) => name.startsWith(`${title}_`));
  return readableKey(repeatedParent === undefined ? name : name.slice(repeatedParent.length + 1))[language];
}

function sliderView(input: InputFact, document: SliderDocument | null, language: Language, prefixes: Prefixes): Slider {
  const { key } = input;
  const inputUnit = unitOfInput(input);
  const documentedUnit = document?.unit ?? inputUnit;
  const unitName = scaledUnit(documentedUnit, prefixes);
  const usefulRange = document?.shown ?? null;
  const factorToDocument = factorBetween(inputUnit, documentedUnit) ?? 1;
  return {
    title: (document?.title ?? readableKey(key))[language],
    isTitled: document !== null,
    about: document?.about?.[language] ?? null,
    unit: unitLabel(unitName, language),
    unitName,
    factor: factorBetween(inputUnit, unitName) ?? 1,
    shown: usefulRange === null ? null : [usefulRange[0] / factorToDocument, usefulRange[1] / factorToDocument],
  };
}

/**
 * The unit of an input's values. A share that compounds annually is a growth rate: −10 % a year removes 94 % by 2050.
 */
export const unitOfInput = ({ unit, compounds }: Pick<InputFact, "unit" | "compounds">): string =>
  compounds && quantityOf(unit ?? "") === "share" ? "% a year" : (unit ?? "");

function headlineView(document: HeadlineDocument, factorOf: FactorOf, language: Language, prefixes: Prefixes) {
  const name = scaledUnit(document.unit, prefixes);
  const scaleFactor = factorBetween(document.unit, name) ?? 1;
  const number: HeadlineNumber = {
    query: document.query,
    title: document.title[language],
    short: (document.short ?? document.title)[language],
    unit: unitLabel(name, language),
    unitName: name,
    factor: factorOf(document.query, name),
    better: document.better,
    range: document.range,
    target: document.target === null ? null : document.target * scaleFactor,
    chart: document.chart,
    needs: document.needs,
    base: document.base,
  };
  return number;
}

/** Factor from a query's values to a display unit. */
type FactorOf = (query: string, displayUnit: string) => number;

function chartView(chart: ChartDocument, factorOf: FactorOf, language: Language, prefixes: Prefixes): Chart {
  const { key, type, needs, market, unit } = chart;
  const unitName = scaledUnit(unit.show, prefixes);
  const scaleFactor = factorBetween(unit.show, unitName) ?? 1;
  return {
    key,
    type,
    title: chart.title[language],
    about: chart.about?.[language] ?? null,
    unit: unitLabel(unitName, language),
    unitName,
    needs,
    market,
    columns: chart.columns.map((column) => labelAndColour(column.key, column, language)),
    nodes: chart.nodes.map((node) => ({ ...labelAndColour(node.key, node, language), column: node.column })),
    series: chart.series.map((series, index) => {
      const { queries, less, drawn, column, from, to, base } = series;
      const terms = [
        ...queries.map((query) => ({ query, factor: factorOf(query, unitName) })),
        ...less.map((query) => ({ query, factor: -factorOf(query, unitName) })),
      ];
      const { label, colour } = labelAndColour(queries[0] ?? "", series, language);
      const target = series.target === null ? null : series.target * scaleFactor;
      return {
        key: `${String(index)}:${queries.join("+")}`,
        label,
        colour,
        terms,
        drawn,
        column,
        from,
        to,
        target,
        needs: needs ?? series.needs,
        base,
      };
    }),
    source: chart.source?.[language] ?? null,
  };
}

/** The document's label, if it has one, or the label of its carrier, sector or technology; and their colour. */
function labelAndColour(
  key: string,
  {
    label,
    ...tokens
  }: Pick<SeriesDocument, "label"> & Partial<Pick<SeriesDocument, "carrier" | "sector" | "technology">>,
  language: Language,
): ChartLabel {
  const { carrier = null, sector = null, technology = null } = tokens;
  const labelledToken =
    technology !== null
      ? TECHNOLOGIES[technology]
      : sector !== null
        ? SECTORS[sector]
        : carrier !== null
          ? CARRIERS[carrier]
          : null;
  return {
    key,
    label: (label ?? labelledToken?.label ?? readableKey(key))[language],
    colour: labelledToken?.token ?? null,
  };
}
