/** History of a scenario: past changes, a live stream, earlier versions and previews. */
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { type Backends, NO_RESULTS, query } from "../backends.ts";
import { setCalculationHeaders } from "../http/calculated.ts";
import { contextOf, expectedVersion, sendJson } from "../http/context.ts";
import { apiError, errorSchema, rejectedUpdate } from "../http/errors.ts";
import { pageOf, pageQuery, pageRange } from "../http/pages.ts";
import { flag, texts, version } from "../http/parameters.ts";
import { baseUrl } from "../http/site.ts";
import { inputJson } from "../inputs/json.ts";
import { previewBody, QUERY, toUpdate, wrapScenario } from "../scenarios/bodies.ts";
import { atVersion, findScenario, scenarioId, scenarioParams as params } from "../scenarios/find.ts";
import { changedScenarioJson } from "../scenarios/json.ts";
import { changedScenarioSchema, resultsSchema } from "../scenarios/schemas.ts";
import { resultsJson } from "../scenarios/results-json.ts";
import { authorNames } from "./author-names.ts";
import { changeJson } from "./change-json.ts";
import { lastEventId, openStream, messageStream, untilOneEnds } from "./event-stream.ts";
import { teamMessages } from "../team/messages.ts";
import { teamMessageSchema } from "../team/schemas.ts";
import { SharedChanges } from "./shared-changes.ts";
import { changeSchema, eventsResponse, historySchema, previewSchema } from "./schemas.ts";

const tags = ["History"];

