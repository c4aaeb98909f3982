/** Builds an interface from a checkout of the Energy Transition Model's front end. */
import type {
  Catalogue,
  ChartDocument,
  InterfaceDocuments,
  SectionDocument,
  SlideDocument,
  SlideItemDocument,
  SliderDocument,
} from "@etesian/interface";
import { factorBetween, quantityOf, readableKey, unplacedInputs } from "@etesian/interface";
import { importCharts, keyOf } from "./charts.ts";
import { type FrontEnd, type InputElement, readFrontEnd } from "./front-end.ts";
import type { ReportOmission, Omission } from "./omission.ts";

export interface ImportedInterface {
  readonly documents: InterfaceDocuments;
  readonly leftOut: readonly Omission[];
  /** The licence of the imported text. */
  readonly licence: string;
}

/**
 * Titles, slides, the order of sliders, headline numbers and charts, where the model has their inputs and queries.
 * @throws ImportError
 */
export function importInterface(
  directory: string,
  catalogue: Catalogue,
  includedDocuments: InterfaceDocuments,
  sameInBothYears: (query: string) => string = (query) => query,
): ImportedInterface {
  const frontEnd = readFrontEnd(directory);
  const leftOut: Omission[] = [];
  const reportOmission: ReportOmission = (kind, key, reason) => leftOut.push({ kind, key, reason });

  const includedKeys = new Set(includedDocuments.charts.map(({ key }) => key));
  const importedCharts = importCharts(frontEnd, catalogue, sameInBothYears, reportOmission).filter(
    ({ key }) => !includedKeys.has(key),
  );
  const charts = [...includedDocuments.charts, ...importedCharts];
  const { elementsBySlide, sliders } = importSliders(frontEnd, catalogue, reportOmission);
  const slides = importSlides(frontEnd, elementsBySlide, charts, reportOmission);
  const documents: InterfaceDocuments = {
    ...includedDocuments,
    sections: [...includedDocuments.sections, ...importSections(frontEnd, slides, catalogue, reportOmission)],
    slides: [...includedDocuments.slides, ...slides],
    // Titles of the front end need their slide: "Electricity" is a share of cars.
    sliders: { ...includedDocuments.sliders, ...sliders, ...slidersOnSlides(includedDocuments) },
    charts,
    // Sliders that the front end hides.
    hidden: unplacedInputs({ slides, hidden: [] }, catalogue.inputs).map(({ key }) => key),
  };
  return { documents, leftOut, licence: frontEnd.licence };
}

/** Documents of the sliders that the slides show. */
const slidersOnSlides = ({ slides, sliders }: InterfaceDocuments): InterfaceDocuments["sliders"] =>
  Object.fromEntries(
    slides
      .flatMap((slide) => slide.sliders)
      .flatMap((item) =>
        typeof item === "string" && sliders[item] !== undefined ? [[item, sliders[item]] as const] : [],
      ),
  );

const byPosition = (a: { position?: number | null | undefined }, b: { position?: number | null | undefined }): number =>
  (a.position ?? Infinity) - (b.position ?? Infinity) || 0;

/** Sliders of the model's inputs: their documents, and each slide's sliders in order. */
function importSliders({ inputElements, text }: FrontEnd, { inputs }: Catalogue, reportOmission: ReportOmission) {
  const units = new Map(inputs.map(({ key, unit }) => [key, unit ?? ""]));
  const sliders: { [input: string]: SliderDocument } = {};
  const elements = inputElements.filter(({ key }) => {
    if (units.has(key)) return true;
    reportOmission("slider", key, "the model has no such input");
    return false;
  });
  for (const { key, unit } of elements) {
    const title = text("input_elements", key, "title");
    if (title === null) {
      reportOmission("title", key, "the front end has none: its key is used instead");
      continue;
    }
    const displayUnit = unitFor(unit ?? "", units.get(key)!);
    if (displayUnit === undefined)
      reportOmission("unit", key, `${String(unit)} is not known for ${units.get(key) || "no unit"}, which is kept`);
    sliders[key] = { title, about: text("input_elements", key, "description"), unit: displayUnit ?? null, shown: null };
  }
  const elementsBySlide = Map.groupBy(elements.toSorted(byPosition), ({ slide_key }) => slide_key ?? "");
  return { elementsBySlide, sliders };
}

