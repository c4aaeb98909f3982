/** Geometry of a Sankey diagram with nodes in fixed columns and in a fixed order. */
import type { Chart } from "@etesian/interface";
import { sankeyLinkHorizontal } from "d3-sankey";
import { PLAIN } from "./chart-series.ts";
import type { Series } from "./series.ts";

export interface Band {
  readonly key: string;
  readonly label: string;
  readonly colour: string;
  /** An SVG path, to be stroked `width` wide. */
  readonly path: string;
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
  /** In the left half its label stands to the right. */
  readonly isLeft: boolean;
}
export interface Sankey {
  readonly bands: readonly Band[];
  readonly posts: readonly Post[];
}

const POST_WIDTH = 8;
const GAP = 10;
/** Bands that are thinner are left out. */
const THINNEST = 0.15;

type Year = "today" | "future";

/** A node while the diagram is laid out. */
interface Standing extends Post {
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
): Sankey | null {
  const columns = [...new Set(chart.nodes.map(({ column }) => column))].toSorted((a, b) => a - b);
  const scale = Math.min(scaleOf(chart, series, "today", size.height), scaleOf(chart, series, "future", size.height));
  const flows = flowsOf(chart, series, view);
  if (flows.length === 0 || !Number.isFinite(scale)) return null;

  const posts = new Map<string, Standing>();
  for (const column of columns) {
    let y = 4;
    for (const node of chart.nodes.filter((each) => each.column === column)) {
      const value = throughput(node.key, flows);
      if (value === 0) continue;
      const x = columns.length > 1 ? (columns.indexOf(column) / (columns.length - 1)) * (size.width - POST_WIDTH) : 0;
      const height = Math.max(0.5, value * scale);
      const { key, label, colour } = node;
      posts.set(key, {
        key,
        label,
        colour: colour ?? PLAIN,
        x,
        y,
        width: POST_WIDTH,
        height,
        value,
        isLeft: x < size.width / 2,
        in: y,
        out: y,
      });
      y += height + GAP;
    }
  }

  const pathOf = sankeyLinkHorizontal<object, object>();
  const bands: Band[] = [];
  for (const { from, to, value, series: one } of flows) {
    const [a, b] = [posts.get(from)!, posts.get(to)!];
    const width = value * scale;
    const link = { source: { x1: a.x + a.width }, target: { x0: b.x }, y0: a.out + width / 2, y1: b.in + width / 2 };
    a.out += width;
    b.in += width;
    if (width < THINNEST) continue;
    const colour = one.colour === PLAIN ? a.colour : one.colour;
    bands.push({
      key: one.key,
      label: `${a.label} › ${b.label}`,
      colour,
      path: pathOf(link as never) ?? "",
      width,
      value,
    });
  }
  return { bands, posts: [...posts.values()] };
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
    const room = Math.max(20, height - 8 - GAP * Math.max(0, values.length - 1));
    return room / values.reduce((sum, value) => sum + value, 0);
  });
  return Math.min(...scales);
}
