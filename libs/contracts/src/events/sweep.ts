/**
 * Events of sweeps, stream `sweep-{id}`: many variants of a scenario, calculated into a table. Variants and parts have
 * no events: their results are files that can be recalculated.
 */
import { z } from "zod";

const empty = z.strictObject({});
const v1 = <Schema extends z.ZodType>(schema: Schema) => ({ version: 1, schema });

export const sweepEvents = {
  SweepRequested: {
    version: 2,
    schema: z.object({
      /** Null if requested without a token. */
      owner: z.int().positive().nullable(),
      scenario: z.int().positive(),
      scenarioVersion: z.int().positive(),
      /** Id of the event that created the scenario. */
      creation: z.string(),
      /** JSON: factors, design, outputs and seed. */
      spec: z.string(),
      variants: z.int().positive(),
      /** Estimated size of its results, and duration of its calculation. */
      bytes: z.int().positive(),
      seconds: z.number(),
      /** Names and values that its owner chose; absent if there are none. */
      metadata: z.record(z.string(), z.string()).optional(),
    }),
    // Version 1 has no metadata.
    upcast: { 1: (old: object) => old },
  },
  SweepStarted: v1(empty),
  SweepCompleted: v1(
    z.object({
      /** Number of variants that lack some or all figures. */
      failed: z.int(),
    }),
  ),
  /** The sweep cannot be calculated, or its scenario can no longer be read. */
  SweepFailed: v1(z.object({ reason: z.string() })),
  /** Ended by its owner; its results are deleted. */
  SweepCancelled: v1(empty),
  /** Its results were deleted after their retention period. */
  SweepExpired: v1(empty),
} as const;
