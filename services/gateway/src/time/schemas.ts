/** Response schemas of the OpenAPI document. Answers are not checked against them at run time. */
import { z } from "zod";
import { pageSchema } from "../http/pages.ts";
import { inputSchema } from "../inputs/schemas.ts";
import { updateSchema } from "../scenarios/schemas.ts";

const changeSchema = z
  .object({
    version: z.int().describe("Of the scenario from then on: the number in its ETag"),
    time: z.iso.datetime(),
    actor: z
      .string()
      .describe(
        "`anonymous`, `service:` and a name, or `user:` and an id; `user` alone to people without a role in the scenario",
      )
      .meta({ example: "user:12" }),
    type: z.string().meta({ example: "inputs_set" }),
    data: z.record(z.string(), z.unknown()).describe("Of changes of roles, empty to people who may not share"),
  })
  .meta({ id: "Change" });

export const historySchema = pageSchema(changeSchema);

export const previewSchema = updateSchema.extend({ inputs: z.record(z.string(), inputSchema) });
