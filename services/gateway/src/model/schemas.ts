/** Response schemas of the OpenAPI document. Responses are not validated against them at run time. */
import { z } from "zod";

export const areaSchema = z
  .object({
    area: z.string(),
    group: z.string(),
    analysis_year: z.int(),
    useable: z.boolean(),
  })
  .catchall(z.unknown())
  .meta({ id: "Area" });

const referenceSchema = z
  .object({
    sha256: z.string().describe("SHA-256 of its uncompressed bytes in hexadecimal; its name below `/model/parts`"),
    bytes: z.int().describe("Number of uncompressed bytes"),
  })
  .meta({ id: "PartReference" });

export const manifestSchema = z
  .object({
    format: z.literal(1).describe("Layout of manifest and parts; clients must refuse unknown layouts"),
    engine: z.string().describe("Hash of the engine's source code, as in `X-Etesian-Engine`"),
    model: z.string().describe("Content hash of the model's documents"),
    dataset: z.string().describe("Content hash of all data that determines the area's start year"),
    area: z.string(),
    start_year: z.int(),
    first_weekday: z
      .int()
      .nullable()
      .describe("Weekday of 1 January in the load profiles, 0 for Sunday; null if they have no weekends"),
    parts: z.object({
      definition: referenceSchema,
      interface: referenceSchema.describe("Sections, slides, titles and charts, the same for all areas"),
      dataset: referenceSchema,
      curves: referenceSchema,
      variants: z
        .record(z.string(), referenceSchema)
        .describe("Curves that scenarios may choose instead of the default ones, such as `weather/1987`"),
      inputs: z.record(z.string(), referenceSchema).describe("Facts about inputs, by end year"),
    }),
  })
  .meta({ id: "AreaManifest" });

export const gquerySchema = z
  .object({
    key: z.string(),
    unit: z.string().nullable(),
    description: z.string().nullable(),
    labels: z.array(z.string()).readonly().describe("Folders of its location in the model"),
  })
  .meta({ id: "Gquery" });
