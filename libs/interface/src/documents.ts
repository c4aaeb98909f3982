/**
 * The interface documents of a model: `interface/*.yml` and `charts/*.yml` of the model directory, in all languages.
 * Plain data. `viewOf` creates the view for a page in one language.
 */
import type { Carrier, SectorColour, Technology } from "./colours.ts";
import type { Text } from "./language.ts";
import type { Quantity } from "./units.ts";

/** `interface/sections.yml`: the sections of the page in order, at most three levels deep. */
export interface SectionDocument {
  readonly key: string;
  readonly title: Text;
  /** A query with a result from 0 to 1, drawn as a bar below the title. */
  readonly share: string | null;
  /** The role of its sliders in explorations; null for the enclosing section's role, or `lever` at the top level. */
  readonly role: Role | null;
  readonly sections: readonly SectionDocument[];
}

/** `interface/slides/*.yml`: a list of sliders under one title. Slides are in the order of their files. */
export interface SlideDocument {
  readonly key: string;
  /** The key of its section, at any level. */
  readonly section: string;
  readonly title: Text;
  /** Plain text; a blank line starts a paragraph. */
  readonly about: Text | null;
  /** The chart that opens with the slide. */
  readonly chart: string | null;
  readonly sliders: readonly SlideItemDocument[];
  /**
   * Whether it repeats sliders of other slides, as a selection across sections. Search and links lead to the other
   * slides.
   */
  readonly repeats: boolean;
}

/** The key of an input, or a heading above the following inputs. */
export type SlideItemDocument = string | { readonly heading: Text };

/** `interface/sliders.yml`, by input: titles, and facts that the input's own document lacks. */
export interface SliderDocument {
  readonly title: Text;
  readonly about: Text | null;
  /** Displayed unit; null for the input's unit, which the API always uses. */
  readonly unit: string | null;
  /** The useful part of a wider range, in `unit`. */
  readonly shown: readonly [min: number, max: number] | null;
}

/** `interface/headline.yml`: the numbers that are always visible, in order. */
export interface HeadlineDocument {
  readonly query: string;
  readonly title: Text;
  /** One or two words, if the title does not fit. Null for the title. */
  readonly short: Text | null;
  readonly unit: string;
  /**
   * The ends of the scale, in `unit`, for a figure that does not grow with the area: a share, a price, hours. Null if
   * the ends are derived from the area's own figures.
   */
  readonly range: readonly [min: number, max: number] | null;
  readonly better: "lower" | "higher" | null;
  /** Its target, in `unit`. */
  readonly target: number | null;
  readonly chart: string | null;
  /** Why its chart has a different total; null if the chart has the same total, or shows this number as a series. */
  readonly differs: Text | null;
  /**
   * Why it has no present value: `hours` are only calculated for the future; `future` figures are only defined for it.
   */
  readonly needs: "hours" | "future" | null;
  /** For a ratio: the query of its denominator. If that is 0 or has no value, the ratio does not exist. */
  readonly base: string | null;
}

