/** Limits on sweeps for each caller; all callers without a token share one set of limits. */
import { SWEEPS_WITH_TOKEN, SWEEPS_WITHOUT_TOKEN, type SweepLimits } from "@etesian/contracts/limits";
import type { PlannedSweep } from "@etesian/sweep/running";

export const limitsOf = (owner: number | null): SweepLimits =>
  owner === null ? SWEEPS_WITHOUT_TOKEN : SWEEPS_WITH_TOKEN;

/** Bytes per cell, in Parquet and CSV together. */
const BYTES_PER_CELL = 30;
/** Bytes per part, in addition to its cells. */
const BYTES_PER_PART = 20_000;

export const cellsOf = ({ rows, settings, outputs }: PlannedSweep["outline"]): number =>
  rows * (settings.length + outputs.length);

/** The estimated size of the results of a sweep. */
export const bytesOf = (outline: PlannedSweep["outline"]): number =>
  Math.ceil(cellsOf(outline) * BYTES_PER_CELL + outline.parts.length * BYTES_PER_PART);

export interface Excess {
  /** Error code. */
  readonly reason:
    | "too_many_variants"
    | "too_many_outputs"
    | "sweep_too_long"
    | "sweep_storage_full"
    | "too_many_sweeps";
  readonly message: string;
}

const formatNumber = (number: number): string => Math.ceil(number).toLocaleString("en");

/** The first limit that a plan exceeds; null if there is none. */
export function excessOf(limits: SweepLimits, outline: PlannedSweep["outline"]): Excess | null {
  const { rows, outputs } = outline;
  if (rows > limits.variants)
    return {
      reason: "too_many_variants",
      message: `design has ${formatNumber(rows)} variants; expected at most ${formatNumber(limits.variants)}`,
    };
  if (outputs.length > limits.outputs)
    return {
      reason: "too_many_outputs",
      message: `outputs has ${formatNumber(outputs.length)} columns; expected at most ${formatNumber(limits.outputs)}`,
    };
  const cells = cellsOf(outline);
  return cells > limits.cells
    ? {
        reason: "too_many_outputs",
        message: `variants times columns of factors and outputs is ${formatNumber(cells)}; expected at most ${formatNumber(limits.cells)}`,
      }
    : null;
}

/** The exceeded limit if the calculation would take too long; null otherwise. */
export const timeExcess = (limits: SweepLimits, processorSeconds: number): Excess | null =>
  processorSeconds > limits.processorSeconds
    ? {
        reason: "sweep_too_long",
        message: `the sweep would take ${formatNumber(processorSeconds)} s of CPU time; expected at most ${formatNumber(limits.processorSeconds)} s`,
      }
    : null;

/** The limit that another sweep with `addedBytes` of results would exceed; null if there is none. */
export function usageExcess(
  limits: SweepLimits,
  { open, bytes }: { readonly open: number; readonly bytes: number },
  addedBytes: number,
): Excess | null {
  if (open >= limits.open)
    return {
      reason: "too_many_sweeps",
      message: `${formatNumber(open)} sweeps are queued or running; expected at most ${formatNumber(limits.open)} at a time: wait, or cancel one`,
    };
  return bytes + addedBytes > limits.bytes
    ? {
        reason: "sweep_storage_full",
        message: `results would take ${formatNumber((bytes + addedBytes) / 1e6)} MB; expected at most ${formatNumber(limits.bytes / 1e6)} MB: delete older sweeps`,
      }
    : null;
}
