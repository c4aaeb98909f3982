/** User-sortable orders: each under its own name, and all under `user_sortables`. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Backends } from "../backends.ts";
import { contextOf } from "../http/context.ts";
import { apiError, customError, errorSchema, rejectedUpdate } from "../http/errors.ts";
import { isObject, listOf } from "../http/parameters.ts";
import { atVersion, scenarioId, scenarioParams as params } from "../scenarios/find.ts";
import { ordersByType, isType, orderOf, resourceOf, SUBTYPES, type Type, TYPES } from "./kinds.ts";
import { metaSchema, orderBody, orderSchema, ordersSchema, subtype } from "./schemas.ts";

const paramsWithType = params.extend({
  type: z
    .string()
    .describe("Type of order")
    .meta({ enum: [...TYPES], example: "forecast_storage" }),
});
const querystring = z.object({ ...atVersion, subtype });
const response = { 200: orderSchema, 400: errorSchema, 404: errorSchema, 422: errorSchema };
const tags = ["Orders"];
const PRIORITY_TEXT = "The first member has the highest priority. The default order applies until the user sets one.";
const CHANGE_TEXT =
  "Omitted members follow in default order; an empty list restores the default order. Unknown members are refused.";

interface OrderRequest {
  readonly Params: { readonly id: string };
  readonly Querystring: { readonly at?: number | undefined };
}

export const orderRoutes =
  ({ scenarios }: Backends): FastifyPluginAsyncZod =>
  async (app) => {
    async function ordersOf(request: FastifyRequest<OrderRequest>, reply: FastifyReply) {
      const { params, query } = request;
      const { orders } = await scenarios.listOrders(
        { id: scenarioId(params.id), at: query.at },
        contextOf(request, reply),
      );
      return (name: string): string[] => orders[name]?.keys ?? [];
    }

    async function read(type: Type, subtype: unknown, request: FastifyRequest<OrderRequest>, reply: FastifyReply) {
      const name = orderOf(type, subtype);
      return { order: (await ordersOf(request, reply))(name) };
    }

    async function write(type: Type, request: FastifyRequest<Pick<OrderRequest, "Params">>) {
      const { subtype, keys } = parseOrder(request.body, resourceOf(type));
      const { outcome } = await scenarios.setOrder(
        { id: scenarioId(request.params.id), name: orderOf(type, subtype), keys: [...keys] },
        contextOf(request),
      );
      if (outcome?.$case !== "order") throw rejectedUpdate(outcome?.value.problems ?? []);
      return { order: outcome.value.keys };
    }

    for (const type of TYPES) {
      const url = `/scenarios/:id/${resourceOf(type)}`;
      const resourceName = resourceOf(type).replaceAll("_", " ");
      app.get(
        url,
        {
          config: { access: "read" },
          schema: {
            tags,
            summary: `Read the ${resourceName}`,
            description: PRIORITY_TEXT,
            params,
            querystring,
            response,
          },
        },
        (request, reply) => read(type, request.query.subtype, request, reply),
      );
      app.route({
        method: ["PUT", "PATCH"],
        url,
        config: { access: "update" },
        schema: {
          tags,
          summary: `Change the ${resourceName}`,
          description: CHANGE_TEXT,
          params,
          body: orderBody,
          response,
        },
        handler: (request) => write(type, request),
      });
    }

    app.get(
      "/scenarios/:id/user_sortables",
      {
        config: { access: "read" },
        schema: {
          tags,
          summary: "Get all user-sortable orders",
          description:
            "Orders by name; for heat networks, by temperature level. The default order applies until the user sets one.",
          params,
          querystring: z.object(atVersion),
          response: { 200: ordersSchema, 404: errorSchema },
        },
      },
      async (request, reply) => ordersByType(await ordersOf(request, reply)),
    );
    app.get(
      "/scenarios/:id/user_sortables/meta",
      {
        config: { access: "read" },
        schema: {
          tags,
          summary: "List the user-sortable orders",
          description: "Types for `/user_sortables/{type}`, and the temperature levels of heat networks.",
          params,
          response: { 200: metaSchema },
        },
      },
      async (request, reply) => {
        await scenarios.listOrders({ id: scenarioId(request.params.id) }, contextOf(request, reply));
        return { types: [...TYPES], heat_network_subtypes: [...SUBTYPES] };
      },
    );
    app.get(
      "/scenarios/:id/user_sortables/:type",
      {
        config: { access: "read" },
        schema: {
          tags,
          summary: "Get an order",
          description: PRIORITY_TEXT,
          params: paramsWithType,
          querystring,
          response,
        },
      },
      (request, reply) => read(parseType(request.params.type), request.query.subtype, request, reply),
    );
    app.route({
      method: ["PUT", "PATCH"],
      url: "/scenarios/:id/user_sortables/:type",
      config: { access: "update" },
      schema: {
        tags,
        summary: "Change an order",
        description: CHANGE_TEXT,
        params: paramsWithType,
        body: orderBody,
        response,
      },
      handler: (request) => write(parseType(request.params.type), request),
    });

    app.route({
      method: ["GET", "PUT", "PATCH"],
      url: "/scenarios/:id/flexibility_order",
      config: { access: "read" },
      schema: { hide: true },
      handler: () => {
        throw apiError("flexibility_order");
      },
    });
  };

function parseType(path: string): Type {
  if (!isType(path)) throw apiError("not_found");
  return path;
}

/**
 * Parses the order in a body, at its top level or under the name of the resource. An empty value selects the default
 * order.
 */
function parseOrder(body: unknown, resource: string): { readonly subtype: unknown; readonly keys: readonly string[] } {
  const fields = isObject(body) ? body : {};
  const { [resource]: nested = fields } = fields;
  if (!isObject(nested)) throw apiError("not_an_object");
  if (!Object.hasOwn(nested, "order")) throw apiError("missing_parameter", resource);
  const value = nested["order"];
  const list = value === null || value === "" ? [] : listOf(value);
  if (list === undefined) throw customError("invalid", ["Order must be a list"]);
  const keys = list.map((key) => (typeof key === "string" ? key : JSON.stringify(key)));
  return { subtype: nested["subtype"] ?? fields["subtype"], keys };
}
