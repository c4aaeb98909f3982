/** What answers look like, for the OpenAPI document. Answers are not checked against them at run time. */
import { z } from "zod";
import { pageSchema } from "../http/pages.ts";
import { inputSchema } from "../inputs/schemas.ts";
import { updateSchema } from "../scenarios/schemas.ts";

const changeSchema = z
  .object({
    version: z.int().describe("Of the scenario from then on: the number in its ETag"),
    time: z.iso.datetime(),
    actor: z.string().describe("`anonymous`, or `user:` and an id").meta({ example: "user:12" }),
    type: z.string().meta({ example: "inputs_set" }),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "Change" });

export const historySchema = pageSchema(changeSchema);

export const previewSchema = updateSchema.extend({ inputs: z.record(z.string(), inputSchema) });
