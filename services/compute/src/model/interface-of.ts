/** The interface documents of a model, validated against its inputs and queries. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Catalogue, factorBetween, type InterfaceDocuments, unitOfInput } from "@etesian/interface";
import { readExamples, readInterface, readSliders } from "@etesian/interface/reading";
import type { Model, ModelDefinition } from "@etesian/model";
import { PROJECT } from "@etesian/service-kit";

/** Included charts and first slide, for queries and inputs with ETSource's keys. */
export const INCLUDED_CHARTS = join(PROJECT, "models/etsource");
/** The included model has titles for many of ETSource's inputs. */
const INCLUDED_MODEL = join(PROJECT, "models/starter");

/** The `update_type` of inputs whose percentage compounds annually. */
const PER_YEAR = "%y";

/** A query whose result is multiplied by 100. In ETSource, sixteen have the unit `factor`; their values are per cent. */
const IN_PER_CENT = /^\s*100(?:\.0)?\s*\*|\*\s*100(?:\.0)?\s*$/;

/** Facts about the model to which the interface documents refer. */
export const catalogueOf = ({ inputs, gqueries }: Pick<ModelDefinition, "inputs" | "gqueries">): Catalogue => ({
  inputs: inputs.map(({ key, unit, shareGroup, updateType, source }) => {
    const folder = dirname(source.file).replace(/^inputs\/?/, "");
    return { key, unit, shareGroup, folder, compounds: updateType === PER_YEAR };
  }),
  queries: gqueries.map(({ key, unit, query }) => ({
    key,
    unit: unit === "factor" && IN_PER_CENT.test(query) ? "%" : unit,
  })),
});

/** Reads a model's interface documents from its directory on each call; a model without any gets the included ones. */
export function interfaceOf({
  directory,
  definition,
  areas,
}: Pick<Model, "directory" | "definition" | "areas">): ReturnType<typeof readInterface> {
  const catalogue = catalogueOf(definition);
  const keys = areas.map(({ area }) => area);
  const hasOwnInterface = ["interface", "charts"].some((folder) => existsSync(join(directory, folder)));
  if (hasOwnInterface) return readInterface(directory, catalogue, keys);
  return { documents: includedInterface({ definition, areas }), problems: [] };
}

/**
 * The included charts and headline numbers whose queries a model has, the included slides with its inputs, and the
 * titles of inputs that the included model also has.
 */
export function includedInterface({ definition, areas }: Pick<Model, "definition" | "areas">): InterfaceDocuments {
  const catalogue = catalogueOf(definition);
  const keys = areas.map(({ area }) => area);
  return withoutMissingReferences(readInterface(INCLUDED_CHARTS, catalogue, keys).documents, catalogue, keys);
}

/** A model's example scenarios, validated against its inputs and areas. */
export const examplesOf = ({ directory, definition, areas }: Pick<Model, "directory" | "definition" | "areas">) =>
  readExamples(
    directory,
    catalogueOf(definition),
    areas.map(({ area }) => area),
  );

/** The documents without references to missing queries, inputs or areas. */
function withoutMissingReferences(
  documents: InterfaceDocuments,
  { queries, inputs }: Catalogue,
  areas: readonly string[],
): InterfaceDocuments {
  const queryKeys = new Set(queries.map(({ key }) => key));
  const charts = documents.charts.filter(({ series }) =>
    series.every((seriesDocument) =>
      [...seriesDocument.queries, ...seriesDocument.less].every((query) => queryKeys.has(query)),
    ),
  );
  const chartKeys = new Set(charts.map(({ key }) => key));
  const headline = documents.headline
    .filter(({ query, base }) => queryKeys.has(query) && (base === null || queryKeys.has(base)))
    .map((headlineDocument) => ({
      ...headlineDocument,
      chart: chartKeys.has(headlineDocument.chart ?? "") ? headlineDocument.chart : null,
    }));
  const board = documents.board.filter((key) => chartKeys.has(key));
  const inputKeys = new Set(inputs.map(({ key }) => key));
  const slides = documents.slides
    .map((slide) => ({
      ...slide,
      sliders: slide.sliders.filter((item) => typeof item !== "string" || inputKeys.has(item)),
    }))
    .filter((slide) => slide.sliders.some((item) => typeof item === "string"));
  const sections = documents.sections.filter(({ key }) => slides.some(({ section }) => section === key));
  const titles = { ...titlesOfIncludedModel(), ...documents.sliders };
  const sliders = inputs.flatMap((input) => {
    const title = Object.hasOwn(titles, input.key) ? titles[input.key]! : null;
    if (title === null) return [];
    // An annual growth rate in one model may be a share in another: the unit of this model's input decides.
    const ownUnit = unitOfInput(input);
    const isSameKind = title.unit === null || (title.unit === "% a year") === (ownUnit === "% a year");
    if (!isSameKind) return [[input.key, { ...title, unit: null, shown: null }] as const];
    return title.unit === null || factorBetween(ownUnit, title.unit) !== null ? [[input.key, title] as const] : [];
  });
  const iamc = Object.entries(documents.iamc ?? {}).filter(([, { query }]) => queryKeys.has(query));
  const areaDocuments = Object.entries(documents.areas).filter(([key]) => areas.includes(key));
  return {
    ...documents,
    sections,
    slides,
    sliders: Object.fromEntries(sliders),
    charts,
    headline,
    board,
    areas: Object.fromEntries(areaDocuments),
    iamc: Object.fromEntries(iamc),
  };
}

/**
 * Titles, units and useful ranges of the included model's inputs. Their descriptions apply to the included model
 * only.
 */
const titlesOfIncludedModel = (): InterfaceDocuments["sliders"] =>
  Object.fromEntries(
    Object.entries(readSliders(INCLUDED_MODEL)).map(([key, { title, unit, shown }]) => [
      key,
      { title, about: null, unit, shown },
    ]),
  );
