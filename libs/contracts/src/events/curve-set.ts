/**
 * Events of curve sets, stream `curve_set-{scenario id}`: all files of a scenario, attached or not. Their values are
 * stored separately, by hash.
 */
import { ATTACHED_CURVE_TYPES } from "@etesian/sliders";
import { z } from "zod";

const hour = z.int().nonnegative();

/** An uploaded file of numbers. */
const curve = z.object({
  /** Key of the curve that it replaces: "weather/air_temperature". */
  key: z.string(),
  type: z.enum(ATTACHED_CURVE_TYPES),
  /** SHA-256 of its values as little-endian doubles. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  fileName: z.string(),
  /** File size in bytes. */
  size: z.int().nonnegative(),
  /** Time of the upload. */
  keptAt: z.iso.datetime(),
  /** Statistics of the values used by the calculation. */
  statistics: z.object({
    length: z.int().positive(),
    /** Hour of the first minimum and first maximum. */
    minAt: hour,
    maxAt: hour,
    min: z.number(),
    max: z.number(),
    mean: z.number(),
    /** For shares of a capacity; null for other types. */
    fullLoadHours: z.number().nullable(),
  }),
  /** The scenario whose result the curve is. */
  source: z
    .object({
      scenarioId: z.int().positive(),
      scenarioTitle: z.string(),
      savedScenarioId: z.int().nonnegative(),
      datasetKey: z.string(),
      endYear: z.int(),
    })
    .nullable(),
});

export const curveSetEvents = {
  /** Files that were uploaded, or copied from another set; each gets the next number. */
  CurvesKept: { version: 1, schema: z.object({ curves: z.array(curve) }) },
  /** The scenario was deleted. */
  CurveSetDropped: { version: 1, schema: z.strictObject({}) },
} as const;
