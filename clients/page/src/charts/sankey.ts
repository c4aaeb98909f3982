/** Geometry of a Sankey diagram with nodes in fixed columns and in a fixed order. */
import type { Chart } from "@etesian/interface";
import { sankeyLinkHorizontal } from "d3-sankey";
import { PLAIN } from "./chart-series.ts";
import { pushApart } from "./labels.ts";
import type { Series } from "./series.ts";

export interface Band {
  readonly key: string;
  readonly label: string;
  readonly colour: string;
  /** An SVG path, to be filled. */
  readonly path: string;
  /** Its height at both ends. */
  readonly width: number;
  readonly value: number;
}
export interface Post {
  readonly key: string;
  readonly label: string;
  readonly colour: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly value: number;
}
/** The name of a post with its value: beside the first and the last column, above the posts of the others. */
export interface PostLabel {
  readonly post: Post;
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "middle" | "end";
}
export interface Sankey {
  readonly bands: readonly Band[];
  readonly posts: readonly Post[];
  readonly labels: readonly PostLabel[];
  /** Room for names beside the outer columns, and for names above the others. */
  readonly names: { readonly outer: number; readonly inner: number };
}

const POST_WIDTH = 8;
const GAP = 10;
/** Above the posts stands the unit. */
const TOP = 18;
const LABEL_GAP = 13;
/** From a post to its label, and from a label to the edge or to another label. */
const APART = 5;
/** Of the width, for the labels of a side. */
const MOST_LABELS = 0.31;
/** Thinner posts between the outer columns have no label. */
const MIN_LABELLED = 6;
/** Bands that are thinner are left out. */
const THINNEST = 0.15;
/** Thin ones are drawn as high as this. */
const LEAST_DRAWN = 0.5;

type Year = "today" | "future";

/** Widths of the texts of labels, in pixels; that of a value with the space before it. */
export interface LabelWidths {
  readonly name: (label: string) => number;
  readonly value: (value: number) => number;
}

/** A node while the diagram is laid out. */
interface Standing extends Post {
  readonly column: number;
  /** Where the next band joins it. */
  in: number;
  out: number;
}

/**
 * Nodes are in the column and in the order that the chart gives them. Of `d3-sankey` only the bands are used, not its
 * layout, which moves nodes.
 * @param view the year that is drawn
 * @returns null when nothing flows. Both years have one scale: the fullest column of either fills the height.
 */
