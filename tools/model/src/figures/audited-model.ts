/** A model in the form that figure checks use: its documents, charts and engine. */
import { type CurveSource, Engine } from "@etesian/engine";
import {
  type Catalogue,
  type Chart,
  type ChartSeries,
  factorBetween,
  type InterfaceDocuments,
  viewOf,
} from "@etesian/interface";
import { curveSource, type InputDefinition, type Model } from "@etesian/model";
import { catalogueOf, interfaceOf } from "@etesian/compute/interface-of";

export type ChartDocument = InterfaceDocuments["charts"][number];
export type HeadlineDocument = InterfaceDocuments["headline"][number];

/** A chart with its document: the document declares equal totals, and the view has factors and labels. */
export interface AuditedChart extends Chart {
  readonly document: ChartDocument;
}

export class AuditedModel {
  readonly model: Model;
  readonly documents: InterfaceDocuments;
  readonly catalogue: Catalogue;
  readonly engine: Engine;
  readonly charts: ReadonlyMap<string, AuditedChart>;
  readonly inputs: ReadonlyMap<string, InputDefinition>;
  readonly curves: CurveSource;

  readonly #queries: ReadonlyMap<string, string>;

  constructor(model: Model, documents: InterfaceDocuments = interfaceOf(model).documents) {
    this.model = model;
    this.documents = documents;
    this.catalogue = catalogueOf(model.definition);
    this.curves = curveSource(model);
    this.engine = new Engine(model.definition, this.curves);
    const { charts } = viewOf(this.documents, this.catalogue, "en");
    this.charts = new Map(
      this.documents.charts.map((document) => [document.key, { ...charts.get(document.key)!, document }]),
    );
    this.inputs = new Map(model.definition.inputs.map((input) => [input.key, input]));
    this.#queries = new Map(model.definition.gqueries.map(({ key, query }) => [key, query]));
  }

  /** Factor from a query's values to a unit; NaN if there is none. */
  factor(query: string, unitName: string): number {
    const unit = this.catalogue.queries.find(({ key }) => key === query)?.unit ?? "";
    return factorBetween(unit, unitName) ?? Number.NaN;
  }

  /** The text of a query; if it only names another query, that query's text. */
  queryText(key: string): string {
    const text = this.#queries.get(key) ?? "";
    const namedQuery = /^\s*Q\((\w+)\)\s*$/.exec(text)?.[1];
    return namedQuery === undefined ? text : this.queryText(namedQuery);
  }
}

/** Series by how they are drawn. */
export const seriesDrawnAs = ({ series }: Pick<Chart, "series">, drawn: ChartSeries["drawn"]): readonly ChartSeries[] =>
  series.filter((candidate) => candidate.drawn === drawn);
