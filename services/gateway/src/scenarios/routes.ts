/** Scenarios: create, read, update with queries, delete. */
import type { Scenario } from "@etesian/contracts/scenarios";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Backends } from "../backends.ts";
import { nameCalculation } from "../http/calculated.ts";
import { contextOf, expectedVersion, sendJson } from "../http/context.ts";
import { errorSchema, rejectedCreation } from "../http/errors.ts";
import type { Catalogue } from "../model/catalogue.ts";
import { pageOf, pageQuery, rangeIn } from "../http/pages.ts";
import { baseUrl } from "../http/site.ts";
import { asksForChange, creationBody, detailed, toCreation, toUpdate, updateBody, wrapScenario } from "./bodies.ts";
import type { SharedResource } from "../users/routes.ts";
import { atVersion, findScenario, scenarioId, scenarioParams as params } from "./find.ts";
import { changedScenarioJson, scenarioJson } from "./json.ts";
import { resultsJson } from "./results-json.ts";
import { listSchema, scenarioSchema, updateSchema } from "./schemas.ts";
import { Updates } from "./update-and-query.ts";

export const usersOfScenarios = ({ scenarios }: Backends): SharedResource => ({
  url: "/scenarios/:id/users",
  access: { list: "users", change: "share" },
  wrapper: "scenario_users",
  idField: "scenario_id",
  schema: "ScenarioUser",
  answersRemoved: true,
  idOf: scenarioId,
  roles: scenarios,
  kind: "scenario",
  titleOf: async (id, context) => {
    const { metadataJson } = await scenarios.getScenario({ id }, context);
    const { title } = JSON.parse(metadataJson) as { readonly title?: unknown };
    return typeof title === "string" ? title : undefined;
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
      const change = asksForChange(request.body) ? toUpdate(id, request.body, expected) : null;
      const { scenario, results, calculation } = await updates.answer(
        { id, update: change, expectedVersion: expected, keys },
        contextOf(request, reply),
      );
      nameCalculation(reply, calculation);
      void reply.header("etag", `"${scenario.version}"`);
      warnOfScaling(request, scenario);
      const json = JSON.stringify(changedScenarioJson(scenario, baseUrl(request)));
      return sendJson(reply, `{"scenario":${json},"gqueries":${resultsJson(results)}}`);
    }

    app.post(
      "/scenarios",
      {
        preValidation: wrapScenario,
        config: { access: "create", answersVersion: true, errorsByField: true },
        schema: {
          tags: ["Scenarios"],
          operationId: "createScenario",
          summary: "Create a scenario, blank or as a clone",
          description: "The fields may also be at the top level of the body. Without a body: the default area, 2050.",
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
            "Those in which the caller has a role, without their values and metadata: a scenario itself has them.",
          querystring: z.object({ ...pageQuery, detailed }),
          response: { 200: listSchema, 403: errorSchema },
        },
      },
      async (request) => {
        const range = rangeIn(request.query);
        const { scenarios: rows, total } = await scenarios.listScenarios(range, contextOf(request));
        const base = baseUrl(request);
        const data = rows.map((row) => {
          const { user_values: _u, balanced_values: _b, metadata: _m, ...listed } = scenarioJson(row, base);
          return listed;
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
            "Values that were set, values that followed from share groups, couplings and metadata. Results come from queries (`PUT`) and tables.",
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
        // Queries alone take no more than to see the scenario.
        config: { access: "update", answersVersion: true, answersNumbers: true },
        preValidation: wrapScenario,
        schema: {
          tags: ["Scenarios"],
          ...(method === "PUT" ? { operationId: "updateScenario" } : {}),
          summary: "Change a scenario, run queries, or both",
          description:
            "All or nothing: when an input, a share group or a query is refused, nothing is changed. `If-Match` with " +
            "the `ETag` of an earlier answer refuses (412) when the scenario has changed since.",
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
        config: { access: "update", answersVersion: true, answersNumbers: true },
        preValidation: wrapScenario,
        schema: {
          tags: ["Scenarios"],
          summary: "Change a scenario and run the queries of the dashboard, or those given",
          description:
            "As `PUT /api/v3/scenarios/{id}`. Without `gqueries`, every query of the model whose key begins with `dashboard_` is answered.",
          params,
          body: updateBody,
          response: { 200: updateSchema, 404: errorSchema, 412: errorSchema, 422: errorSchema },
        },
      },
      async (request, reply) => {
        const keysOfAll = async () => (await catalogue.gqueries()).map(({ key }) => key);
        const keys = request.body.gqueries ?? (await keysOfAll()).filter((key) => key.startsWith(DASHBOARD));
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
          description: "For its owner alone, and for good. Clones of it stay as they are.",
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

/** Networks are dimensioned by attributes of the whole area, which the reference does not scale; so are their costs. */
const SCALED =
  "Costs of networks are those of the whole area: scaling does not change them, so costs in total are too high";

/** Warns in the answer about a scaled scenario, in the header and, of a change, in its JSON. */
function warnOfScaling(request: FastifyRequest, { recipe }: Scenario): void {
  if (recipe?.scaling !== undefined) request.warnings = [...(request.warnings ?? []), SCALED];
}

function sendScenario(request: FastifyRequest, reply: FastifyReply, scenario: Scenario) {
  warnOfScaling(request, scenario);
  return reply.header("etag", `"${scenario.version}"`).send(scenarioJson(scenario, baseUrl(request)));
}
