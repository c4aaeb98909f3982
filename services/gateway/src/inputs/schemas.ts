/** Response schemas of the OpenAPI document. Responses are not validated against them at run time. */
import { z } from "zod";

export const inputSchema = z
  .object({
    min: z.number().optional(),
    max: z.number().optional(),
    default: z
      .union([z.number(), z.string(), z.boolean()])
      .nullable()
      .describe("Value in a blank scenario, or in the parent scenario"),
    unit: z.string().nullable(),
    user: z
      .union([z.number(), z.string(), z.boolean()])
      .nullable()
      .optional()
      .describe("Value set by the user or by balancing"),
    disabled: z.boolean().describe("Whether the value cannot be set"),
    coupling_disabled: z.boolean().optional(),
    disabled_by: z.array(z.string()).readonly().optional(),
    disabled_by_couplings: z.array(z.string()).readonly().optional(),
    coupling_groups: z.array(z.string()).readonly().optional(),
    permitted_values: z.array(z.string()).readonly().optional().describe("Only for inputs with the unit `enum`"),
    share_group: z.string().optional().describe("All inputs of the group sum to 100"),
    step: z.number().optional(),
    code: z.string().optional(),
    description: z.string().optional().describe("The model author's note"),
    cache_error: z.string().optional().describe("Why the range could not be calculated"),
  })
  .meta({ id: "Input" });
