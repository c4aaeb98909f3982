/**
 * The interface of a model as its documents have it: `interface/*.yml` and `charts/*.yml` of the model directory, in all
 * languages. Plain data. `viewOf` makes of it what a page shows in one language.
 */
import type { Carrier, SectorColour, Technology } from "./colours.ts";
import type { Text } from "./language.ts";
import type { Quantity } from "./units.ts";

/** `interface/sections.yml`: the sections of the page in order, at most three levels deep. */
export interface SectionDocument {
  readonly key: string;
  readonly title: Text;
  /** A query from 0 to 1, drawn as a bar below the title. */
  readonly share: string | null;
  readonly sections: readonly SectionDocument[];
}

/** `interface/slides/*.yml`: a list of sliders under one title. Slides are in the order of their files. */
export interface SlideDocument {
  readonly key: string;
  /** The section it belongs to, of any level. */
  readonly section: string;
  readonly title: Text;
  /** Plain text; a blank line begins a paragraph. */
  readonly about: Text | null;
  /** The chart that opens with the slide. */
  readonly chart: string | null;
  readonly sliders: readonly SlideItemDocument[];
  /** Whether its sliders stand on other slides as well, where search and links lead: a choice across sections. */
  readonly repeats: boolean;
}

/** The key of an input, or a heading above those that follow. */
export type SlideItemDocument = string | { readonly heading: Text };

/** `interface/sliders.yml`, by input: titles, and what the input's own document does not say. */
export interface SliderDocument {
  readonly title: Text;
  readonly about: Text | null;
  /** For people; the API keeps its own. Null: that of the input. */
  readonly unit: string | null;
  /** The useful part of a range that allows far more, in `unit`. */
  readonly shown: readonly [min: number, max: number] | null;
}

/** `interface/headline.yml`: the numbers that are always in sight, in order. */
export interface HeadlineDocument {
  readonly query: string;
  readonly title: Text;
  /** One word or two, for places where the title does not fit. Null: the title stands there as well. */
  readonly short: Text | null;
  readonly unit: string;
  /**
   * The ends of its rule, in `unit`, of a figure that does not grow with the area: a share, a price, hours. Null: the ends
   * follow from the area's own figures.
   */
  readonly range: readonly [min: number, max: number] | null;
  readonly better: "lower" | "higher" | null;
  /** In `unit`. */
  readonly target: number | null;
  readonly chart: string | null;
  /** Why the chart that it opens has another total; null: it has the same, or shows this number as a series. */
  readonly differs: Text | null;
  /** Why it has no value in the present: `hours` are calculated for the future alone; or only the `future` is asked for. */
  readonly needs: "hours" | "future" | null;
  /** Of a ratio: the query of its denominator. Where that is 0 or has no value, the ratio does not exist. */
  readonly base: string | null;
}

/** Rules of the format for one chart type. The page has a drawing for each. */
interface ChartTypeRules {
  /** Queries of hourly charts have the unit `curve`. */
  readonly data: "annual" | "hourly";
  /** Whether its series, lines excepted, are the parts of one total. */
  readonly isSum: boolean;
  /** Whether it draws the `target` of its series. */
  readonly hasTargets: boolean;
  /** The list that charts of this type alone have. */
  readonly part: "columns" | "nodes" | null;
}

const annual = { data: "annual", isSum: false, hasTargets: false, part: null } as const;
const hourly = { data: "hourly", isSum: false, hasTargets: false, part: null } as const;

export const CHART_TYPES = {
  stacked_bars: { ...annual, isSum: true, hasTargets: true },
  lines: { ...annual, hasTargets: true },
  waterfall: { ...annual, isSum: true, hasTargets: true },
  mekko: { ...annual, isSum: true, part: "columns" },
  table: { ...annual, hasTargets: true },
  sankey: { ...annual, part: "nodes" },
  hours: { ...hourly, isSum: true },
  duration: hourly,
  heatmap: hourly,
  price_setter: hourly,
  target: { ...annual, hasTargets: true },
} as const satisfies { readonly [type: string]: ChartTypeRules };

export type ChartType = keyof typeof CHART_TYPES;

/** Whether a chart draws hourly curves. */
export const isHourly = (type: ChartType): boolean => CHART_TYPES[type].data === "hourly";

