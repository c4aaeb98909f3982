/** The contract between a pane and the drawings of one chart type. */
import type { Chart } from "@etesian/interface";
import type { ReactNode } from "react";
import type { Answer } from "../../calculation/calculator.ts";
import type { ComparedSeries, ComparedView } from "../compared.ts";
import type { HourlySeries } from "../hours.ts";
import type { Series, View } from "../series.ts";
import type { Size } from "../use-size.ts";

interface DrawingProps {
  readonly chart: Chart;
  readonly size: Size;
  /** Text alternative: the figures in one sentence. */
  readonly summary: string;
}

export interface AnnualProps extends DrawingProps {
  readonly series: readonly Series[];
  readonly view: View;
  readonly years: { readonly today: string; readonly future: string };
}

export interface ComparedProps extends DrawingProps {
  readonly series: readonly ComparedSeries[];
  readonly view: ComparedView;
  /** This scenario's name, then the names of the others. */
  readonly names: readonly string[];
  /** The start year. */
  readonly today: string;
}

/** A scenario or the start year on a path, named after its year unless another scenario has the same year. */
export interface PathYear {
  readonly name: string;
  readonly year: number;
}

export interface PathProps extends DrawingProps {
  /** Values by year. */
  readonly series: readonly ComparedSeries[];
  readonly years: readonly PathYear[];
}

export interface HourlyProps extends DrawingProps {
  readonly series: readonly HourlySeries[];
  /** Colour theme; canvases are repainted when it changes. */
  readonly theme: string;
}

export interface ComparedHourlyProps extends DrawingProps {
  /** This scenario's answer, then the answers of the others; null while it is unknown. */
  readonly answers: readonly (Answer | null)[];
  /** Key of the compared curve. */
  readonly curve: string;
  readonly view: ComparedView;
  readonly names: readonly string[];
  readonly theme: string;
}

export interface Drawing<Props> {
  readonly Draw: (props: Props) => ReactNode;
  /** Whether the picture can be taller than its pane. */
  readonly isScrollable: boolean;
}

/** A type that draws annual figures. */
export interface AnnualKind {
  readonly data: "annual";
  readonly views: Readonly<Record<View, Drawing<AnnualProps>>>;
  readonly comparison: Drawing<ComparedProps>;
  /** The drawing over the years of a path. */
  readonly path: Drawing<PathProps>;
  /** Whether it is always drawn as a table. */
  readonly isTable: boolean;
}

/** A type that draws curves of 8,760 hours. */
export interface HourlyKind {
  readonly data: "hourly";
  /** Whether it needs only the curves of its queries, without a calculation in the browser. */
  readonly canEmbed: boolean;
  readonly Draw: (props: HourlyProps) => ReactNode;
  readonly Compared: (props: ComparedHourlyProps) => ReactNode;
  /** Whether the drawing includes the unit. */
  readonly hasUnit: boolean;
  /** Whether it shows the selected part of the year, which its title names. */
  readonly hasSpan: boolean;
}

export type ChartKind = AnnualKind | HourlyKind;

/** A drawing that fills its pane. */
export const fixedDrawing = <Props>(Draw: Drawing<Props>["Draw"]): Drawing<Props> => ({ Draw, isScrollable: false });
/** A drawing whose rows can exceed the pane. */
export const scrollableDrawing = <Props>(Draw: Drawing<Props>["Draw"]): Drawing<Props> => ({
  Draw,
  isScrollable: true,
});
