/** The interface documents of a model, checked against its inputs and queries. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Catalogue, InterfaceDocuments } from "@etesian/interface";
import { readExamples, readInterface } from "@etesian/interface/reading";
import type { Model, ModelDefinition } from "@etesian/model";
import { PROJECT } from "@etesian/service-kit";

/** Charts for queries with the keys of ETSource, shipped with the project. */
export const INCLUDED_CHARTS = join(PROJECT, "models/etsource");

/** Facts of a model that the interface needs. */
export const catalogueOf = ({ inputs, gqueries }: Pick<ModelDefinition, "inputs" | "gqueries">): Catalogue => ({
  inputs: inputs.map(({ key, unit, shareGroup, source }) => {
    return { key, unit, shareGroup, folder: dirname(source.file).replace(/^inputs\/?/, "") };
  }),
  queries: gqueries.map(({ key, unit }) => ({ key, unit })),
});

/**
 * Those of its directory, read each time. A model that has none gets the included charts and headline numbers whose queries it
 * has.
 */
export function interfaceOf({
  directory,
  definition,
  areas,
}: Pick<Model, "directory" | "definition" | "areas">): ReturnType<typeof readInterface> {
  const catalogue = catalogueOf(definition);
  const keys = areas.map(({ area }) => area);
  const isOwn = ["interface", "charts"].some((folder) => existsSync(join(directory, folder)));
  if (isOwn) return readInterface(directory, catalogue, keys);
  return { documents: fitting(readInterface(INCLUDED_CHARTS, catalogue, keys).documents, catalogue), problems: [] };
}

/** Its example scenarios, checked against its inputs and areas. */
export const examplesOf = ({ directory, definition, areas }: Pick<Model, "directory" | "definition" | "areas">) =>
  readExamples(
    directory,
    catalogueOf(definition),
    areas.map(({ area }) => area),
  );

/** The documents without what asks for queries that a model does not have. */
function fitting(documents: InterfaceDocuments, { queries }: Catalogue): InterfaceDocuments {
  const known = new Set(queries.map(({ key }) => key));
  const charts = documents.charts.filter(({ series }) =>
    series.every((each) => each.queries.every((query) => known.has(query))),
  );
  const chartKeys = new Set(charts.map(({ key }) => key));
  const headline = documents.headline
    .filter(({ query }) => known.has(query))
    .map((each) => ({ ...each, chart: chartKeys.has(each.chart ?? "") ? each.chart : null }));
  return { ...documents, charts, headline, board: documents.board.filter((key) => chartKeys.has(key)) };
}
