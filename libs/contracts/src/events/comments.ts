/**
 * Events of the comments on a scenario, stream `comments-{scenario}`. Texts are encrypted with their author's key, which
 * is stored elsewhere; people are represented by IDs.
 */
import { z } from "zod";

const person = z.int().positive();
/** Number of a comment within its scenario, from 1. */
const comment = z.int().positive();
/** Text as JSON, encrypted, in base64. */
const sealed = z.base64();
/** Mentioned people, who have a role in the scenario. */
const mentions = z.array(person);

const v1 = <Schema extends z.ZodType>(schema: Schema) => ({ version: 1, schema });

/** Parts of a scenario that comments are about. */
export const COMMENT_SUBJECTS = ["slider", "chart"] as const;
export type CommentSubject = (typeof COMMENT_SUBJECTS)[number];

export const commentEvents = {
  CommentAdded: v1(
    z.object({
      comment,
      author: person,
      subject: z.enum(COMMENT_SUBJECTS),
      /** Key of the slider or chart in the model. */
      key: z.string(),
      text: sealed,
      mentions,
    }),
  ),
  /** The text changed. */
  CommentEdited: v1(z.object({ comment, text: sealed, mentions })),
  CommentResolved: v1(z.object({ comment, person })),
  /** The comment had been resolved by mistake, or is discussed again. */
  CommentReopened: v1(z.object({ comment })),
  /** Deleted by its author, or by an owner of the scenario. */
  CommentDeleted: v1(z.object({ comment })),
} as const;
