/** Saved scenarios: lists, versions, the trash, and users with a role. */
import type { SavedScenario } from "@etesian/contracts/saved-scenarios";
import type { Scenario } from "@etesian/contracts/scenarios";
import { type CallOrigin, RpcError, status } from "@etesian/service-kit";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Backends } from "../backends.ts";
import { contextOf, expectedVersion } from "../http/context.ts";
import { errorSchema, rejectedCreation } from "../http/errors.ts";
import { pageOf, pageQuery, pageRange } from "../http/pages.ts";
import { flag, pathId, scalar, text, toScalar } from "../http/parameters.ts";
import { baseUrl } from "../http/site.ts";
import { changeStream, lastEventId, openStream } from "../time/event-stream.ts";
import { eventsResponse } from "../time/schemas.ts";
import type { SharedResource } from "../users/routes.ts";
import {
  NO_FIELDS,
  savedCreationBody,
  savedScenarioId,
  savedUpdateBody,
  toSavedFields,
  wrapSavedScenario,
} from "./bodies.ts";
import { changedSavedScenarioJson, savedHistoryJson, savedScenarioJson } from "./json.ts";
import {
  changedSavedScenarioSchema,
  messageSchema,
  savedChangeSchema,
  savedHistorySchema,
  savedListSchema,
  savedScenarioSchema,
} from "./schemas.ts";

const params = z.object({ id: pathId("ID of the saved scenario") });
const tags = ["Saved scenarios"];
const errors = { 401: errorSchema, 403: errorSchema, 404: errorSchema };

export const savedScenarioUsers = ({ savedScenarios }: Backends): SharedResource => ({
  url: "/saved_scenarios/:id/users",
  access: { list: "saved-users", change: "saved-share" },
  wrapper: "saved_scenario_users",
  idField: "saved_scenario_id",
  schema: "SavedScenarioUser",
  returnsRemovedUsers: false,
  idOf: savedScenarioId,
  roles: savedScenarios,
  kind: "saved scenario",
  titleOf: async (id, context) => (await savedScenarios.getSavedScenario({ id }, context)).title,
});

