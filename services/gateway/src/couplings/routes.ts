/** Couplings of a scenario with external models. */
import type { ChangeCouplingsRequest } from "@etesian/contracts/scenarios";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Backends } from "../backends.ts";
import { contextOf } from "../http/context.ts";
import { errorSchema, rejectedCreation } from "../http/errors.ts";
import { flag, texts } from "../http/parameters.ts";
import { baseUrl } from "../http/site.ts";
import { scenarioId, scenarioParams as params } from "../scenarios/find.ts";
import { changedScenarioJson } from "../scenarios/json.ts";
import { changedScenarioFields, changedScenarioSchema } from "../scenarios/schemas.ts";

const response = {
  // The scenario is included twice because clients read the couplings from either place.
  200: changedScenarioFields.extend({ scenario: changedScenarioSchema }),
  403: errorSchema,
  404: errorSchema,
  422: errorSchema,
};
const tags = ["Couplings"];
const missingGroupsError = () => rejectedCreation([{ attribute: "groups", message: "can't be blank" }]);

export const couplingRoutes =
  ({ scenarios }: Backends): FastifyPluginAsyncZod =>
  async (app) => {
    async function change(request: FastifyRequest, reply: FastifyReply, changes: ChangeCouplingsRequest) {
      const { outcome } = await scenarios.changeCouplings(changes, contextOf(request));
      if (outcome?.$case !== "scenario") throw rejectedCreation(outcome?.value.problems ?? []);
      const scenario = changedScenarioJson(outcome.value, baseUrl(request));
      return reply.header("etag", `"${outcome.value.version}"`).send({ ...scenario, scenario });
    }

    app.post(
      "/scenarios/:id/couple",
      {
        config: { access: "couple", returnsVersion: true, errorsByField: true },
        schema: {
          tags,
          summary: "Activate coupling groups",
          description:
            "The values of an active group's inputs come from an external model. Setting one of them also activates its group.",
          params,
          body: z
            .object({ groups: texts("Coupling groups of the model's inputs") })
            .meta({ id: "CouplingGroups", example: { groups: [] } }),
          response,
        },
      },
      async (request, reply) => {
        const { groups } = request.body;
        if (groups === undefined) throw missingGroupsError();
        const id = scenarioId(request.params.id);
        return change(request, reply, { id, activate: groups, deactivate: [], force: false });
      },
    );

    app.post(
      "/scenarios/:id/uncouple",
      {
        config: { access: "couple", returnsVersion: true, errorsByField: true },
        schema: {
          tags,
          summary: "Deactivate coupling groups",
          description:
            "Values are kept but have no effect until the group is active again. With `force`, all groups are deactivated and their values are removed permanently.",
          params,
          body: z
            .object({
              groups: texts("Groups to deactivate; unknown groups are refused"),
              force: flag("Deactivate all groups and remove the values of all their inputs; cannot be undone"),
            })
            .meta({ id: "Uncoupling", example: { force: true } }),
          response,
        },
      },
      async (request, reply) => {
        const { groups, force = false } = request.body;
        if (groups === undefined && !force) throw missingGroupsError();
        const id = scenarioId(request.params.id);
        return change(request, reply, { id, activate: [], deactivate: groups ?? [], force });
      },
    );
  };