/** The front end's spellings. */
const SPELLINGS: { readonly [unit: string]: string } = {
  "€/tonne": "€/t",
  "€/Tonne": "€/t",
  hours: "h",
  year: "years",
  degC: "°C",
  Mton: "Mt",
  "€/liter": "€/l",
};

/**
 * The unit in which the front end shows an input. It never converts, so its unit is another name of the model's; one
 * that would need a factor is a mistake. Null stands for the model's own unit, undefined for an unknown one.
 */
function unitFor(unit: string, inputUnit: string): string | null | undefined {
  const trimmed = unit.trim();
  const label = SPELLINGS[trimmed] ?? trimmed;
  // Units of switches and lists.
  if (label === inputUnit || ["", "boolean", "radio", "weather-curves"].includes(label)) return null;
  return quantityOf(label) !== null && factorBetween(inputUnit, label) === 1 ? label : undefined;
}

function importSlides(
  { slides, text }: FrontEnd,
  elementsBySlide: ReadonlyMap<string, readonly InputElement[]>,
  charts: readonly ChartDocument[],
  reportOmission: ReportOmission,
): readonly SlideDocument[] {
  const chartKeys = new Set(charts.map(({ key }) => key));
  for (const [slide, members] of elementsBySlide) {
    if (slides.some(({ key }) => key === slide)) continue;
    for (const { key } of members) reportOmission("slider", key, "on no slide of the front end");
  }
  return slides.toSorted(byPosition).flatMap((slide) => {
    const members = elementsBySlide.get(slide.key) ?? [];
    const chart = keyOf(slide.output_element_key ?? "");
    if (members.length === 0 && !chartKeys.has(chart)) {
      reportOmission("slide", slide.key, "neither its sliders nor its chart exists");
      return [];
    }
    return {
      key: keyOf(slide.key),
      section: sectionKey(slide.sidebar_item_key),
      title: text("slides", slide.key, "title") ?? readableKey(slide.key),
      about: text("slides", slide.key, "description"),
      chart: chartKeys.has(chart) ? chart : null,
      sliders: withHeadings(members, text),
      repeats: false,
    };
  });
}

/** Sliders of a group follow its heading, at the group's first occurrence. */
function withHeadings(members: readonly InputElement[], text: FrontEnd["text"]): readonly SlideItemDocument[] {
  const groups = Map.groupBy(members, ({ interface_group }) => interface_group ?? "");
  return [...groups].flatMap(([group, groupElements]): readonly SlideItemDocument[] => {
    const heading = group === "" ? null : text("accordion", group);
    const keys = groupElements.map(({ key }) => key);
    return heading === null ? keys : [{ heading }, ...keys];
  });
}

/** A tab and a sidebar item may have the same key. */
const sectionKey = (item: string): string => keyOf(`section_${item}`);
const tabKey = (tab: string): string => keyOf(`tab_${tab}`);

/** The tab of prices, building and running costs. */
const UNCERTAIN_TAB = "costs";

function importSections(
  { tabs, sidebarItems, text }: FrontEnd,
  slides: readonly SlideDocument[],
  { queries }: Catalogue,
  reportOmission: ReportOmission,
): readonly SectionDocument[] {
  const sectionsWithSlides = new Set(slides.map(({ section }) => section));
  const units = new Map(queries.map(({ key, unit }) => [key, unit ?? ""]));
  const items = sidebarItems.toSorted(byPosition);
  const sectionOf = (item: (typeof items)[number]): readonly SectionDocument[] => {
    const subsections = items.filter(({ parent_key }) => parent_key === item.key).flatMap(sectionOf);
    const key = sectionKey(item.key);
    if (subsections.length === 0 && !sectionsWithSlides.has(key)) {
      reportOmission("section", item.key, "none of its slides exists");
      return [];
    }
    const bar = item.percentage_bar_query ?? "";
    return [
      {
        key,
        title: text("sidebar_items", item.key, "title") ?? readableKey(item.key),
        share: factorBetween(units.get(bar) ?? "", "%") === null ? null : bar,
        role: null,
        sections: subsections,
      },
    ];
  };
  return tabs.toSorted(byPosition).flatMap(({ key }) => {
    const sections = items
      .filter(({ tab_key, parent_key }) => tab_key === key && (parent_key ?? "") === "")
      .flatMap(sectionOf);
    if (sections.length === 0) return [];
    return [
      {
        key: tabKey(key),
        title: text("tabs", key) ?? readableKey(key),
        share: null,
        role: key === UNCERTAIN_TAB ? "uncertainty" : null,
        sections,
      },
    ];
  });
}
