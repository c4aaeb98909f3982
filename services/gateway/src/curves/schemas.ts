/** Request and response schemas of curves. */
import { z } from "zod";

const hour = z.int().describe("Hour of its first occurrence, from 0");

const sourceSchema = z.object({
  source_scenario_id: z.int(),
  source_scenario_title: z.string(),
  source_saved_scenario_id: z.int().nullable().describe("null: the scenario has not been saved"),
  source_dataset_key: z.string(),
  source_end_year: z.int(),
});

export const curveSchema = z
  .object({
    key: z.string(),
    type: z.string().describe("`price`, `profile`, `capacity_profile`, `availability` or `temperature`"),
    display_group: z.string().nullable(),
    attached: z.boolean().describe("Whether a file is attached; if not, the fields below are absent"),
    overrides: z.array(z.string()).describe("Inputs that cannot be set while a file is attached"),
    internal: z.boolean().optional().describe("Only for internal curves"),
    name: z.string().optional().describe("Name of the file"),
    size: z.int().optional().describe("Size of the file, in bytes"),
    date: z.string().optional().describe("Time of the upload, ISO 8601"),
    stats: z
      .object({
        length: z.int(),
        min_at: hour,
        max_at: hour,
        min: z.number().optional(),
        max: z.number().optional(),
        mean: z.number().optional(),
        full_load_hours: z.number().nullable().optional(),
      })
      .optional()
      .describe("`min`, `max` and `mean` of prices and temperatures, `full_load_hours` of capacity profiles"),
    source_scenario: z
      .union([sourceSchema, z.object({})])
      .optional()
      .describe("For prices and temperatures: the scenario that calculated the curve"),
  })
  .meta({
    id: "CustomCurve",
    example: {
      key: "interconnector_1_price",
      type: "price",
      display_group: "interconnectors",
      attached: true,
      overrides: ["electricity_interconnector_1_marginal_costs"],
      name: "price.csv",
      size: 47520,
      date: "2026-05-01T09:23:00.000Z",
      stats: { length: 8760, min_at: 12, max_at: 4711, max: 95.2, min: 0, mean: 41.7 },
      source_scenario: {},
    },
  });

export const uploadedSchema = curveSchema.extend({
  warnings: z.array(z.string()).describe("Accepted values that may be mistakes, such as 80 °C"),
});

export const curvesSchema = z.array(curveSchema);

/** The body is parsed as a stream; this schema only documents it. */
export const uploadBody = z
  .object({
    file: z
      .unknown()
      .meta({
        type: "string",
        format: "binary",
        description:
          "Text with 8,760 numbers, one per line; for a price also a table with a column whose name contains “price”. " +
          "At most 1 MiB.",
      })
      .optional(),
    ...Object.fromEntries(
      Object.keys(sourceSchema.shape).map((name) => [
        `metadata[${name}]`,
        z
          .unknown()
          .meta({ type: "string", description: "The scenario that calculated the curve: all five fields, or none" })
          .optional(),
      ]),
    ),
  })
  .meta({ id: "CurveUpload", example: { file: "0.5\n".repeat(8760) } });
