/** Response schemas of the OpenAPI document. Responses are not validated against them at run time. */
import { z } from "zod";

export const collectionSchema = z
  .object({
    id: z.int(),
    title: z.string(),
    interpolation: z.boolean(),
    area_code: z.string().nullable(),
    end_year: z.int().nullable(),
    version: z.string().describe("Version of the model").meta({ example: "latest" }),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    discarded: z.boolean(),
    discarded_at: z.iso.datetime().nullable(),
    owner: z.object({
      id: z.int(),
      name: z.string().nullable().describe("null: no name, or the client was not granted `profile`"),
    }),
    saved_scenario_ids: z.array(z.int()),
    scenario_ids: z.array(z.int()),
    collections_app_url: z.null(),
    interpolation_params: z
      .object({ area_code: z.string().nullable(), end_years: z.array(z.int()) })
      .optional()
      .describe("Present if years in between are interpolated"),
  })
  .meta({ id: "Collection" });

export const collectionListSchema = z.object({ collections: z.array(collectionSchema) });
