import type { Chart, HeadlineNumber, Slide } from "@etesian/interface";
import type { Condition } from "./conditions.ts";
import type { Move, Scope } from "./questions.ts";

/** The properties of every view of the Explore screen. */
export interface ViewProps {
  /** The number that the question is about. */
  readonly number: HeadlineNumber;
  /** The workbench's slide; null if there are no slides. */
  readonly slide: Slide | null;
  readonly scope: Scope;
  readonly move: Move;
  /** The target of the number, in its unit; null for the initial target. */
  readonly target: number | null;
  /** Conditions on other numbers. */
  readonly conditions: readonly Condition[];
  /** The user's own ranges of uncertain sliders, as text in the URL. */
  readonly ranges: string;
  /** The number of variants, or of the trajectories that determine it; null for the default. */
  readonly count: number | null;
  /** The sweep on the server whose results are shown; null if the view has its own run. */
  readonly sweep: string | null;
  /** The title of the view's sweeps in lists. */
  readonly title: string;
  /** The workbench's annual charts. */
  readonly charts: readonly Chart[];
  /** Charts of hourly curves: the workbench's charts first, then the model's others. */
  readonly hourlyCharts: readonly Chart[];
}
