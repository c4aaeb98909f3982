/** Limits of sweeps for each caller; all callers without a token count as one. */
import { SWEEPS_WITH_TOKEN, SWEEPS_WITHOUT_TOKEN, type SweepLimits } from "@etesian/contracts/limits";
import type { PlannedSweep } from "@etesian/sweep/running";

export const limitsOf = (owner: number | null): SweepLimits =>
  owner === null ? SWEEPS_WITHOUT_TOKEN : SWEEPS_WITH_TOKEN;

/** Bytes of a cell in Parquet and CSV together. */
const BYTES_OF_CELL = 30;
/** Bytes of a part in addition to its cells. */
const BYTES_OF_PART = 20_000;

export const cellsOf = ({ rows, settings, outputs }: PlannedSweep["outline"]): number =>
  rows * (settings.length + outputs.length);

/** The estimated size of the results of a sweep. */
export const bytesOf = (outline: PlannedSweep["outline"]): number =>
  Math.ceil(cellsOf(outline) * BYTES_OF_CELL + outline.parts.length * BYTES_OF_PART);

export interface Excess {
  /** Code of the error. */
  readonly reason:
    | "too_many_variants"
    | "too_many_outputs"
    | "sweep_too_long"
    | "sweep_storage_full"
    | "too_many_sweeps";
  readonly message: string;
}

const shown = (number: number): string => Math.ceil(number).toLocaleString("en");

/** The first limit that a plan exceeds; null if there is none. */
export function excessOf(limits: SweepLimits, outline: PlannedSweep["outline"]): Excess | null {
  const { rows, outputs } = outline;
  if (rows > limits.variants)
    return {
      reason: "too_many_variants",
      message: `design has ${shown(rows)} variants; expected at most ${shown(limits.variants)}`,
    };
  if (outputs.length > limits.outputs)
    return {
      reason: "too_many_outputs",
      message: `outputs has ${shown(outputs.length)} columns; expected at most ${shown(limits.outputs)}`,
    };
  const cells = cellsOf(outline);
  return cells > limits.cells
    ? {
        reason: "too_many_outputs",
        message: `variants times columns of factors and outputs is ${shown(cells)}; expected at most ${shown(limits.cells)}`,
      }
    : null;
}

/** The exceeded limit if the calculation would take too long; null otherwise. */
export const timeExcess = (limits: SweepLimits, processorSeconds: number): Excess | null =>
  processorSeconds > limits.processorSeconds
    ? {
        reason: "sweep_too_long",
        message: `the sweep would take ${shown(processorSeconds)} s of processor time; expected at most ${shown(limits.processorSeconds)} s`,
      }
    : null;

/** The limit that another sweep with `more` bytes of results would exceed; null if there is none. */
export function usageExcess(
  limits: SweepLimits,
  { open, bytes }: { readonly open: number; readonly bytes: number },
  more: number,
): Excess | null {
  if (open >= limits.open)
    return {
      reason: "too_many_sweeps",
      message: `${shown(open)} sweeps are queued or running; expected at most ${shown(limits.open)} at a time: wait, or cancel one`,
    };
  return bytes + more > limits.bytes
    ? {
        reason: "sweep_storage_full",
        message: `results would take ${shown((bytes + more) / 1e6)} MB; expected at most ${shown(limits.bytes / 1e6)} MB: delete older sweeps`,
      }
    : null;
}
