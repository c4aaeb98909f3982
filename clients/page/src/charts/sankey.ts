/** Geometry of a Sankey diagram with nodes in fixed columns and in a fixed order. In pixels; y increases downwards. */
import type { Chart } from "@etesian/interface";
import { area, curveBumpX } from "d3-shape";
import { PLAIN } from "./chart-series.ts";
import { capacity, type Label, pushApart, splitMarks } from "./labels.ts";
import type { ChartText } from "./chart-text.ts";
import { widest } from "./measure.ts";
import type { Series } from "./series.ts";
import type { Size } from "./use-size.ts";

export interface Band {
  readonly key: string;
  readonly label: string;
  readonly colour: string;
  /** SVG path of the filled band. */
  readonly path: string;
  /** Its height at both ends. */
  readonly width: number;
  readonly value: number;
}

/** A node with its position. */
export interface Node {
  readonly key: string;
  readonly label: string;
  readonly colour: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly value: number;
}

/** The label of one or several nodes: next to the outer columns, above the nodes of inner columns. */
export interface NodeLabel {
  readonly key: string;
  readonly label: string;
  readonly title: string;
  /** Empty if there is no room for figures. */
  readonly value: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "middle" | "end";
  /** An SVG path from the node; null if the label is at the node. */
  readonly leader: string | null;
}

export interface Sankey {
  readonly bands: readonly Band[];
  readonly nodes: readonly Node[];
  readonly labels: readonly NodeLabel[];
}

const NODE_WIDTH = 8;
/** Maximum gap between nodes, and the maximum share of the height for all gaps. */
const GAP = { max: 10, share: 0.35 };
/** Height of the line above the nodes, which shows the unit. */
const TOP = 18;
const BOTTOM = 4;
const LABEL_GAP = 13;
/** Length of a leader from a node to its label, and minimum distance between labels of one row. */
const LEADER = 12;
const ROW_LABEL_GAP = 5;
/** Minimum width of the bands; below it, labels omit their figures. */
const MIN_SPAN = 70;
/** Minimum height of a labelled node in an inner column. */
const MIN_LABELLED = 6;
/** Bands thinner than `MIN_WIDTH` are omitted; the others are at least `MIN_DRAWN` high. */
const MIN_WIDTH = 0.15;
const MIN_DRAWN = 0.5;
/** Smaller flows are rounding noise. */
const NOISE = 1e-9;

type Year = "today" | "future";

/** A node to which bands are being attached. */
interface Joint extends Node {
  readonly column: number;
  /** Positions of the next incoming and outgoing band. */
  in: number;
  out: number;
}

const bandOf = area<{ readonly x: number; readonly top: number; readonly bottom: number }>()
  .x(({ x }) => x)
  .y0(({ bottom }) => bottom)
  .y1(({ top }) => top)
  .curve(curveBumpX);

/**
 * @param year the drawn year
 * @returns null if nothing flows. Both years have one scale, on which the fullest column of either fills the height.
 */
export function sankeyOf(
  chart: Chart,
  series: readonly Series[],
  year: Year,
  size: Size,
  text: ChartText,
): Sankey | null {
  const columns = [...new Set(chart.nodes.map(({ column }) => column))].toSorted((a, b) => a - b);
  const scale = Math.min(scaleOf(chart, series, "today", size.height), scaleOf(chart, series, "future", size.height));
  const flows = flowsOf(chart, series, year);
  if (flows.length === 0 || !Number.isFinite(scale)) return null;

  // The sides have room for both years' labels, so that columns keep their positions.
  const flowsByYear = [flows, flowsOf(chart, series, year === "today" ? "future" : "today")];
  const textOf = (value: number): string => text.figure(value);
  const sideOf = (column: number | undefined): { readonly name: number; readonly value: number } => {
    const nodes = chart.nodes.filter((node) => node.column === column);
    const values = nodes.flatMap(({ key }) => flowsByYear.map((flows) => throughput(key, flows)));
    const visibleNodes = nodes.filter(({ key }) => flowsByYear.some((flows) => throughput(key, flows) > 0));
    const names = [...visibleNodes.map(({ label }) => label), text.andMore(Math.max(2, visibleNodes.length - 1))];
    return {
      name: widest(names, text.measure) + LEADER,
      value: widest(
        values.map((value) => ` ${textOf(value)}`),
        text.measure,
        "strong",
      ),
    };
  };
  const [left, right] = [sideOf(columns[0]), sideOf(columns.at(-1))];
  const hasValues = size.width - left.name - left.value - right.name - right.value >= MIN_SPAN;
  const [leftSide, rightSide] = [left, right].map(({ name, value }) => name + (hasValues ? value : 0));
  const span = Math.max(NODE_WIDTH, size.width - leftSide! - rightSide! - NODE_WIDTH);
  const nodes = new Map<string, Joint>();
  for (const [index, column] of columns.entries()) {
    const members = chart.nodes.filter((node) => node.column === column && throughput(node.key, flows) > 0);
    const gap = gapOf(members.length, size.height);
    let y = TOP;
    for (const { key, label, colour } of members) {
      const value = throughput(key, flows);
      const x = leftSide! + (columns.length > 1 ? (index / (columns.length - 1)) * span : 0);
      const height = Math.max(MIN_DRAWN, value * scale);
      const box = { x, y, width: NODE_WIDTH, height, in: y, out: y };
      nodes.set(key, { key, label, colour: colour ?? PLAIN, value, column: index, ...box });
      y += height + gap;
    }
  }

  const bands: Band[] = [];
  for (const { from, to, value, series: one } of flows) {
    const [a, b] = [nodes.get(from)!, nodes.get(to)!];
    const width = value * scale;
    const height = Math.max(MIN_DRAWN, width);
    const ends = [
      { x: a.x + a.width, top: a.out, bottom: a.out + height },
      { x: b.x, top: b.in, bottom: b.in + height },
    ];
    a.out += width;
    b.in += width;
    if (width < MIN_WIDTH) continue;
    const colour = one.colour === PLAIN ? a.colour : one.colour;
    bands.push({ key: one.key, label: `${a.label} › ${b.label}`, colour, path: bandOf(ends) ?? "", width, value });
  }
  const drawnNodes = [...nodes.values()];
  const labels = columns.flatMap((_, index) => {
    const members = drawnNodes.filter(({ column }) => column === index);
    const isFirst = index === 0;
    if (!isFirst && index < columns.length - 1) {
      const room = (span / (columns.length - 1)) * (columns.length === 3 ? 2 : 1) - ROW_LABEL_GAP;
      return innerLabels(members, room, size, text);
    }
    return outerLabels(members, size, text).map(
      ({ item: { label, title, value, x }, anchor, position }): NodeLabel => ({
        key: `${index} ${label}`,
        label,
        title,
        value: hasValues ? ` ${textOf(value)}` : "",
        x: isFirst ? x - LEADER : x + NODE_WIDTH + LEADER,
        leader: isFirst
          ? `M${x - 1} ${anchor}L${x - LEADER + 2} ${position}`
          : `M${x + NODE_WIDTH + 1} ${anchor}L${x + NODE_WIDTH + LEADER - 2} ${position}`,
        y: position + 4,
        anchor: isFirst ? "end" : "start",
      }),
    );
  });
  return { bands, nodes: drawnNodes, labels };
}

