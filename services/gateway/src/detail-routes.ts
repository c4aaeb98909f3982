/** Details of a scenario: its inputs and its nodes. */
import { scalarCodec } from "@etesian/contracts/codecs";
import type { Scalar } from "@etesian/contracts/compute";
import type { InputState } from "@etesian/contracts/scenarios";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { type Backends, calculate } from "./backends.ts";
import { apiError } from "./errors.ts";
import { contextOf, sendJson } from "./exchange.ts";
import { flag } from "./parameters.ts";
import { findScenario, scenarioId } from "./scenario-routes.ts";
import { errorSchema, inputSchema, nodeSchema } from "./schemas.ts";

const defaults = z
  .string()
  .meta({
    enum: ["parent", "original"],
    default: "parent",
    description: "Defaults of the scenario it was cloned from, or of the data",
  })
  .optional();

export const detailRoutes =
  (backends: Backends): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      "/scenarios/:id/inputs",
      {
        schema: {
          tags: ["Inputs"],
          summary: "All inputs as they stand in a scenario",
          params: z.object({ id: z.string() }),
          querystring: z.object({ defaults, include_extras: flag("Add `step` and `code`") }),
          response: { 200: z.record(z.string(), inputSchema), 404: errorSchema },
        },
      },
      async (request, reply) => {
        const { inputs } = await backends.scenarios.listInputs(
          { id: scenarioId(request.params.id), keys: [], originalDefaults: isOriginal(request.query.defaults) },
          contextOf(request, reply),
        );
        const extras = request.query.include_extras ?? false;
        return Object.fromEntries(inputs.map((state) => [state.input?.key ?? "", inputJson(state, extras)]));
      },
    );

    app.get(
      "/scenarios/:id/inputs/:key",
      {
        schema: {
          tags: ["Inputs"],
          summary: "One input, or a list of those whose keys are given with commas between them",
          params: z.object({ id: z.string(), key: z.string() }),
          querystring: z.object({ defaults }),
          response: { 200: z.union([inputSchema, z.array(inputSchema)]), 404: errorSchema },
        },
      },
      async (request, reply) => {
        const keys = request.params.key.split(",");
        const { inputs } = await backends.scenarios.listInputs(
          {
            id: scenarioId(request.params.id),
            keys: [...new Set(keys)],
            originalDefaults: isOriginal(request.query.defaults),
          },
          contextOf(request, reply),
        );
        const found = inputs.map((state) => inputJson(state, true));
        const [only] = found;
        return keys.length === 1 && only !== undefined ? only : found;
      },
    );

    app.get(
      "/scenarios/:id/nodes/:key",
      {
        schema: {
          tags: ["Nodes"],
          summary: "Figures of one node, present and future",
          params: z.object({ id: z.string(), key: z.string() }),
          response: { 200: nodeSchema, 404: errorSchema },
        },
      },
      async (request, reply) => {
        const scenario = await findScenario(backends, request, request.params.id);
        const { outcome } = await calculate(scenario, () =>
          backends.compute.getNode({ recipe: scenario.recipe, key: request.params.key }, contextOf(request, reply)),
        );
        if (outcome?.$case === "failure") throw apiError("uncalculable", outcome.value);
        if (outcome?.$case !== "reportJson") throw apiError("not_found");
        return sendJson(reply, outcome.value);
      },
    );
  };

/** Anything but `parent` (the default) asks for the data's own defaults. */
const isOriginal = (defaults: string | undefined): boolean => defaults !== undefined && defaults !== "parent";

/** An input as clients see it; fields that do not apply are left out. */
function inputJson(state: InputState, extras: boolean): z.infer<typeof inputSchema> {
  const { input } = state;
  if (input === undefined) throw new Error("an input came without its facts");
  return {
    min: input.min,
    max: input.max,
    default: fromScalar(state.default),
    unit: input.unit ?? null,
    user: state.user && fromScalar(state.user),
    disabled: state.disabled,
    coupling_disabled: state.couplingDisabled,
    disabled_by: unlessEmpty(input.disabledBy),
    disabled_by_couplings: unlessEmpty(input.disabledByCouplings),
    coupling_groups: unlessEmpty(input.couplingGroups),
    permitted_values: unlessEmpty(input.permittedValues),
    share_group: input.shareGroup,
    cache_error: input.cacheError,
    ...(extras ? { step: input.step ?? null, code: input.key } : {}),
  };
}

const unlessEmpty = (list: readonly string[]): readonly string[] | undefined => (list.length > 0 ? list : undefined);

const fromScalar = (scalar: Scalar | undefined): number | string | boolean | null =>
  scalar === undefined ? null : scalarCodec.fromMessage(scalar);
