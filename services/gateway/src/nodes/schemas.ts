/** Response schemas of the OpenAPI document. Responses are not validated against them at run time. */
import { z } from "zod";

export const nodeSchema = z
  .object({
    key: z.string(),
    sector: z.string(),
    use: z.string().nullable(),
    presentation_group: z.string().nullable(),
    description: z.string().nullable().describe("The model author's note"),
    data: z
      .record(
        z.string(),
        z.record(
          z.string(),
          z.object({ present: z.unknown(), future: z.unknown(), unit: z.string(), desc: z.string() }),
        ),
      )
      .describe("Figures by group (`technical`, `cost`, `other` …) and attribute"),
    uses_coal_and_wood_pellets: z.boolean(),
  })
  .meta({ id: "Node" });