/** Rules of the format for one chart type. The page can draw each type. */
interface ChartTypeRules {
  /** Queries of hourly charts have the unit `curve`. */
  readonly data: "annual" | "hourly";
  /** Whether its series, except lines, are the parts of one total. */
  readonly isSum: boolean;
  /** Whether it draws the `target` of its series. */
  readonly hasTargets: boolean;
  /** The list that only charts of this type have; absent if there is none. */
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

/** `charts/*.yml`: one chart per file, or a list of charts. */
export interface ChartDocument {
  readonly key: string;
  readonly type: ChartType;
  readonly title: Text;
  readonly about: Text | null;
  readonly unit: { readonly quantity: Quantity; readonly show: string };
  /** `hours`: without the hourly calculation, and therefore in the present, it has no values. */
  readonly needs: "hours" | null;
  /** The hourly market of its curves, under which the Hours screen shows it; null if there is none. */
  readonly market: Market | null;
  /** For a `mekko`: its columns, to which its series refer. */
  readonly columns: readonly ChartColumn[];
  /** For a `sankey`: the ends of its links. */
  readonly nodes: readonly SankeyNode[];
  readonly series: readonly SeriesDocument[];
  /** The figure that its total must equal: the total of another chart, or of queries; null if there is none. */
  readonly equals: { readonly chart: string | null; readonly queries: readonly string[] } | null;
  readonly source: Text | null;
}

/** Markets that are dispatched hour by hour. */
export const MARKETS = [
  "merit_order",
  "hydrogen",
  "network_gas",
  "heat_network_ht",
  "heat_network_mt",
  "heat_network_lt",
  "agriculture_heat",
] as const;
export type Market = (typeof MARKETS)[number];

/** A planner chooses levers, such as wind farms, and is exposed to uncertainties, such as prices. */
export type Role = "lever" | "uncertainty";

/** `interface/uncertainties.yml`, by input: its documented range. The input is an uncertainty. */
export interface UncertaintyDocument {
  /** In the input's unit. */
  readonly from: number;
  readonly to: number;
  /** The publication of the range, and how the range follows from it. */
  readonly source: string;
}

/**
 * `interface/iamc.yml`, by variable, such as "Final Energy|Electricity": the query of its figure in the IAMC format.
 */
export interface IamcDocument {
  readonly query: string;
  /** The unit in the spelling of IAMC templates, such as "PJ/yr", "Mt CO2/yr" or "GW". */
  readonly unit: string;
  /** Factor from the query's figure to the unit; null if the table of units has both. */
  readonly factor: number | null;
}

/** `interface/differences.yml`: a known difference between figures. */
export interface DifferenceDocument {
  /** The check that finds it. */
  readonly check: string;
  /** Key of the chart, headline query, export or input. */
  readonly of: string;
  /** The series, column or query; null for all. */
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
  /** Position of the node's column from the left, from 0. */
  readonly column: number;
}

export interface SeriesDocument {
  /** Queries that are added up. */
  readonly queries: readonly string[];
  /** Queries that are subtracted. */
  readonly less: readonly string[];
  /** Null for the label of its carrier, sector or technology. */
  readonly label: Text | null;
  readonly carrier: Carrier | null;
  readonly sector: SectorColour | null;
  readonly technology: Technology | null;
  /** Stacked, `below` zero, or as a `line` over the stack. */
  readonly drawn: "stack" | "below" | "line";
  /** For a `mekko`: its column. */
  readonly column: string | null;
  /** For a `sankey`: the nodes that it connects. */
  readonly from: string | null;
  readonly to: string | null;
  /** For a `target`: the target value, in the chart's unit. */
  readonly target: number | null;
  /** As for headline numbers; the chart's value applies to all of its series. */
  readonly needs: "hours" | "future" | null;
  readonly base: string | null;
}

/** `scenarios/*.yml`: example scenarios, one per file, in the order of file names. */
export interface ExampleDocument {
  readonly title: Text;
  readonly about: Text;
  /** Heading under which front ends list it: `national`, `regional`, `municipal` … */
  readonly group: string;
  readonly area: string;
  readonly endYear: number;
  /** Values of inputs; other members of share groups are balanced. */
  readonly values: { readonly [input: string]: number | string };
}

/** Longitude and latitude in degrees, east and north positive. */
export type Coordinates = readonly [longitude: number, latitude: number];

/** `interface/areas.yml`, by area: its name, and its position on a map. */
export interface AreaDocument {
  readonly title: Text;
  /** Null if it only appears in the list, not on the map. */
  readonly map: AreaPlace | null;
}

/**
 * A point, for areas too small to draw, or an outline: rings of coordinates, filled by the even-odd rule, so that a
 * ring inside another one is a lake.
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
  /** `interface/board.yml`: keys of the initial charts. */
  readonly board: readonly string[];
  /** `interface/hidden.yml`: inputs that are on no slide. */
  readonly hidden: readonly string[];
  readonly areas: { readonly [area: string]: AreaDocument };
  readonly differences: readonly DifferenceDocument[];
  readonly uncertainties: { readonly [input: string]: UncertaintyDocument };
  /** Absent in parts of earlier versions. */
  readonly iamc?: { readonly [variable: string]: IamcDocument };
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
  uncertainties: {},
  iamc: {},
};

/** The facts of a model's inputs and queries for the interface. */
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
  /** Whether its percentage compounds annually until the end year. */
  readonly compounds: boolean;
}

export interface QueryFact {
  readonly key: string;
  readonly unit: string | null;
}
