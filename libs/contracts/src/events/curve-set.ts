/**
 * Events of sets of curves, stream `curve_set-{scenario id}`: the files a scenario has, whether attached or not. The
 * numbers in them are kept elsewhere, by their hash.
 */
import { ATTACHED_CURVE_TYPES } from "@etesian/sliders";
import { z } from "zod";

const hour = z.int().nonnegative();

/** A file of numbers, as it was received. */
const curve = z.object({
  /** Of the curve that it was made for: "weather/air_temperature". */
  key: z.string(),
  type: z.enum(ATTACHED_CURVE_TYPES),
  /** SHA-256 of its numbers as little-endian doubles. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  fileName: z.string(),
  /** Bytes of the file. */
  size: z.int().nonnegative(),
  /** When it was received. */
  keptAt: z.iso.datetime(),
  /** Of the numbers as they are calculated with. */
  statistics: z.object({
    length: z.int().positive(),
    /** Hour of the first smallest and first largest value. */
    minAt: hour,
    maxAt: hour,
    min: z.number(),
    max: z.number(),
    mean: z.number(),
    /** Of shares of a capacity; null for all others. */
    fullLoadHours: z.number().nullable(),
  }),
  /** The scenario whose result it is. */
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
  /** Received, or copied from another set; each gets the next number. */
  CurvesKept: { version: 1, schema: z.object({ curves: z.array(curve) }) },
  /** The scenario is no more. */
  CurveSetDropped: { version: 1, schema: z.strictObject({}) },
} as const;