export function sankeyOf(
  chart: Chart,
  series: readonly Series[],
  view: Year,
  size: { readonly width: number; readonly height: number },
  widths: LabelWidths,
): Sankey | null {
  const columns = [...new Set(chart.nodes.map(({ column }) => column))].toSorted((a, b) => a - b);
  const scale = Math.min(scaleOf(chart, series, "today", size.height), scaleOf(chart, series, "future", size.height));
  const flows = flowsOf(chart, series, view);
  if (flows.length === 0 || !Number.isFinite(scale)) return null;

  const nameWidth = Math.max(...chart.nodes.map(({ label }) => widths.name(label)));
  // Of both years, so that columns stay where they are from one to the other.
  const all = [flows, flowsOf(chart, series, view === "today" ? "future" : "today")];
  const valueWidth = Math.max(
    ...all.flatMap((each) => chart.nodes.map(({ key }) => widths.value(throughput(key, each)))),
  );
  const side = Math.min(size.width * MOST_LABELS, nameWidth + valueWidth + 2 * APART);
  const span = size.width - 2 * side - POST_WIDTH;
  const posts = new Map<string, Standing>();
  for (const [index, column] of columns.entries()) {
    let y = TOP;
    for (const node of chart.nodes.filter((each) => each.column === column)) {
      const value = throughput(node.key, flows);
      if (value === 0) continue;
      const x = side + (columns.length > 1 ? (index / (columns.length - 1)) * span : 0);
      const height = Math.max(0.5, value * scale);
      const { key, label, colour } = node;
      const place = { x, y, width: POST_WIDTH, height, in: y, out: y };
      posts.set(key, { key, label, colour: colour ?? PLAIN, value, column: index, ...place });
      y += height + GAP;
    }
  }

  const pathOf = sankeyLinkHorizontal<object, object>();
  const bands: Band[] = [];
  for (const { from, to, value, series: one } of flows) {
    const [a, b] = [posts.get(from)!, posts.get(to)!];
    const width = value * scale;
    const height = Math.max(LEAST_DRAWN, width);
    const [start, end] = [a.x + a.width, b.x];
    const [above, below] = [
      pathOf({ source: { x1: start }, target: { x0: end }, y0: a.out, y1: b.in } as never) ?? "",
      pathOf({ source: { x1: end }, target: { x0: start }, y0: b.in + height, y1: a.out + height } as never) ?? "",
    ];
    a.out += width;
    b.in += width;
    if (width < THINNEST) continue;
    const colour = one.colour === PLAIN ? a.colour : one.colour;
    bands.push({
      key: one.key,
      label: `${a.label} › ${b.label}`,
      colour,
      path: `${above}${below.replace("M", "L")}Z`,
      width,
      value,
    });
  }
  const standing = [...posts.values()];
  const labels = columns.flatMap((_, index) => {
    const members = standing.filter(({ column }) => column === index);
    if (index > 0 && index < columns.length - 1) {
      return members
        .filter(({ height }) => height > MIN_LABELLED)
        .map((post): PostLabel => ({ post, x: post.x + POST_WIDTH / 2, y: post.y - 3, anchor: "middle" }));
    }
    const marks = members.map((post) => ({ item: post, anchor: post.y + post.height / 2 }));
    return pushApart(marks, LABEL_GAP, TOP, size.height - 6).map(({ item: post, y }): PostLabel =>
      index === 0
        ? { post, x: post.x - APART, y: y + 4, anchor: "end" }
        : { post, x: post.x + POST_WIDTH + APART, y: y + 4, anchor: "start" },
    );
  });
  // A name in the middle of three columns reaches to both; those of further columns share the room between them.
  const between = (span / Math.max(1, columns.length - 1)) * (columns.length === 3 ? 2 : 1);
  const names = { outer: side - valueWidth - 2 * APART, inner: between - valueWidth - APART };
  return { bands, posts: standing, labels, names };
}

interface Flow {
  readonly from: string;
  readonly to: string;
  readonly value: number;
  readonly series: Series;
}

function flowsOf(chart: Chart, series: readonly Series[], year: Year): readonly Flow[] {
  const known = new Set(chart.nodes.map(({ key }) => key));
  return chart.series.flatMap(({ from, to }, index) => {
    const value = series[index]![year] ?? 0;
    if (from === null || to === null || !known.has(from) || !known.has(to) || !(value > 0)) return [];
    return [{ from, to, value, series: series[index]! }];
  });
}

/** Throughput of a node: the larger of its inflow and its outflow. */
function throughput(key: string, flows: readonly Flow[]): number {
  const sum = (end: "from" | "to"): number =>
    flows.reduce((total, flow) => total + (flow[end] === key ? flow.value : 0), 0);
  return Math.max(sum("from"), sum("to"));
}

/** Pixels for one unit, so that the fullest column of a year fits; infinite when nothing flows. */
function scaleOf(chart: Chart, series: readonly Series[], year: Year, height: number): number {
  const flows = flowsOf(chart, series, year);
  const byColumn = Map.groupBy(chart.nodes, ({ column }) => column);
  const scales = Array.from(byColumn.values(), (nodes) => {
    const values = nodes.map(({ key }) => throughput(key, flows)).filter((value) => value > 0);
    const room = Math.max(20, height - TOP - 4 - GAP * Math.max(0, values.length - 1));
    return room / values.reduce((sum, value) => sum + value, 0);
  });
  return Math.min(...scales);
}
