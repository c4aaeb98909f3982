/** Consistency checks between the documents of an interface, and with the model. */
import {
  type Catalogue,
  type ChartDocument,
  CHART_TYPES,
  type InterfaceDocuments,
  type SectionDocument,
} from "../documents.ts";
import { iamcFactor } from "../iamc.ts";
import { factorBetween, familyOf, quantityOf, unitNames } from "../units.ts";
import { unitOfInput, unplacedInputs } from "../view.ts";
import type { InterfaceProblem, DocumentPositions } from "./read.ts";

type Warn = (document: object | string, key: string, message: string) => void;

const MAX_LEVELS = 3;

/**
 * All findings are warnings, since a page shows as much as it can. `positions` has the positions of the documents,
 * `areas` the model's areas.
 */
export function checkInterface(
  documents: InterfaceDocuments,
  catalogue: Catalogue,
  areas: readonly string[],
  positions: DocumentPositions,
): InterfaceProblem[] {
  const problems: InterfaceProblem[] = [];
  const warn: Warn = (document, key, message) => {
    const { file, line } = typeof document === "string" ? { file: document, line: null } : positions.find(document);
    problems.push({ severity: "warning", file, line, key, message });
  };
  checkKeys(documents, warn);
  checkSections(documents, catalogue, warn);
  checkSlides(documents, catalogue, warn);
  checkSliders(documents, catalogue, warn);
  checkHeadline(documents, catalogue, warn);
  for (const chart of documents.charts) checkChart(chart, catalogue, warn);
  checkUncertainties(documents, catalogue, warn);
  checkIamc(documents, catalogue, warn);
  for (const [key, area] of Object.entries(documents.areas)) {
    if (!areas.includes(key)) warn(area, key, "expected the key of an area");
  }
  return problems;
}

function* allSections(sections: readonly SectionDocument[], level = 1): Generator<[SectionDocument, number]> {
  for (const section of sections) {
    yield [section, level];
    yield* allSections(section.sections, level + 1);
  }
}

function checkKeys({ sections, slides, headline, charts, board }: InterfaceDocuments, warn: Warn): void {
  const kinds: readonly (readonly [string, readonly { readonly key: string }[]])[] = [
    ["section", Array.from(allSections(sections), ([section]) => section)],
    ["slide", slides],
    ["chart", charts],
  ];
  for (const [kind, members] of kinds) {
    const seen = new Set<string>();
    for (const member of members) {
      if (seen.has(member.key)) warn(member, member.key, `expected a unique key; another ${kind} has the same key`);
      seen.add(member.key);
    }
  }
  const chartKeys = new Set(charts.map(({ key }) => key));
  const checkChartKey = (document: object | string, key: string, chart: string | null): void => {
    if (chart !== null && !chartKeys.has(chart))
      warn(document, key, `chart: expected the key of a chart, found "${chart}"`);
  };
  for (const slide of slides) checkChartKey(slide, slide.key, slide.chart);
  for (const headlineDocument of headline)
    checkChartKey(headlineDocument, headlineDocument.query, headlineDocument.chart);
  for (const chart of charts) checkChartKey(chart, chart.key, chart.equals?.chart ?? null);
  for (const chart of board) checkChartKey("interface/board.yml", chart, chart);
}

function checkUncertainties({ uncertainties }: InterfaceDocuments, { inputs }: Catalogue, warn: Warn): void {
  const inputKeys = new Set(inputs.map(({ key }) => key));
  for (const [key, uncertainty] of Object.entries(uncertainties)) {
    if (!inputKeys.has(key)) warn(uncertainty, key, "expected the key of an input");
  }
}

/** Levels of a variable: "Final Energy|Electricity", without spaces around the bars. */
const VARIABLE = /^[^\s|](?:[^|]*[^\s|])?(?:\|[^\s|](?:[^|]*[^\s|])?)*$/;