export const timeRoutes =
  (backends: Backends): FastifyPluginAsyncZod =>
  async (app) => {
    const { scenarios } = backends;
    const sharedChanges = new SharedChanges(backends);
    // An open event stream would prevent the server from stopping.
    const abort = new AbortController();
    app.addHook("preClose", async () => abort.abort());

    app.get(
      "/scenarios/:id/history",
      {
        config: { access: "read" },
        schema: {
          tags,
          summary: "List the changes to a scenario, latest first",
          description:
            "Changes made while the scenario was private, or in a request that made it private, are shown only to users with a role in it. " +
            "Role changes are shown only to its owners.",
          params,
          querystring: z.object(pageQuery),
          response: { 200: historySchema, 404: errorSchema },
        },
      },
      async (request, reply) => {
        const id = scenarioId(request.params.id);
        const range = pageRange(request.query);
        const context = contextOf(request, reply);
        const { changes, total } = await scenarios.listHistory({ id, ...range }, context);
        const names = await authorNames(backends.accounts, changes, request.caller, context);
        const data = changes.map((change) => changeJson(change, names));
        return pageOf(data, total, range, `${baseUrl(request)}/api/v3/scenarios/${id}/history`);
      },
    );

    app.post(
      "/scenarios/:id/restore",
      {
        config: { access: "update", returnsVersion: true },
        schema: {
          tags,
          summary: "Restore values, couplings, orders and metadata of an earlier version",
          description: "Creates a new version: later versions remain in the history and can be restored.",
          params,
          body: z
            .object({ version: version("A version from the history") })
            .meta({ id: "ScenarioRestoration", example: { version: 1 } }),
          response: { 200: z.object({ scenario: changedScenarioSchema }), 404: errorSchema, 412: errorSchema },
        },
      },
      async (request, reply) => {
        const { version } = request.body;
        if (version === undefined) throw apiError("missing_parameter", "version");
        const { outcome } = await scenarios.restoreScenario(
          {
            id: scenarioId(request.params.id),
            version,
            expectedVersion: expectedVersion(request.headers["if-match"]),
          },
          contextOf(request),
        );
        if (outcome?.$case !== "scenario") throw rejectedUpdate(outcome?.value.problems ?? []);
        void reply.header("etag", `"${outcome.value.version}"`);
        return { scenario: changedScenarioJson(outcome.value, baseUrl(request)) };
      },
    );

    app.get(
      "/scenarios/:id/events",
      {
        config: { access: "read" },
        schema: {
          tags,
          summary: "Stream the changes to a scenario as they happen",
          description:
            "Server-sent events: each change is sent once and in order, with its version as the ID. `Last-Event-ID` continues " +
            "after that event; `0` starts with the first. " +
            "The stream ends when the caller may no longer see the scenario, or when the token expires.",
          params,
          querystring: z.object({
            team: flag(
              "Also sends `team` messages: a new version of the comments, and the people viewing the scenario. The caller " +
                "counts as viewing it until the stream ends",
            ),
          }),
          response: {
            200: eventsResponse(z.union([changeSchema, teamMessageSchema])),
            404: errorSchema,
          },
        },
      },
      async (request, reply) => {
        const context = openStream(request, reply, abort.signal);
        const { id, version } = await scenarios.getScenario({ id: scenarioId(request.params.id) }, context);
        const after = lastEventId(request, version);
        const changesUntil = (signal: AbortSignal) =>
          sharedChanges.follow({ id, after, currentVersion: version }, request.caller, { ...context, signal });
        const messages =
          request.query.team === true
            ? untilOneEnds(context.signal, (signal) => [
                changesUntil(signal),
                teamMessages(backends, id, request.caller, { ...context, signal }),
              ])
            : changesUntil(context.signal);
        return reply.type("text/event-stream").header("cache-control", "no-store").send(messageStream(messages));
      },
    );

    app.post(
      "/scenarios/:id/preview",
      {
        config: { access: "read", changesNothing: true, returnsNumbers: true },
        preValidation: wrapScenario,
        schema: {
          tags,
          summary: "Preview the result of a change",
          description:
            "Takes the body of `PUT` without storing anything, and only requires the right to see the scenario; a page can call it " +
            "while a slider is dragged. `inputs` are the requested inputs or, if none are requested, the inputs in the change.",
          params,
          body: previewBody,
          response: { 200: previewSchema, 403: errorSchema, 404: errorSchema, 422: errorSchema },
        },
      },
      async (request, reply) => {
        const { body } = request;
        const id = scenarioId(request.params.id);
        const context = contextOf(request, reply);
        const change = { ...toUpdate(id, body, undefined), preview: true, hypothetical: true };
        const { outcome } = await scenarios.updateScenario(change, context);
        if (outcome?.$case !== "scenario") throw rejectedUpdate(outcome?.value.problems ?? []);
        const keys = body.inputs ?? Object.keys(change.userValues);
        const [{ results, calculation }, { inputs }] = await Promise.all([
          body.gqueries?.length ? query(backends, outcome.value, body.gqueries, context) : NO_RESULTS,
          keys.length === 0
            ? { inputs: [] }
            : scenarios.listInputs({ id, keys: [...new Set(keys)], originalDefaults: false, change }, context),
        ]);
        setCalculationHeaders(reply, calculation);
        const scenario = JSON.stringify(changedScenarioJson(outcome.value, baseUrl(request)));
        const states = Object.fromEntries(inputs.map((state) => [state.input?.key ?? "", inputJson(state, {})]));
        return sendJson(
          reply,
          `{"scenario":${scenario},"gqueries":${resultsJson(results)},"inputs":${JSON.stringify(states)}}`,
        );
      },
    );

    app.get(
      "/scenarios/:id/queries",
      {
        config: { access: "read", returnsNumbers: true },
        schema: {
          tags,
          summary: "Run queries without changing anything",
          description:
            "Returns the present and future value of each query, with its unit. `at` selects an earlier version of the scenario.",
          params,
          querystring: z.object({
            ...atVersion,
            keys: texts("Queries, comma-separated or repeated", QUERY),
          }),
          response: { 200: resultsSchema, 404: errorSchema, 422: errorSchema },
        },
      },
      async (request, reply) => {
        const keys = (request.query.keys ?? []).flatMap((text) => text.split(",").filter((key) => key !== ""));
        if (keys.length === 0) throw apiError("missing_parameter", "keys");
        const scenario = await findScenario(backends, request, request.params.id);
        const { results, calculation } = await query(backends, scenario, keys, contextOf(request, reply));
        setCalculationHeaders(reply, calculation);
        return sendJson(reply, resultsJson(results));
      },
    );
  };
