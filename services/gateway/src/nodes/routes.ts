/** Nodes of a scenario's energy graph: their figures and connections. */
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { type Backends, calculate } from "../backends.ts";
import type { Documents } from "../exports/document.ts";
import { setCalculationHeaders } from "../http/calculated.ts";
import { contextOf, sendJson } from "../http/context.ts";
import { apiError, errorSchema } from "../http/errors.ts";
import { atVersion, findScenario, scenarioParams as params } from "../scenarios/find.ts";
import { nodeSchema } from "./schemas.ts";

/** Used in examples of the OpenAPI document. */
const NODE = "energy_power_wind_turbine_offshore";

const querystring = z.object(atVersion);

export const nodeRoutes =
  (backends: Backends, documents: Documents): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      "/scenarios/:id/nodes/:key",
      {
        config: { access: "read", returnsNumbers: true },
        schema: {
          tags: ["Nodes"],
          summary: "Get the present and future figures of a node",
          description:
            "Demand, capacity, costs and other figures by group, each with its present and future value and its unit.",
          params: params.extend({ key: z.string().describe("Key of the node").meta({ example: NODE }) }),
          querystring,
          response: { 200: nodeSchema, 404: errorSchema },
        },
      },
      async (request, reply) => {
        const scenario = await findScenario(backends, request, request.params.id);
        const { outcome, calculation } = await calculate(scenario, () =>
          backends.compute.getNode({ recipe: scenario.recipe, key: request.params.key }, contextOf(request, reply)),
        );
        if (outcome?.$case === "failure") throw apiError("uncalculable", outcome.value);
        if (outcome?.$case !== "reportJson") throw apiError("not_found");
        setCalculationHeaders(reply, calculation);
        return sendJson(reply, outcome.value);
      },
    );

    app.get(
      "/scenarios/:id/nodes/topology",
      {
        config: { access: "read", returnsNumbers: true },
        schema: {
          tags: ["Nodes"],
          summary: "Get the layout of the energy graph",
          description:
            "Nodes with their positions in a drawing, and edges with their carriers and shares, present and future.",
          params,
          querystring,
          response: {
            200: z.object({ nodes: z.array(z.looseObject({})), edges: z.array(z.looseObject({})) }),
            404: errorSchema,
          },
        },
      },
      async (request, reply) => {
        const scenario = await findScenario(backends, request, request.params.id);
        return documents.send(scenario, { $case: "energyMap", value: true }, request, reply);
      },
    );

    app.post(
      "/scenarios/:id/nodes/stats",
      {
        config: { access: "read", returnsNumbers: true },
        schema: {
          tags: ["Nodes"],
          summary: "Get the present and future figures of several nodes",
          description: "The requested or default figures of each node, each with its present and future value.",
          params,
          querystring,
          body: z
            .object({
              keys: z
                .record(z.string(), z.array(z.string()).nullable())
                .describe("Names of figures by node; null for the default figures"),
            })
            .meta({ id: "NodeFigures", example: { keys: { [NODE]: null } } }),
          response: { 200: z.object({ nodes: z.record(z.string(), z.looseObject({})) }), 422: errorSchema },
        },
      },
      async (request, reply) => {
        const scenario = await findScenario(backends, request, request.params.id);
        const nodes = Object.entries(request.body.keys).map(([node, figures]) => ({ node, figures: figures ?? [] }));
        return documents.send(scenario, { $case: "nodeStatistics", value: { nodes } }, request, reply);
      },
    );
  };
