/** Response schemas of the OpenAPI document. Responses are not validated against them at run time. */
import { scenarioEvents } from "@etesian/contracts/events/scenario";
import { z } from "zod";
import { pageSchema } from "../http/pages.ts";
import { inputSchema } from "../inputs/schemas.ts";
import { updateSchema } from "../scenarios/schemas.ts";
import { snakeCase, STRUCTURES } from "./change-json.ts";

interface Events {
  readonly [type: string]: { readonly schema: z.ZodObject };
}

/** Fields of events that some callers may not see. */
const HIDDEN: { readonly [type: string]: readonly string[] } = {
  ScenarioCreated: ["owner"],
  VersionTagged: ["user"],
  RoleGranted: ["person", "role", "savedScenario"],
  RoleRemoved: ["person", "savedScenario"],
};

/** A change of one of these types, each a component named after the event. */
export function changesOf(events: Events) {
  const types = Object.entries(events).map(([type, { schema }]) =>
    z
      .object({
        version: z
          .int()
          .describe("Version of the resource after this change: the number in its ETag, and the `id` of the event"),
        time: z.iso.datetime(),
        actor: z
          .string()
          .describe("`anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role")
          .meta({ example: "user:12" }),
        actor_name: z
          .string()
          .optional()
          .describe(
            "Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios",
          ),
        type: z.literal(snakeCase(type)).describe("The name of the server-sent event"),
        data: dataOf(schema, HIDDEN[type] ?? []),
        command: z
          .uuid()
          .optional()
          .describe("The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID"),
      })
      .meta({ id: type }),
  );
  return z.union(types);
}

/** An event's data under the names in responses; hidden fields are optional. */
function dataOf({ shape }: z.ZodObject, hidden: readonly string[] = []): z.ZodObject {
  const fields = Object.entries(shape).map(([name, field]) => {
    const renamedField = STRUCTURES.has(name) ? structure(field) : field instanceof z.ZodCustom ? anyObject : field;
    return [snakeCase(name), hidden.includes(name) ? renamedField.optional() : renamedField];
  });
  return z.object(Object.fromEntries(fields));
}

const anyObject = z.record(z.string(), z.unknown());

/** Null, a scalar, or an object whose fields are also renamed. */
function structure(field: z.core.$ZodType): z.ZodType {
  if (field instanceof z.ZodNullable) return structure(field.unwrap()).nullable();
  if (!(field instanceof z.ZodType)) throw new TypeError("a field of an event is not a schema");
  return field instanceof z.ZodObject ? dataOf(field) : field;
}

/** A change to a scenario. */
export const changeSchema = changesOf(scenarioEvents).meta({ id: "Change" });

/** Server-sent events, whose `data` are changes. */
export const eventsResponse = (change: z.ZodType) => ({
  description:
    "Messages, each with the `id` (a version), the `event` (the `type` of a change) and the `data`, which is the change as JSON. " +
    "Comments keep idle connections open.",
  content: { "text/event-stream": { schema: change } },
});

export const historySchema = pageSchema(changeSchema);

export const previewSchema = updateSchema.extend({ inputs: z.record(z.string(), inputSchema) });
