/** Scenarios: create, read, update with queries, delete. */
import type { Scenario } from "@etesian/contracts/scenarios";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Backends } from "../backends.ts";
import { setCalculationHeaders } from "../http/calculated.ts";
import { contextOf, expectedVersion, sendJson } from "../http/context.ts";
import { errorSchema, rejectedCreation } from "../http/errors.ts";
import type { Catalogue } from "../model/catalogue.ts";
import { pageOf, pageQuery, pageRange } from "../http/pages.ts";
import { baseUrl } from "../http/site.ts";
import { hasChange, creationBody, detailed, toCreation, toUpdate, updateBody, wrapScenario } from "./bodies.ts";
import type { SharedResource } from "../users/routes.ts";
import { atVersion, findScenario, scenarioId, scenarioParams as params } from "./find.ts";
import { changedScenarioJson, scenarioJson } from "./json.ts";
import { titleOf } from "./names.ts";
import { resultsJson } from "./results-json.ts";
import { listSchema, scenarioSchema, updateSchema } from "./schemas.ts";
import { Updates } from "./update-and-query.ts";

export const scenarioUsers = ({ scenarios }: Backends): SharedResource => ({
  url: "/scenarios/:id/users",
  access: { list: "users", change: "share" },
  wrapper: "scenario_users",
  idField: "scenario_id",
  schema: "ScenarioUser",
  returnsRemovedUsers: true,
  idOf: scenarioId,
  roles: scenarios,
  kind: "scenario",
  titleOf: async (id, context) => {
    const title = titleOf(await scenarios.getScenario({ id }, context));
    return title === "" ? undefined : title;
  },
});

type UpdateRequest = FastifyRequest<{ Params: { readonly id: string }; Body: z.infer<typeof updateBody> }>;

/** Prefix of the keys of dashboard queries. */
const DASHBOARD = "dashboard_";