export const savedScenarioRoutes =
  ({ savedScenarios, scenarios }: Backends): FastifyPluginAsyncZod =>
  async (app) => {
    // An open event stream would prevent the server from stopping.
    const abort = new AbortController();
    app.addHook("preClose", async () => abort.abort());

    /** The scenario of the current version; null if the caller may not see it. */
    async function currentScenario({ present }: SavedScenario, context: CallOrigin): Promise<Scenario | null> {
      try {
        return await scenarios.getScenario({ id: present?.scenarioId ?? 0, creation: present?.creation }, context);
      } catch (error) {
        if (error instanceof RpcError && error.code === status.NOT_FOUND) return null;
        throw error;
      }
    }

    /** A tag with the versions of the saved scenario and the embedded scenario, which change independently. */
    const tagOf = (savedScenario: SavedScenario, scenario: Scenario | null): string =>
      `"${savedScenario.version}.${scenario?.version ?? 0}"`;

    async function sendSavedScenario(
      request: FastifyRequest,
      reply: FastifyReply,
      savedScenario: SavedScenario,
      context: CallOrigin,
    ) {
      const scenario = await currentScenario(savedScenario, context);
      void reply.header("etag", tagOf(savedScenario, scenario));
      return savedScenarioJson(savedScenario, scenario, baseUrl(request));
    }

    async function sendChangedScenario(
      request: FastifyRequest,
      reply: FastifyReply,
      savedScenario: SavedScenario,
      context: CallOrigin,
    ) {
      const scenario = await currentScenario(savedScenario, context);
      void reply.header("etag", tagOf(savedScenario, scenario));
      return changedSavedScenarioJson(savedScenario, scenario, baseUrl(request));
    }

    app.get(
      "/saved_scenarios",
      {
        config: { access: "list-saved" },
        schema: {
          tags,
          summary: "List the caller's saved scenarios, most recently changed first",
          description:
            "Saved scenarios in which the caller has a role, each with a copy of its scenario. `discarded` lists the trash instead.",
          querystring: z.object({
            ...pageQuery,
            discarded: flag("Only saved scenarios in the trash"),
            scope: text("`all`: saved scenarios of all owners, for admins"),
          }),
          response: { 200: savedListSchema, 401: errorSchema, 403: errorSchema },
        },
      },
      async (request, reply) => {
        const { discarded = false, scope } = request.query;
        const range = pageRange(request.query);
        const context = contextOf(request, reply);
        const all = scope === "all";
        const { savedScenarios: rows, total } = await savedScenarios.listSavedScenarios(
          { ...range, discarded, all },
          context,
        );
        const data = await Promise.all(
          rows.map(async (savedScenario) =>
            savedScenarioJson(savedScenario, await currentScenario(savedScenario, context), baseUrl(request)),
          ),
        );
        const query = { ...(all ? { scope: "all" } : {}), ...(discarded ? { discarded: "true" } : {}) };
        return pageOf(data, total, range, `${baseUrl(request)}/api/v3/saved_scenarios`, query);
      },
    );

    app.post(
      "/saved_scenarios",
      {
        config: { access: "save", returnsVersion: true, errorsByField: true },
        preValidation: wrapSavedScenario,
        schema: {
          tags,
          summary: "Save a scenario",
          description:
            "Saves any scenario that the caller may read. The fields may also be at the top level of the body.",
          body: savedCreationBody,
          response: { 200: savedScenarioSchema, 401: errorSchema, 403: errorSchema, 422: errorSchema },
        },
      },
      async (request, reply) => {
        const context = contextOf(request);
        const { outcome } = await savedScenarios.createSavedScenario(
          { fields: toSavedFields(request.body), privateByDefault: request.caller.privateScenarios },
          context,
        );
        if (outcome?.$case !== "savedScenario") throw rejectedCreation(outcome?.value.problems ?? []);
        return sendSavedScenario(request, reply, outcome.value, context);
      },
    );

    // Alias for clients that use the singular.
    for (const [url, operation] of [
      ["/saved_scenarios/:id", {}],
      ["/saved_scenario/:id", { operationId: "getSavedScenarioBySingular", deprecated: true }],
    ] as const) {
      app.get(
        url,
        {
          config: { access: "saved-read" },
          schema: {
            ...operation,
            tags,
            summary: "Get a saved scenario, with a copy of its scenario",
            description: "Includes a copy of its current scenario. The `ETag` changes whenever either of them changes.",
            params,
            response: { ...errors, 200: savedScenarioSchema },
          },
        },
        async (request, reply) => {
          const context = contextOf(request, reply);
          const savedScenario = await savedScenarios.getSavedScenario(
            { id: savedScenarioId(request.params.id) },
            context,
          );
          return sendSavedScenario(request, reply, savedScenario, context);
        },
      );
    }

    app.route({
      method: ["PUT", "PATCH"],
      url: "/saved_scenarios/:id",
      config: { access: "saved-update", returnsVersion: true, errorsByField: true },
      preValidation: wrapSavedScenario,
      schema: {
        tags,
        summary: "Change a saved scenario",
        description:
          "Another `scenario_id` becomes the current version, and the previous one moves to the history. If that scenario is a " +
          "version in the history, it becomes current again and the later versions stay in the history. `private` applies to " +
          "the saved scenario only: `PUT /api/v3/scenarios/{id}` makes the scenario itself private.",
        params,
        body: savedUpdateBody,
        response: { ...errors, 200: changedSavedScenarioSchema, 412: errorSchema, 422: errorSchema },
      },
      handler: async (request, reply) => {
        const context = contextOf(request);
        const { outcome } = await savedScenarios.updateSavedScenario(
          {
            id: savedScenarioId(request.params.id),
            fields: toSavedFields(request.body),
            expectedVersion: expectedVersion(request.headers["if-match"]),
            restore: false,
          },
          context,
        );
        if (outcome?.$case !== "savedScenario") throw rejectedCreation(outcome?.value.problems ?? []);
        return sendChangedScenario(request, reply, outcome.value, context);
      },
    });

    app.route({
      method: ["PUT", "PATCH"],
      url: "/saved_scenarios/:id/discard",
      config: { access: "saved-delete" },
      schema: {
        tags,
        summary: "Move a saved scenario to the trash",
        description:
          "It can be restored until it is deleted permanently, after 60 days unless the operator sets another period.",
        params,
        response: { ...errors, 200: messageSchema },
      },
      handler: async (request) => {
        await savedScenarios.discardSavedScenario({ id: savedScenarioId(request.params.id) }, contextOf(request));
        return { message: "Scenario discarded successfully" };
      },
    });

    app.delete(
      "/saved_scenarios/:id",
      {
        config: { access: "saved-delete" },
        schema: {
          tags,
          summary: "Delete a saved scenario permanently",
          description: "The deletion cannot be undone. The scenarios saved as versions are kept.",
          params,
          response: { ...errors, 200: messageSchema },
        },
      },
      async (request) => {
        await savedScenarios.deleteSavedScenario({ id: savedScenarioId(request.params.id) }, contextOf(request));
        return { message: "Scenario deleted successfully" };
      },
    );

    app.get(
      "/saved_scenarios/:id/history",
      {
        config: { access: "saved-read" },
        schema: {
          tags,
          summary: "List the versions of a saved scenario",
          description: "Returns the current version first, with dates. At most 20 earlier versions are kept.",
          params,
          response: { ...errors, 200: savedHistorySchema },
        },
      },
      async (request, reply) =>
        savedHistoryJson(
          await savedScenarios.getSavedScenario({ id: savedScenarioId(request.params.id) }, contextOf(request, reply)),
        ),
    );

    app.post(
      "/saved_scenarios/:id/restore",
      {
        config: { access: "saved-update", returnsVersion: true, errorsByField: true },
        schema: {
          tags,
          summary: "Restore a saved scenario from the trash, or an earlier version",
          description:
            "With `scenario_id`, that version becomes current again, and the previous one moves to the history. Without it, the saved scenario is restored from the trash.",
          params,
          body: z
            .object({
              scenario_id: scalar(
                "One of `scenario_id_history`; without it, the saved scenario is restored from the trash",
                "integer",
              ),
            })
            .meta({ id: "SavedScenarioRestoration" }),
          response: { ...errors, 200: changedSavedScenarioSchema, 412: errorSchema, 422: errorSchema },
        },
      },
      async (request, reply) => {
        const context = contextOf(request);
        const { scenario_id: scenarioId } = request.body;
        const fields = scenarioId === undefined ? { discarded: toScalar(false) } : { scenarioId };
        const { outcome } = await savedScenarios.updateSavedScenario(
          {
            id: savedScenarioId(request.params.id),
            fields: { ...NO_FIELDS, ...fields },
            expectedVersion: expectedVersion(request.headers["if-match"]),
            restore: scenarioId !== undefined,
          },
          context,
        );
        if (outcome?.$case !== "savedScenario") throw rejectedCreation(outcome?.value.problems ?? []);
        return sendChangedScenario(request, reply, outcome.value, context);
      },
    );

    app.get(
      "/saved_scenarios/:id/events",
      {
        config: { access: "saved-read" },
        schema: {
          tags,
          summary: "Stream the changes to a saved scenario as they happen",
          description:
            "Server-sent events: each change is sent once and in order. `Last-Event-ID` continues after that event; `0` starts with the first. " +
            "The stream ends when the caller may no longer see the saved scenario, or when the token expires.",
          params,
          response: {
            ...errors,
            200: eventsResponse(savedChangeSchema),
          },
        },
      },
      async (request, reply) => {
        const context = openStream(request, reply, abort.signal);
        const { id, version } = await savedScenarios.getSavedScenario(
          { id: savedScenarioId(request.params.id) },
          context,
        );
        const after = lastEventId(request, version);
        const changes = savedScenarios.followSavedScenario({ id, after }, context);
        return reply.type("text/event-stream").header("cache-control", "no-store").send(changeStream(changes));
      },
    );
  };
