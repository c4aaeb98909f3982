/** Comments on a scenario's sliders and charts, and the people viewing it. */
import type { ChangedComment, Comment } from "@etesian/contracts/scenarios";
import type { CallOrigin } from "@etesian/service-kit";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Backends } from "../backends.ts";
import type { RequestCaller } from "../http/access.ts";
import { contextOf } from "../http/context.ts";
import { apiError, errorSchema } from "../http/errors.ts";
import { pathId, toId } from "../http/parameters.ts";
import { peopleFor } from "../http/personal-data.ts";
import type { Catalogue } from "../model/catalogue.ts";
import { scenarioId, scenarioParams as params } from "../scenarios/find.ts";
import { titleOf } from "../scenarios/names.ts";
import { changedCommentBody, fieldsOf, mentionsOf, newCommentBody, subjectOf, textOf } from "./bodies.ts";
import { commentJson, peopleIn, personJson } from "./json.ts";
import { commentSchema, commentsSchema, teamSchema } from "./schemas.ts";
import { openTexts, sealText } from "./texts.ts";

const tags = ["Comments"];
const commentParams = params.extend({ comment: pathId("Comment ID within the scenario") });
const errors = { 403: errorSchema, 404: errorSchema };

/** `site`: base URL of links in emails. */
export const teamRoutes =
  ({ scenarios, accounts }: Backends, catalogue: Catalogue, site: () => string): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      "/scenarios/:id/team",
      {
        config: { access: "team" },
        schema: {
          tags,
          summary: "List people with a role, and people viewing the scenario",
          description:
            "People can mention each other in comments, so everyone with a role sees the names of all others. " +
            "A person is viewing a scenario while they receive its events with `team`.",
          params,
          response: { ...errors, 200: teamSchema },
        },
      },
      async (request, reply) => {
        const context = contextOf(request, reply);
        const { people, present } = await scenarios.listTeam({ id: scenarioId(request.params.id) }, context);
        const profiles = await peopleFor(accounts, people, request.caller, context);
        // Invited people have no account yet, and therefore no name.
        const members = people.filter((person) => profiles.get(person)?.hasAccount === true);
        const peopleJson = (ids: readonly number[]) => ids.map((person) => personJson(person, profiles));
        return { people: peopleJson(members), present: peopleJson(present) };
      },
    );

    app.get(
      "/scenarios/:id/comments",
      {
        config: { access: "team" },
        schema: {
          tags,
          summary: "List the comments",
          description: "Only for people with a role in the scenario, even if it is public.",
          params,
          response: { ...errors, 200: commentsSchema },
        },
      },
      async (request, reply) => {
        const context = contextOf(request, reply);
        const id = scenarioId(request.params.id);
        const { version, comments, mayModerate } = await scenarios.listComments({ id }, context);
        const json = await commentsJson(comments, request.caller, context);
        return { version, comments: json, may_delete_all: mayModerate };
      },
    );

    app.post(
      "/scenarios/:id/comments",
      {
        config: { access: "comment" },
        schema: {
          tags,
          summary: "Comment on a slider or a chart",
          description:
            "Mentioned people receive an email with a link, at most one per hour and scenario. " +
            "A comment does not change the scenario or its version.",
          params,
          body: newCommentBody,
          response: { ...errors, 201: commentSchema, 422: errorSchema },
        },
      },
      async (request, reply) => {
        const id = scenarioId(request.params.id);
        const context = contextOf(request);
        const fields = fieldsOf(request.body);
        const subject = subjectOf(fields, await catalogue.interface());
        const text = await sealText(accounts, textOf(fields), context);
        const response = await scenarios.addComment(
          { id, ...subject, text: { text, mentions: [...mentionsOf(fields)] } },
          context,
        );
        const json = await changedCommentJson(id, response, request.caller, context);
        return reply.code(201).header("location", `/api/v3/scenarios/${id}/comments`).send(json);
      },
    );

    app.put(
      "/scenarios/:id/comments/:comment",
      {
        config: { access: "comment" },
        schema: {
          tags,
          summary: "Edit your own comment, or resolve or reopen any comment",
          description: "Either a `text` with its `mentions`, or `resolved`. Newly mentioned people receive an email.",
          params: commentParams,
          body: changedCommentBody,
          response: { ...errors, 200: commentSchema, 422: errorSchema },
        },
      },
      async (request) => {
        const id = scenarioId(request.params.id);
        const number = commentNumber(request.params.comment);
        const context = contextOf(request);
        const fields = fieldsOf(request.body);
        const hasText = fields.text !== undefined || fields.mentions !== undefined;
        if (hasText && fields.resolved !== undefined) {
          throw apiError("bad_request", "comment has text and resolved, expected one of them");
        }
        const change =
          fields.resolved === undefined
            ? {
                $case: "text" as const,
                value: {
                  text: await sealText(accounts, textOf(fields), context),
                  mentions: [...mentionsOf(fields)],
                },
              }
            : { $case: "resolved" as const, value: fields.resolved };
        return changedCommentJson(
          id,
          await scenarios.changeComment({ id, number, change }, context),
          request.caller,
          context,
        );
      },
    );

    app.delete(
      "/scenarios/:id/comments/:comment",
      {
        config: { access: "comment" },
        schema: {
          tags,
          summary: "Delete a comment",
          description:
            "Callers with `scenarios:write` can delete their own comments; owners of the scenario with `scenarios:delete` " +
            "can delete any comment.",
          params: commentParams,
          response: { ...errors, 204: z.undefined() },
        },
      },
      async (request, reply) => {
        const number = commentNumber(request.params.comment);
        await scenarios.deleteComment({ id: scenarioId(request.params.id), number }, contextOf(request));
        return reply.code(204).send();
      },
    );

    async function commentsJson(comments: readonly Comment[], caller: RequestCaller, context: CallOrigin) {
      const [texts, people] = await Promise.all([
        openTexts(accounts, comments, context),
        peopleFor(accounts, peopleIn(comments), caller, context),
      ]);
      return comments.map((comment, index) => commentJson(comment, texts[index] ?? null, people));
    }

    /** Emails newly mentioned people. Repeating the request with the same key sends emails that failed. */
    async function changedCommentJson(
      id: number,
      { comment, newlyMentioned }: ChangedComment,
      caller: RequestCaller,
      context: CallOrigin,
    ) {
      if (comment === undefined) throw new Error(`a changed comment of scenario ${id} is missing`);
      if (newlyMentioned.length > 0) {
        const title = titleOf(await scenarios.getScenario({ id }, context));
        const link = `${site()}/s/${id}?comments=${comment.number}`;
        const resource = { kind: "scenario", number: id, title: title === "" ? undefined : title, link };
        await accounts.mention({ people: newlyMentioned, ...resource }, context);
      }
      const [json] = await commentsJson([comment], caller, context);
      return json!;
    }
  };

function commentNumber(text: string): number {
  const number = toId(text);
  if (number === null) throw apiError("unknown_comment");
  return number;
}
