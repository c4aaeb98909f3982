/**
 * Geometry of adjacent stacked columns on one scale, with lines, targets, outlines and names. In pixels; y increases
 * downwards.
 */
import { stack, stackOffsetDiverging } from "d3-shape";
import { type Entry, type Frame, frameOf, type FrameOptions, hasLabel, LABEL_GAP, combineEntries } from "./frame.ts";
import { capacity, type Label, pushApart, splitMarks } from "./labels.ts";
import type { Series } from "./series.ts";

export type Part = Pick<Series, "key" | "label" | "colour" | "hatch" | "isLine" | "target">;
type Values = readonly (number | null)[];

/** The ranges of the parts of a column, null for a part without one, and of their sum. */
export interface ColumnRanges {
  readonly parts: readonly (Range | null)[];
  readonly total: Range | null;
}
interface Range {
  readonly low: number;
  readonly high: number;
}

/** The figures of one column, in the order of the parts; null if there is no value. */
export interface ColumnData {
  readonly key: string;
  /** Name below the column, and the short name that replaces it if not all names fit. */
  readonly name: string;
  readonly shortName?: string | undefined;
  readonly values: Values;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Bar extends Box {
  readonly part: Part;
  readonly value: number | null;
}

export interface DrawnColumn {
  readonly key: string;
  readonly name: string;
  readonly middle: number;
  readonly bars: readonly Bar[];
  /** Levels of lines, which are not part of the stack. */
  readonly levels: readonly { readonly part: Part; readonly y: number; readonly value: number }[];
  /** `net` is the height of the sum if the column has parts on both sides of zero, otherwise null. */
  readonly total: { readonly value: number; readonly y: number; readonly net: number | null };
}

export interface Columns {
  readonly frame: Frame;
  /** Maximum decimals of the sums; undefined for sums of scenarios, each of which has its own. */
  readonly totalDecimals: number | undefined;
  readonly columns: readonly DrawnColumn[];
  readonly width: number;
  /** The last column before the current drag. */
  readonly ghosts: readonly Bar[];
  /** Other scenarios over the last column. */
  readonly outlines: readonly (Bar & { readonly scenario: number })[];
  /** Ranges of the last column: of each part, from the level at which the part begins, and of the sum. */
  readonly whiskers: readonly {
    /** Null for the sum. */
    readonly part: Part | null;
    readonly x: number;
    readonly top: number;
    readonly bottom: number;
  }[];
  readonly targets: readonly { readonly part: Part; readonly value: number; readonly box: Box }[];
  readonly labels: readonly Label<Entry>[];
}

export interface ColumnsOptions extends Omit<FrameOptions, "range" | "entries" | "isSum" | "hasLegend"> {
  readonly parts: readonly Part[];
  readonly columns: readonly ColumnData[];
  /**
   * Index of the column that the named figures belong to. The names are in a label column next to it if it is the last
   * column, otherwise in a legend.
   */
  readonly labelledColumn: number;
  /** The last column before the current drag; null while nothing is dragged. */
  readonly previousValues: Values | null;
  /** Other scenarios, outlined over the last column. */
  readonly outlinedScenarios: readonly { readonly scenario: number; readonly values: Values }[];
  /** The ranges of the last column; null if it has none. */
  readonly ranges: ColumnRanges | null;
  /** Translated name of a target. */
  readonly target: string;
}

const WIDTH = { share: 0.62, max: 76 };
const GHOST = { width: 9, gap: 3 };
/** Step by which each outline exceeds the column on both sides, so that equal ones stay distinguishable. */
const OUTLINE_STEP = 5;
/** Shorter ranges would look like an edge of the part. */
const MIN_WHISKER = 3;
/** Distance between the right edge of the column and the middle of the parts' ranges. */
const WHISKER_INSET = 9;
/** Smallest share of a column at which parts on one side of zero are visible. */
const MIN_VISIBLE_SHARE = 0.005;
/** Thinner marks share one label. */
const THIN_MARK = 4.5;

export function columnsOf({
  parts,
  columns,
  labelledColumn,
  previousValues,
  outlinedScenarios,
  ranges,
  target,
  ...options
}: ColumnsOptions): Columns {
  const stacked = Array.from(parts.keys()).filter((index) => !parts[index]!.isLine);
  const lines = Array.from(parts.keys()).filter((index) => parts[index]!.isLine);
  const allValues = [
    ...columns.map(({ values }) => values),
    ...(previousValues === null ? [] : [previousValues]),
    ...outlinedScenarios.map(({ values }) => values),
  ];
  /** Lower and upper end of each part, by part and column. */
  const stacks = stack<Values, number>()
    .keys(stacked)
    .value((values, index) => values[index] ?? 0)
    .offset(stackOffsetDiverging)(allValues);
  const last = columns.length - 1;
  const targets = parts.flatMap((part, index) => {
    if (part.target === null) return [];
    const base = stacks.find(({ key }) => key === index)?.[last]?.[0] ?? 0;
    return [{ part, value: part.target, level: base + part.target }];
  });
  const partRanges = stacks.flatMap((stack) => {
    const [low, high] = stack[last] ?? [0, 0];
    const range = ranges?.parts[stack.key] ?? null;
    const base = (columns[last]?.values[stack.key] ?? 0) < 0 ? high : low;
    return range === null ? [] : [{ part: parts[stack.key]!, low: base + range.low, high: base + range.high }];
  });
  const allRanges = [
    ...partRanges,
    ...(ranges === null || ranges.total === null ? [] : [{ part: null, ...ranges.total }]),
  ];
  const levels = [
    ...allRanges.flatMap(({ low, high }) => [low, high]),
    ...stacks.flatMap((stack) => stack.flatMap((ends) => [...ends])),
    ...lines.flatMap((index) => allValues.map((values) => values[index] ?? 0)),
    ...targets.map(({ level }) => level),
  ];
  const labelledValues = columns[labelledColumn]?.values ?? [];
  const entries = [
    ...parts.map(({ key, label, colour, hatch, isLine }, index): Entry => {
      const value = labelledValues[index] ?? null;
      const change = previousValues === null ? null : (value ?? 0) - (previousValues[index] ?? 0);
      return { key, label, colour, hatch, mark: isLine ? "line" : "area", value, change };
    }),
    ...targets.map(({ part, value }) => targetEntry(part, value, parts.length > 1, target)),
  ];
  const range = [Math.min(0, ...levels), Math.max(0, ...levels)] as const;
  // A municipality next to a country keeps the decimals that its own figures need.
  const isCompared = labelledColumn !== last || outlinedScenarios.length > 0;
  const frame = frameOf({
    ...options,
    range,
    entries,
    isSum: true,
    hasLegend: labelledColumn !== last,
    largest: isCompared ? entries.reduce((sum, { value }) => sum + Math.abs(value ?? 0), 0) : undefined,
  });
  const { plot, scale } = frame;
  const room = (plot.right - plot.left) / Math.max(1, columns.length);
  const width = Math.min(WIDTH.max, room * WIDTH.share);
  const middle = (index: number): number => plot.left + room * (index + 0.5);
  const boxesOf = (index: number, x: number, barWidth: number): readonly Bar[] =>
    stacks.map((stack) => {
      const [low, high] = stack[index]!;
      return {
        part: parts[stack.key]!,
        value: allValues[index]![stack.key] ?? null,
        x,
        y: scale.position(high),
        width: barWidth,
        height: scale.position(low) - scale.position(high),
      };
    });
  const drawnColumns = columns.map(({ key, name, values }, index): DrawnColumn => {
    const ends = stacks.map((stack) => stack[index]!);
    const [low, high] = [Math.min(0, ...ends.map(([end]) => end)), Math.max(0, ...ends.map(([, end]) => end))];
    const sum = low + high;
    const isMixed = Math.min(-low, high) > MIN_VISIBLE_SHARE * (high - low);
    return {
      key,
      name,
      middle: middle(index),
      bars: boxesOf(index, middle(index) - width / 2, width),
      levels: lines.flatMap((line) => {
        const value = values[line] ?? null;
        return value === null ? [] : [{ part: parts[line]!, y: scale.position(value), value }];
      }),
      total: {
        value: sum,
        y: scale.position(index === last ? Math.max(high, ranges?.total?.high ?? high) : high) - 6,
        net: isMixed ? scale.position(sum) : null,
      },
    };
  });
  const rightEdge = middle(last) + width / 2;
  const marks = [
    ...(drawnColumns[last]?.bars ?? []).map(({ part, y, height }) => ({
      key: part.key,
      anchor: y + height / 2,
      height,
    })),
    ...(drawnColumns[last]?.levels ?? []).map(({ part, y }) => ({ key: part.key, anchor: y, height: Infinity })),
    ...targets.map(({ part, level }) => ({ key: targetKey(part), anchor: scale.position(level), height: Infinity })),
  ];
  return {
    frame,
    totalDecimals: isCompared ? undefined : frame.decimals,
    columns: drawnColumns,
    width,
    ghosts:
      previousValues === null
        ? []
        : boxesOf(columns.length, rightEdge - width - GHOST.width - GHOST.gap, GHOST.width).filter(
            ({ height }) => height > 0,
          ),
    outlines: outlinedScenarios.flatMap(({ scenario }, index) => {
      const overhang = OUTLINE_STEP * (index + 1);
      return boxesOf(
        columns.length + (previousValues === null ? 0 : 1) + index,
        rightEdge - width - overhang,
        width + 2 * overhang,
      )
        .filter(({ height }) => height > 0)
        .map((bar) => ({ ...bar, scenario }));
    }),
    whiskers: allRanges
      .map(({ part, low, high }) => ({
        part,
        x: part === null ? middle(last) : rightEdge - WHISKER_INSET,
        top: scale.position(high),
        bottom: scale.position(low),
      }))
      .filter(({ top, bottom }) => bottom - top >= MIN_WHISKER),
    targets: targets.map(({ part, value, level }) => {
      const isWhole = part.isLine || stacked.length === 1;
      const x = isWhole ? plot.left : rightEdge - width - OUTLINE_STEP;
      return {
        part,
        value,
        box: { x, y: scale.position(level), width: (isWhole ? plot.right : rightEdge + OUTLINE_STEP) - x, height: 0 },
      };
    }),
    labels: frame.labels === null ? [] : labelsOf(entries, marks, frame, { isSum: true, text: options.text }),
  };
}

const targetKey = ({ key }: Pick<Part, "key">): string => `target ${key}`;

/** The label of a target; in a chart with several series it includes the series' name. */
export function targetEntry(
  part: Pick<Part, "key" | "label" | "colour">,
  value: number,
  isOneOfMany: boolean,
  targetWord: string,
): Entry {
  return {
    key: targetKey(part),
    label: isOneOfMany ? `${targetWord}, ${part.label}` : targetWord,
    colour: part.colour,
    hatch: null,
    mark: "target",
    value,
    change: null,
  };
}

/** Labels of marks in the label column. The smallest marks share a label if there is no room for all. */
export function labelsOf(
  entries: readonly Entry[],
  marks: readonly { readonly key: string; readonly anchor: number; readonly height: number }[],
  { plot, scale }: Frame,
  { isSum, text }: Pick<FrameOptions, "isSum" | "text">,
): readonly Label<Entry>[] {
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  const marksWithEntries = marks.flatMap((mark) => {
    const item = byKey.get(mark.key);
    return item === undefined || !hasLabel(item, isSum) ? [] : [{ ...mark, item }];
  });
  const [from, to] = [plot.top - 6, plot.bottom];
  const { labelledMarks, groupedMarks } = splitMarks(marksWithEntries, capacity(LABEL_GAP, from, to), {
    isThin: ({ height }) => height < THIN_MARK,
    sizeOf: ({ item, height }) => (height === Infinity ? Infinity : Math.abs(item.value ?? 0)),
  });
  const groupLabel =
    groupedMarks.length === 0
      ? []
      : [
          {
            item: combineEntries(
              groupedMarks.map(({ item }) => item),
              isSum,
              text,
            ),
            anchor: scale.position(0),
          },
        ];
  return pushApart([...labelledMarks, ...groupLabel], LABEL_GAP, from, to);
}