/** `charts/*.yml`: one chart a file, or a list of them. */
export interface ChartDocument {
  readonly key: string;
  readonly type: ChartType;
  readonly title: Text;
  readonly about: Text | null;
  readonly unit: { readonly quantity: Quantity; readonly show: string };
  /** `hours`: without the hourly calculation, and so in the present, it has no values. */
  readonly needs: "hours" | null;
  /** Of a `mekko`: its columns, which its series name. */
  readonly columns: readonly ChartColumn[];
  /** Of a `sankey`: the ends of its links. */
  readonly nodes: readonly SankeyNode[];
  readonly series: readonly SeriesDocument[];
  /** The figure that its total equals: the total of another chart, or of queries; null: none is declared. */
  readonly equals: { readonly chart: string | null; readonly queries: readonly string[] } | null;
  readonly source: Text | null;
}

/** `interface/differences.yml`: a figure that does not add up, and is known to. */
export interface DifferenceDocument {
  /** The check of figures that finds it. */
  readonly check: string;
  /** Key of the chart, headline query, export or input. */
  readonly of: string;
  /** The series, column or query in it; null: all. */
  readonly part: string | null;
  readonly reason: string;
}

export interface ChartColumn {
  readonly key: string;
  readonly label: Text | null;
  readonly sector: SectorColour | null;
}

export interface SankeyNode extends ChartColumn {
  readonly carrier: Carrier | null;
  /** From the left, 0 first. */
  readonly column: number;
}

export interface SeriesDocument {
  /** Summed. */
  readonly queries: readonly string[];
  /** Subtracted from the sum. */
  readonly less: readonly string[];
  /** Null: that of its carrier, sector or technology. */
  readonly label: Text | null;
  readonly carrier: Carrier | null;
  readonly sector: SectorColour | null;
  readonly technology: Technology | null;
  /** `below` zero, or as a `line` over the stack. */
  readonly drawn: "stack" | "below" | "line";
  /** Of a `mekko`: the column it is part of. */
  readonly column: string | null;
  /** Of a `sankey`: the nodes that it joins. */
  readonly from: string | null;
  readonly to: string | null;
  /** Of a `target`: the value to reach, in the unit of the chart. */
  readonly target: number | null;
  /** As of headline numbers; that of the chart holds for all of its series. */
  readonly needs: "hours" | "future" | null;
  readonly base: string | null;
}

/** `scenarios/*.yml`: a scenario to begin from, one a file, in the order of file names. */
export interface ExampleDocument {
  readonly title: Text;
  readonly about: Text;
  /** Under which heading front-ends list it: `national`, `regional`, `municipal` … */
  readonly group: string;
  readonly area: string;
  readonly endYear: number;
  /** Values of inputs; members of a share group that are not named are balanced. */
  readonly values: { readonly [input: string]: number | string };
}

/** Longitude and latitude in degrees, east and north positive. */
export type Coordinates = readonly [longitude: number, latitude: number];

/** `interface/areas.yml`, by area: its name, and its place on a map. */
export interface AreaDocument {
  readonly title: Text;
  /** Null: it has no place on the map, and stands in the list alone. */
  readonly map: AreaPlace | null;
}

/**
 * A point, for areas too small to draw beside the others, or an outline: rings of coordinates, filled by the even-odd rule, so
 * that a ring within another one is a lake.
 */
export type AreaPlace =
  | { readonly kind: "point"; readonly at: Coordinates }
  | { readonly kind: "outline"; readonly rings: readonly (readonly Coordinates[])[] };

/** All documents of a model's interface. */
export interface InterfaceDocuments {
  readonly sections: readonly SectionDocument[];
  readonly slides: readonly SlideDocument[];
  readonly sliders: { readonly [input: string]: SliderDocument };
  readonly headline: readonly HeadlineDocument[];
  readonly charts: readonly ChartDocument[];
  /** `interface/board.yml`: keys of the charts to begin with. */
  readonly board: readonly string[];
  /** `interface/hidden.yml`: inputs that are on no slide. */
  readonly hidden: readonly string[];
  readonly areas: { readonly [area: string]: AreaDocument };
  readonly differences: readonly DifferenceDocument[];
}

/** A model without interface documents. */
export const NO_DOCUMENTS: InterfaceDocuments = {
  sections: [],
  slides: [],
  sliders: {},
  headline: [],
  charts: [],
  board: [],
  hidden: [],
  areas: {},
  differences: [],
};

/** The facts of a model's inputs and queries that the interface needs. */
export interface Catalogue {
  readonly inputs: readonly InputFact[];
  readonly queries: readonly QueryFact[];
}

export interface InputFact {
  readonly key: string;
  readonly unit: string | null;
  /** Folder of its document below `inputs`. */
  readonly folder: string;
  readonly shareGroup: string | null;
  /** Whether its percentage compounds every year up to the scenario's end. */
  readonly compounds: boolean;
}

export interface QueryFact {
  readonly key: string;
  readonly unit: string | null;
}