function checkIamc({ iamc = {} }: InterfaceDocuments, { queries }: Catalogue, warn: Warn): void {
  const units = new Map(queries.map(({ key, unit }) => [key, unit]));
  for (const [variable, document] of Object.entries(iamc)) {
    const { query, unit } = document;
    const queryUnit = units.get(query);
    if (!VARIABLE.test(variable))
      warn(document, variable, 'expected levels without spaces around the bars, such as "Final Energy|Electricity"');
    if (queryUnit === undefined) warn(document, variable, `query: expected the key of a query, found "${query}"`);
    else if (iamcFactor(document, queryUnit) === null)
      warn(
        document,
        variable,
        `factor: expected the factor from ${queryUnit ?? "no unit"}, the unit of ${query}, to ${unit}`,
      );
  }
}

function checkSections({ sections }: InterfaceDocuments, { queries }: Catalogue, warn: Warn): void {
  const units = new Map(queries.map(({ key, unit }) => [key, unit]));
  for (const [section, level] of allSections(sections)) {
    const { key, share } = section;
    if (level > MAX_LEVELS) warn(section, key, `expected at most ${String(MAX_LEVELS)} levels of sections`);
    if (share === null) continue;
    const unit = units.get(share);
    if (unit === undefined) warn(section, key, `share: expected a query, found "${share}"`);
    else if (factorBetween(unit ?? "", "%") === null)
      warn(section, key, `share: expected a query with the unit factor or %; ${share} has ${unit ?? "none"}`);
  }
}

function checkSlides({ sections, slides, hidden }: InterfaceDocuments, { inputs }: Catalogue, warn: Warn): void {
  const sectionKeys = new Set(Array.from(allSections(sections), ([{ key }]) => key));
  const byKey = new Map(inputs.map((input) => [input.key, input]));
  const slideByInput = new Map<string, string>();
  for (const slide of slides) {
    if (!sectionKeys.has(slide.section))
      warn(slide, slide.key, `section: expected the key of a section, found "${slide.section}"`);
    for (const item of slide.sliders) {
      if (typeof item !== "string") continue;
      if (!byKey.has(item)) warn(slide, slide.key, `sliders: expected the key of an input, found "${item}"`);
      if (slide.repeats) continue;
      const otherSlide = slideByInput.get(item);
      if (otherSlide !== undefined) warn(slide, slide.key, `sliders: ${item} is already on slide ${otherSlide}`);
      slideByInput.set(item, slide.key);
    }
  }
  for (const key of hidden) {
    if (!byKey.has(key)) warn("interface/hidden.yml", key, "expected the key of an input");
    const slide = slideByInput.get(key);
    if (slide !== undefined)
      warn("interface/hidden.yml", key, `expected an input that is on no slide; it is on slide ${slide}`);
  }
  if (slides.some(({ repeats }) => !repeats)) {
    for (const { key } of unplacedInputs({ slides, hidden }, inputs))
      warn("interface/slides", key, "expected every input on a slide or in interface/hidden.yml");
  }
  for (const [group, members] of Map.groupBy(inputs, ({ shareGroup }) => shareGroup)) {
    const slideKeys = new Set(members.flatMap(({ key }) => slideByInput.get(key) ?? []));
    if (group !== null && slideKeys.size > 1)
      warn(
        "interface/slides",
        group,
        `expected the members of a share group on one slide; they are on ${[...slideKeys].join(", ")}`,
      );
  }
}

function checkSliders({ sliders }: InterfaceDocuments, { inputs }: Catalogue, warn: Warn): void {
  const byKey = new Map(inputs.map((input) => [input.key, input]));
  for (const [key, slider] of Object.entries(sliders)) {
    const input = byKey.get(key);
    if (input === undefined) {
      warn(slider, key, "expected the key of an input");
    } else if (slider.unit !== null && factorBetween(unitOfInput(input), slider.unit) === null) {
      warn(slider, key, `unit: expected ${expectedUnits(unitOfInput(input))}, found ${slider.unit}`);
    }
  }
}