interface LabelledNodes {
  readonly label: string;
  readonly title: string;
  readonly value: number;
  readonly x: number;
}

/** Labels next to a column; the smallest nodes share one where there is no room. */
function outerLabels(members: readonly Joint[], size: Size, text: ChartText): readonly Label<LabelledNodes>[] {
  const [from, to] = [TOP, size.height - 6];
  const { labelledMarks, groupedMarks } = splitMarks(members, capacity(LABEL_GAP, from, to), {
    isThin: () => false,
    sizeOf: ({ value }) => value,
  });
  const middle = ({ y, height }: Joint): number => y + height / 2;
  const marks = labelledMarks.map((node) => ({
    item: { ...node, title: node.label } as LabelledNodes,
    anchor: middle(node),
  }));
  if (groupedMarks.length > 0) {
    const label = text.andMore(groupedMarks.length);
    const title = groupedMarks.map((node) => `${node.label} ${text.figure(node.value)}`).join("\n");
    const value = groupedMarks.reduce((sum, node) => sum + node.value, 0);
    marks.push({ item: { label, title, value, x: groupedMarks[0]!.x }, anchor: size.height });
  }
  return pushApart(marks, LABEL_GAP, from, to);
}

/** Labels above the nodes of an inner column, from the largest node; a node without room for its label has none. */
function innerLabels(members: readonly Joint[], room: number, size: Size, text: ChartText): readonly NodeLabel[] {
  const candidates = members
    .filter(({ height }) => height > MIN_LABELLED)
    .map(({ key, label, value, x, y }) => {
      const figure = ` ${text.figure(value)}`;
      const isWide = text.measure(label) + text.measure(figure, "strong") > room;
      const box = { x: x + NODE_WIDTH / 2, y: y - 3, anchor: "middle" as const, leader: null };
      return { key, label, title: label, value: isWide ? "" : figure, size: value, ...box };
    })
    .filter(({ label, y }) => text.measure(label) <= room && y <= size.height);
  const placed: (NodeLabel & { readonly size: number })[] = [];
  for (const label of candidates.toSorted((a, b) => b.size - a.size))
    if (placed.every(({ y }) => Math.abs(y - label.y) >= LABEL_GAP)) placed.push(label);
  return placed;
}

interface Flow {
  readonly from: string;
  readonly to: string;
  readonly value: number;
  readonly series: Series;
}

function flowsOf(chart: Chart, series: readonly Series[], year: Year): readonly Flow[] {
  const nodeKeys = new Set(chart.nodes.map(({ key }) => key));
  return chart.series.flatMap(({ from, to }, index) => {
    const value = series[index]![year] ?? 0;
    if (from === null || to === null || !nodeKeys.has(from) || !nodeKeys.has(to) || !(value > NOISE)) return [];
    return [{ from, to, value, series: series[index]! }];
  });
}

/** Throughput of a node: the larger of its inflow and its outflow. */
function throughput(key: string, flows: readonly Flow[]): number {
  const sum = (end: "from" | "to"): number =>
    flows.reduce((total, flow) => total + (flow[end] === key ? flow.value : 0), 0);
  return Math.max(sum("from"), sum("to"));
}

/** Pixels between the nodes of a column: bands take most of the height. */
const gapOf = (count: number, height: number): number =>
  Math.min(GAP.max, (GAP.share * (height - TOP - BOTTOM)) / Math.max(1, count - 1));

/** Pixels per unit, so that the fullest column of a year fits; infinite if nothing flows. */
function scaleOf(chart: Chart, series: readonly Series[], year: Year, height: number): number {
  const flows = flowsOf(chart, series, year);
  const byColumn = Map.groupBy(chart.nodes, ({ column }) => column);
  const scales = Array.from(byColumn.values(), (nodes) => {
    const values = nodes.map(({ key }) => throughput(key, flows)).filter((value) => value > 0);
    const room = Math.max(20, height - TOP - BOTTOM - gapOf(values.length, height) * Math.max(0, values.length - 1));
    return room / values.reduce((sum, value) => sum + value, 0);
  });
  return Math.min(...scales);
}
