/** Request bodies of comments. */
import { COMMENTS } from "@etesian/contracts/limits";
import { z } from "zod";
import { apiError, customError } from "../http/errors.ts";
import { flag, ids, text } from "../http/parameters.ts";
import type { ModelInterface } from "../model/catalogue.ts";

const content = {
  text: text(`Plain text of 1 to ${COMMENTS.length} characters`),
  mentions: ids(`Up to ${COMMENTS.mentions} people with a role in the scenario, who receive an email`),
};

export const newCommentBody = z
  .object({
    comment: z
      .object({
        slider: text("Key of the slider that the comment is about"),
        chart: text("Key of the chart that the comment is about, instead of a slider"),
        ...content,
      })
      .optional(),
  })
  .meta({
    id: "NewComment",
    example: { comment: { slider: "buildings_insulation_level", text: "Is this feasible before 2040?" } },
  });

export const changedCommentBody = z
  .object({
    comment: z
      .object({ ...content, resolved: flag("Resolves or reopens the comment; cannot be combined with `text`") })
      .optional(),
  })
  .meta({ id: "CommentChange", example: { comment: { resolved: true } } });

type NewComment = NonNullable<z.infer<typeof newCommentBody>["comment"]>;
type CommentChange = NonNullable<z.infer<typeof changedCommentBody>["comment"]>;

/** The fields of a body; an empty one is refused. */
export function fieldsOf<Fields extends object>({ comment }: { readonly comment?: Fields | undefined }): Fields {
  if (comment === undefined || Object.values(comment).every((value) => value === undefined)) {
    throw apiError("missing_parameter", "comment");
  }
  return comment;
}

const invalid = (message: string) => customError("invalid", [message]);

/** The part of the model that a new comment is about. */
export function subjectOf(
  { slider, chart }: Pick<NewComment, "slider" | "chart">,
  { documents, catalogue }: ModelInterface,
): { readonly subject: "slider" | "chart"; readonly key: string } {
  if ((slider === undefined) === (chart === undefined)) {
    throw invalid(
      "comment has " +
        (slider === undefined ? "neither slider nor chart" : "slider and chart") +
        ", expected one of them",
    );
  }
  const [subject, key, items] =
    slider === undefined
      ? (["chart", chart!, documents.charts] as const)
      : (["slider", slider, catalogue.inputs] as const);
  if (!items.some((item) => item.key === key)) {
    throw invalid(
      `comment.${subject} is ${JSON.stringify(key.slice(0, 100))}, expected the key of a ${subject} of the model`,
    );
  }
  return { subject, key };
}

/** Control characters and lone surrogates. */
const CONTROL = /[\p{Cc}\p{Cs}]/u;

/** Returns the validated text, with uniform line breaks and without surrounding white space. */
export function textOf({ text: rawText = "" }: Pick<CommentChange, "text">): string {
  const text = rawText.replaceAll(/\r\n?/g, "\n").trim();
  const { length } = Array.from(text);
  if (length < 1 || length > COMMENTS.length) {
    throw invalid(`comment.text has ${length} characters, expected 1 to ${COMMENTS.length}`);
  }
  if (CONTROL.test(text.replaceAll(/[\n\t]/g, ""))) {
    throw invalid("comment.text has control characters, expected plain text");
  }
  return text;
}

export function mentionsOf({ mentions = [] }: Pick<CommentChange, "mentions">): readonly number[] {
  const people = mentions.filter((person) => person !== null);
  if (people.length < mentions.length)
    throw invalid("comment.mentions has a value that is not an ID, expected IDs of people");
  return people;
}