function checkHeadline({ headline }: InterfaceDocuments, { queries }: Catalogue, warn: Warn): void {
  const units = new Map(queries.map(({ key, unit }) => [key, unit]));
  for (const headlineDocument of headline) {
    const unit = units.get(headlineDocument.query);
    if (unit === undefined) warn(headlineDocument, headlineDocument.query, "expected the key of a query");
    else if (factorBetween(unit ?? "", headlineDocument.unit) === null)
      warn(
        headlineDocument,
        headlineDocument.query,
        `unit: expected ${expectedUnits(unit)}, found ${headlineDocument.unit}`,
      );
    if (familyOf(headlineDocument.unit) === null && headlineDocument.range === null)
      warn(
        headlineDocument,
        headlineDocument.query,
        `range: expected the ends of its scale, since ${headlineDocument.unit} does not grow with the area`,
      );
    if (familyOf(headlineDocument.unit) !== null && headlineDocument.range !== null)
      warn(
        headlineDocument,
        headlineDocument.query,
        `range: expected none, since ${headlineDocument.unit} grows with the area, and its figures determine the scale`,
      );
    checkBase(headlineDocument, headlineDocument.query, units, warn);
  }
}

/** Checks the base of a ratio: a query that is 0 or has no value when the ratio does not exist. */
function checkBase(
  document: { readonly base: string | null },
  key: string,
  units: ReadonlyMap<string, string | null>,
  warn: Warn,
): void {
  if (document.base !== null && !units.has(document.base))
    warn(document, key, `base: expected the key of a query, found "${document.base}"`);
}

function checkChart(chart: ChartDocument, { queries }: Catalogue, warn: Warn): void {
  const units = new Map(queries.map(({ key, unit }) => [key, unit]));
  const { key, type, unit, series, columns, nodes } = chart;
  if (quantityOf(unit.show) !== unit.quantity) {
    const names = unitNames().filter((name) => quantityOf(name) === unit.quantity);
    warn(chart, key, `unit: expected one of ${names.join(", ")} for ${unit.quantity}, found ${unit.show}`);
  }
  const columnKeys = new Set(columns.map((column) => column.key));
  const nodeKeys = new Set(nodes.map((node) => node.key));
  const { data, hasTargets, part } = CHART_TYPES[type];
  const expectsCurves = data === "hourly";
  for (const seriesDocument of series) {
    for (const query of [...seriesDocument.queries, ...seriesDocument.less]) {
      const queryUnit = units.get(query);
      if (queryUnit === undefined) warn(seriesDocument, key, `expected the key of a query, found "${query}"`);
      else if ((queryUnit === "curve") !== expectsCurves)
        warn(seriesDocument, key, `${query}: expected a query ${expectsCurves ? "with" : "without"} the unit curve`);
      else if (factorBetween(queryUnit ?? "", unit.show) === null)
        warn(seriesDocument, key, `${query}: its unit ${queryUnit ?? "none"} cannot be shown as ${unit.show}`);
    }
    if (part === "columns" && !columnKeys.has(seriesDocument.column ?? ""))
      warn(
        seriesDocument,
        key,
        `column: expected one of ${[...columnKeys].join(", ")}, found ${seriesDocument.column ?? "none"}`,
      );
    for (const end of part === "nodes" ? (["from", "to"] as const) : []) {
      if (!nodeKeys.has(seriesDocument[end] ?? ""))
        warn(seriesDocument, key, `${end}: expected the key of a node, found ${seriesDocument[end] ?? "none"}`);
    }
    if (type === "target" && seriesDocument.target === null) warn(seriesDocument, key, "expected a target");
    if (!hasTargets && seriesDocument.target !== null)
      warn(seriesDocument, key, `target: expected none, ${type} does not draw targets`);
    checkBase(seriesDocument, key, units, warn);
    const isNamed = [
      seriesDocument.label,
      seriesDocument.carrier,
      seriesDocument.sector,
      seriesDocument.technology,
    ].some((name) => name !== null);
    if (!isNamed && part !== "nodes")
      warn(seriesDocument, key, "expected a carrier, a sector, a technology or a label");
  }
  for (const equalQuery of chart.equals?.queries ?? []) {
    if (factorBetween(units.get(equalQuery) ?? "", unit.show) === null)
      warn(chart, key, `equals: expected queries in a unit that can be shown as ${unit.show}, found ${equalQuery}`);
  }
  if (expectsCurves && chart.needs === null) warn(chart, key, "needs: expected hours, since its queries are curves");
}

const expectedUnits = (apiUnit: string | null): string => {
  const names = unitNames().filter((name) => factorBetween(apiUnit ?? "", name) !== null);
  return names.length === 0 ? `no unit (the model has ${apiUnit ?? "none"})` : `one of ${names.join(", ")}`;
};
