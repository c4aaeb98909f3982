/** Response schemas of the OpenAPI document. Answers are not checked against them at run time. */
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

export const gquerySchema = z
  .object({
    key: z.string(),
    unit: z.string().nullable(),
    description: z.string().nullable(),
    labels: z.array(z.string()).readonly().describe("Folders of its location"),
  })
  .meta({ id: "Gquery" });
