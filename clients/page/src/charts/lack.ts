import type { Chart } from "@etesian/interface";

/** Shown instead of a chart without marks. */
export interface Lack {
  readonly chart: Chart;
  readonly lack: string;
  /** Empty if unknown. */
  readonly reason?: string;
}
