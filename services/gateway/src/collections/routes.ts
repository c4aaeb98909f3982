/** Collections: scenarios grouped under a title. Also served at the legacy path `transition_paths`. */
import type { Collection } from "@etesian/contracts/saved-scenarios";
import type { CallOrigin } from "@etesian/service-kit";
import type { FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Backends } from "../backends.ts";
import { contextOf } from "../http/context.ts";
import { apiError, errorSchema, rejectedCreation } from "../http/errors.ts";
import { pathId, toId } from "../http/parameters.ts";
import { peopleFor } from "../http/personal-data.ts";
import { collectionBody, toCollectionFields, wrapCollection } from "./bodies.ts";
import { collectionListSchema, collectionSchema } from "./schemas.ts";
import { collectionJson } from "./json.ts";

const params = z.object({ id: pathId("ID of the collection") });
const tags = ["Collections"];
const errors = { 401: errorSchema, 403: errorSchema, 404: errorSchema };

const NAMES = ["collections", "transition_paths"] as const;
const DEPRECATION = "transition_paths is deprecated; use /collections instead.";

function collectionId(text: string): number {
  const id = toId(text);
  if (id === null) throw apiError("not_found");
  return id;
}

export const collectionRoutes =
  (backends: Backends): FastifyPluginAsyncZod =>
  async (app) => {
    for (const name of NAMES) {
      await app.register(async (scope) => {
        const isDeprecated = name === "transition_paths";
        if (isDeprecated) {
          scope.addHook("onRequest", async (_request, reply) => {
            void reply.header("deprecation-notice", DEPRECATION);
          });
        }
        await scope.register(routesUnder(backends, `/${name}`, isDeprecated));
      });
    }
  };

const routesUnder =
  ({ savedScenarios, accounts }: Backends, url: string, deprecated: boolean): FastifyPluginAsyncZod =>
  async (app) => {
    const findOwners = (collections: readonly Collection[], { caller }: FastifyRequest, context: CallOrigin) =>
      peopleFor(
        accounts,
        collections.map(({ owner }) => owner),
        caller,
        context,
      );

    async function collectionResponse(collection: Collection, request: FastifyRequest, context: CallOrigin) {
      return collectionJson(collection, await findOwners([collection], request, context));
    }

    app.get(
      url,
      {
        config: { access: "list-collections" },
        schema: {
          tags,
          deprecated,
          summary: "List the caller's collections, newest first",
          description: "Each collection has its scenarios and saved scenarios, in order.",
          response: { 200: collectionListSchema, 401: errorSchema, 403: errorSchema },
        },
      },
      async (request, reply) => {
        const context = contextOf(request, reply);
        const { collections } = await savedScenarios.listCollections({}, context);
        const people = await findOwners(collections, request, context);
        return { collections: collections.map((collection) => collectionJson(collection, people)) };
      },
    );

    app.post(
      url,
      {
        config: { access: "collect", errorsByField: true },
        preValidation: wrapCollection,
        schema: {
          tags,
          deprecated,
          summary: "Create a collection of scenarios and saved scenarios",
          description:
            "At most six scenarios and saved scenarios under a title; with `interpolation`, at most one saved scenario.",
          body: collectionBody,
          response: { 201: collectionSchema, 401: errorSchema, 403: errorSchema, 422: errorSchema },
        },
      },
      async (request, reply) => {
        const context = contextOf(request);
        const { outcome } = await savedScenarios.createCollection(
          { fields: toCollectionFields(request.body) },
          context,
        );
        if (outcome?.$case !== "collection") throw rejectedCreation(outcome?.value.problems ?? []);
        return reply
          .code(201)
          .header("location", `/api/v3/collections/${outcome.value.id}`)
          .send(await collectionResponse(outcome.value, request, context));
      },
    );

    app.get(
      `${url}/:id`,
      {
        config: { access: "collection-read" },
        schema: {
          tags,
          deprecated,
          summary: "Read a collection",
          description: "Returns the collection with its scenarios and saved scenarios, in order.",
          params,
          response: { ...errors, 200: collectionSchema },
        },
      },
      async (request, reply) => {
        const context = contextOf(request, reply);
        return collectionResponse(
          await savedScenarios.getCollection({ id: collectionId(request.params.id) }, context),
          request,
          context,
        );
      },
    );

    app.route({
      method: ["PUT", "PATCH"],
      url: `${url}/:id`,
      config: { access: "collection-update", errorsByField: true },
      preValidation: wrapCollection,
      schema: {
        tags,
        deprecated,
        summary: "Change a collection",
        description: "A list in the body replaces the current list; absent fields are unchanged.",
        params,
        body: collectionBody,
        response: { ...errors, 200: collectionSchema, 422: errorSchema },
      },
      handler: async (request) => {
        const context = contextOf(request);
        const { outcome } = await savedScenarios.updateCollection(
          { id: collectionId(request.params.id), fields: toCollectionFields(request.body) },
          context,
        );
        if (outcome?.$case !== "collection") throw rejectedCreation(outcome?.value.problems ?? []);
        return collectionResponse(outcome.value, request, context);
      },
    });

    app.delete(
      `${url}/:id`,
      {
        config: { access: "collection-delete" },
        schema: {
          tags,
          deprecated,
          summary: "Delete a collection",
          description: "Its scenarios and saved scenarios are kept.",
          params,
          response: { ...errors, 204: z.null() },
        },
      },
      async (request, reply) => {
        await savedScenarios.deleteCollection({ id: collectionId(request.params.id) }, contextOf(request));
        return reply.code(204).send(null);
      },
    );
  };
