/** Response schemas of the OpenAPI document. Responses are not validated against them at run time. */
import { z } from "zod";

const personSchema = z
  .object({
    id: z.int(),
    name: z.string().nullable().describe("Null: no name, an erased account, or the client was not granted `profile`"),
  })
  .meta({ id: "TeamMember" });

export const commentSchema = z
  .object({
    id: z.int().describe("Number within the scenario, from 1"),
    author: personSchema,
    slider: z.string().nullable().describe("Key of the slider that the comment is about; null if it is about a chart"),
    chart: z.string().nullable().describe("Key of the chart that the comment is about; null if it is about a slider"),
    text: z.string().nullable().describe("Plain text; null: it was deleted with its author's account"),
    mentions: z.array(personSchema),
    added_at: z.iso.datetime(),
    edited_at: z.iso.datetime().nullable(),
    resolved: z.boolean(),
    resolved_at: z.iso.datetime().nullable(),
    resolved_by: personSchema.nullable(),
  })
  .meta({ id: "Comment" });

export const commentsSchema = z
  .object({
    version: z
      .int()
      .describe("Number of changes to the comments: `comments` of the `team` message in the event stream"),
    comments: z.array(commentSchema).describe("In the order in which they were added"),
    may_delete_all: z.boolean().describe("Whether the caller may delete other people's comments"),
  })
  .meta({ id: "Comments" });

export const teamSchema = z
  .object({
    people: z.array(personSchema).describe("People with a role in the scenario"),
    present: z.array(personSchema).describe("People viewing the scenario"),
  })
  .meta({ id: "Team" });

/** A message of the event stream. It has no `id`, so that a client continues after the last change. */
export const teamMessageSchema = z
  .object({
    type: z.literal("team").describe("The name of the server-sent event"),
    comments: z.int().nullable().describe("Version of the comments; null: the caller may not see them"),
    present: z.array(personSchema).describe("People with a role who are viewing the scenario"),
  })
  .meta({ id: "TeamMessage" });
