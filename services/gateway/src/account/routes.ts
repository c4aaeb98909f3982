/** The caller's own account. */
import { TEXTS } from "@etesian/contracts/limits";
import { RpcError, status } from "@etesian/service-kit";
import type { FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Backends } from "../backends.ts";
import { invalidTokenError } from "../http/access.ts";
import { contextOf } from "../http/context.ts";
import { customError, errorSchema } from "../http/errors.ts";
import { flag, text } from "../http/parameters.ts";
import { personalData } from "../http/personal-data.ts";
import { responseFields } from "../http/requests/unknown-fields.ts";
import { legacySchema, readLegacy } from "./legacy.ts";

const accountSchema = z
  .object({
    id: z.int(),
    email: z.string().nullable().describe("null: the client was not granted `email`"),
    name: z.string().nullable().describe("null: no name, or the client was not granted `profile`"),
    private_scenarios: z.boolean().describe("Whether new scenarios are private by default"),
    admin: z.boolean(),
  })
  .meta({ id: "Account" });

const userFields = z
  .object({
    name: text(`At most ${TEXTS.nameLength} characters`).pipe(
      z.string().max(TEXTS.nameLength, `must have at most ${TEXTS.nameLength} characters`).optional(),
    ),
    private_scenarios: flag("Whether new scenarios are private by default"),
  })
  .register(responseFields, { names: Object.keys(accountSchema.shape) });

/** Before validation: moves fields at the top level of the body into `user`. */
async function wrapUser(request: FastifyRequest): Promise<void> {
  const body = request.body as Readonly<Record<string, unknown>>;
  const fields = Object.entries(body).filter(([name]) => name in userFields.shape);
  if (!("user" in body) && fields.length > 0) request.body = { ...body, user: Object.fromEntries(fields) };
}

export const accountRoutes =
  ({ accounts }: Backends): FastifyPluginAsyncZod =>
  async (app) => {
    app.route({
      method: ["PUT", "PATCH"],
      url: "/user",
      config: { access: "account" },
      preValidation: wrapUser,
      schema: {
        tags: ["Account"],
        summary: "Change your name or the default privacy of new scenarios",
        description: "The fields may also be at the top level of the body.",
        body: z
          .object({ user: userFields })
          .meta({ id: "AccountUpdate", example: { user: { name: "Ada Lovelace", private_scenarios: false } } }),
        response: { 200: accountSchema, 401: errorSchema, 422: errorSchema },
      },
      handler: async (request, reply) => {
        const { name, private_scenarios } = request.body.user;
        const account = await accounts
          .changeAccount({ name, privateScenarios: private_scenarios }, contextOf(request))
          .catch((error: unknown) => {
            // The account was just erased, and the token was still cached.
            if (error instanceof RpcError && error.code === status.NOT_FOUND) throw invalidTokenError(reply);
            throw error;
          });
        const { id, privateScenarios, admin } = account;
        return { id, ...personalData(account, request.caller), admin, private_scenarios: privateScenarios };
      },
    });

    app.delete(
      "/user",
      {
        config: { access: "erase", errorsByField: true },
        schema: {
          tags: ["Account"],
          summary: "Erase the account permanently",
          description:
            "All tokens are invalid once the response is sent. Resources that have other owners are kept; you choose what happens to the rest, per kind. " +
            "Within seconds your key is deleted, and no remaining data identifies you.",
          body: z.object({ user: legacySchema.optional() }).meta({ id: "AccountErasure" }),
          response: { 200: z.undefined(), 401: errorSchema, 403: errorSchema, 422: errorSchema },
        },
      },
      async (request, reply) => {
        const context = contextOf(request);
        const legacy = await readLegacy(request.body.user ?? {}, accounts, context);
        const { problem } = await accounts.eraseAccount(legacy, context);
        if (problem !== undefined) throw customError("invalid", { base: [problem] });
        return reply.code(200).send();
      },
    );
  };