export const scenarioRoutes =
  (backends: Backends, catalogue: Catalogue): FastifyPluginAsyncZod =>
  async (app) => {
    const { scenarios } = backends;
    const updates = new Updates(backends);

    async function update(request: UpdateRequest, reply: FastifyReply, keys: readonly string[]) {
      const id = scenarioId(request.params.id);
      const expected = expectedVersion(request.headers["if-match"]);
      const change = hasChange(request.body) ? toUpdate(id, request.body, expected) : null;
      const { scenario, results, calculation } = await updates.run(
        { id, update: change, expectedVersion: expected, keys },
        contextOf(request, reply),
      );
      setCalculationHeaders(reply, calculation);
      void reply.header("etag", `"${scenario.version}"`);
      warnOfScaling(request, scenario);
      const json = JSON.stringify(changedScenarioJson(scenario, baseUrl(request)));
      return sendJson(reply, `{"scenario":${json},"gqueries":${resultsJson(results)}}`);
    }

    app.post(
      "/scenarios",
      {
        preValidation: wrapScenario,
        config: { access: "create", returnsVersion: true, errorsByField: true },
        schema: {
          tags: ["Scenarios"],
          operationId: "createScenario",
          summary: "Create a scenario, blank or as a clone",
          description:
            "The fields may also be at the top level of the body. Without a body, the scenario has the default area and the end year 2050.",
          body: creationBody,
          response: { 200: scenarioSchema, 422: errorSchema },
        },
      },
      async (request, reply) => {
        const { outcome } = await scenarios.createScenario(
          toCreation(request.body, request.caller.privateScenarios),
          contextOf(request),
        );
        if (outcome?.$case !== "scenario") throw rejectedCreation(outcome?.value.problems ?? []);
        return sendScenario(request, reply, outcome.value);
      },
    );

    app.get(
      "/scenarios",
      {
        config: { access: "list" },
        schema: {
          tags: ["Scenarios"],
          operationId: "listScenarios",
          summary: "List the caller's scenarios, newest first",
          description:
            "Scenarios in which the caller has a role, without values and metadata, which `GET /scenarios/{id}` returns.",
          querystring: z.object({ ...pageQuery, detailed }),
          response: { 200: listSchema, 403: errorSchema },
        },
      },
      async (request) => {
        const range = pageRange(request.query);
        const { scenarios: rows, total } = await scenarios.listScenarios(range, contextOf(request));
        const base = baseUrl(request);
        const data = rows.map((row) => {
          const { user_values: _u, balanced_values: _b, metadata: _m, ...listedFields } = scenarioJson(row, base);
          return listedFields;
        });
        return pageOf(data, total, range, `${base}/api/v3/scenarios`);
      },
    );

    app.get(
      "/scenarios/:id",
      {
        config: { access: "read" },
        schema: {
          tags: ["Scenarios"],
          summary: "Get a scenario",
          description:
            "Values set by users, values balanced in share groups, couplings and metadata. Queries (`PUT`) and tables return results.",
          params,
          querystring: z.object({ ...atVersion, detailed }),
          response: { 200: scenarioSchema, 404: errorSchema },
        },
      },
      async (request, reply) => sendScenario(request, reply, await findScenario(backends, request, request.params.id)),
    );

    for (const method of ["PUT", "PATCH"] as const) {
      app.route({
        method,
        url: "/scenarios/:id",
        // Queries without a change require only the right to see the scenario.
        config: { access: "update", returnsVersion: true, returnsNumbers: true },
        preValidation: wrapScenario,
        schema: {
          tags: ["Scenarios"],
          ...(method === "PUT" ? { operationId: "updateScenario" } : {}),
          summary: "Change a scenario, run queries, or both",
          description:
            "All or nothing: if an input, a share group or a query is refused, nothing is changed. With `If-Match` and " +
            "the `ETag` of an earlier response, the change is refused (412) if the scenario has changed since then.",
          params,
          body: updateBody,
          response: { 200: updateSchema, 404: errorSchema, 412: errorSchema, 422: errorSchema },
        },
        handler: (request, reply) => update(request, reply, request.body.gqueries ?? []),
      });
    }

    app.put(
      "/scenarios/:id/dashboard",
      {
        config: { access: "update", returnsVersion: true, returnsNumbers: true },
        preValidation: wrapScenario,
        schema: {
          tags: ["Scenarios"],
          summary: "Change a scenario and run dashboard queries, or the given queries",
          description:
            "Like `PUT /api/v3/scenarios/{id}`. Without `gqueries`, all queries with the `dashboard_` prefix are run.",
          params,
          body: updateBody,
          response: { 200: updateSchema, 404: errorSchema, 412: errorSchema, 422: errorSchema },
        },
      },
      async (request, reply) => {
        const allKeys = async () => (await catalogue.gqueries()).map(({ key }) => key);
        const keys = request.body.gqueries ?? (await allKeys()).filter((key) => key.startsWith(DASHBOARD));
        return update(request, reply, keys);
      },
    );

    app.delete(
      "/scenarios/:id",
      {
        config: { access: "delete" },
        schema: {
          tags: ["Scenarios"],
          summary: "Delete one of the caller's scenarios",
          description: "Only owners may delete a scenario. The deletion cannot be undone. Clones are kept.",
          params,
          response: { 200: z.undefined(), 403: errorSchema, 404: errorSchema },
        },
      },
      async (request, reply) => {
        await scenarios.deleteScenario({ id: scenarioId(request.params.id) }, contextOf(request));
        return reply.code(200).send();
      },
    );
  };

// Network costs depend on attributes of the whole area, which the reference does not scale.
const SCALING_WARNING = "Network costs apply to the whole area: they are not scaled, so total costs are too high";

/** Adds a warning to responses about a scaled scenario: in the header and, for changes, in the JSON body. */
function warnOfScaling(request: FastifyRequest, { recipe }: Scenario): void {
  if (recipe?.scaling !== undefined) request.warnings = [...(request.warnings ?? []), SCALING_WARNING];
}

function sendScenario(request: FastifyRequest, reply: FastifyReply, scenario: Scenario) {
  warnOfScaling(request, scenario);
  return reply.header("etag", `"${scenario.version}"`).send(scenarioJson(scenario, baseUrl(request)));
}
