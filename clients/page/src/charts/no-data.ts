import type { Chart } from "@etesian/interface";

/** Shown instead of a chart without marks. */
export interface NoDataProps {
  readonly chart: Chart;
  readonly message: string;
  /** Empty if unknown. */
  readonly reason?: string;
}
