/** Export and import of scenarios as dumps. */
import { Readable } from "node:stream";
import { FILES } from "@etesian/contracts/limits";
import type { LoadedFile, Scenario } from "@etesian/contracts/scenarios";
import type { CallOrigin } from "@etesian/service-kit";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Backends } from "../backends.ts";
import { contextOf } from "../http/context.ts";
import { customError, errorSchema, rejectedCreation } from "../http/errors.ts";
import { ids } from "../http/parameters.ts";
import { baseUrl } from "../http/site.ts";
import { dumpJson, dumpSchema, fromDump, type CurveValues } from "./dump-json.ts";
import { atVersion, findScenario, readableScenarios, scenarioParams } from "./find.ts";
import { scenarioJson } from "./json.ts";
import { scenarioSchema } from "./schemas.ts";

const tags = ["Dumps"];

export const dumpRoutes =
  (backends: Backends): FastifyPluginAsyncZod =>
  async (app) => {
    const { scenarios, curves } = backends;

    async function dumpOf(scenario: Scenario, at: number | undefined, context: CallOrigin) {
      return dumpJson(scenario, await fileOf(scenario, at, context), await curveValuesOf(scenario, context));
    }

    /** Values of the attached curves. */
    async function curveValuesOf({ recipe }: Scenario, context: CallOrigin): Promise<CurveValues> {
      const entries = Object.entries(recipe?.curves ?? {}).map(async ([key, hash]) => {
        const { numbers } = await curves.readNumbers({ hash }, context);
        return [key, Array.from({ length: numbers.length / 8 }, (_, hour) => numbers.readDoubleLE(hour * 8))] as const;
      });
      return Object.fromEntries(await Promise.all(entries));
    }

    async function fileOf(
      { id, esdlFile }: Scenario,
      at: number | undefined,
      context: CallOrigin,
    ): Promise<LoadedFile | null> {
      if (esdlFile === undefined) return null;
      const { content } = await scenarios.getEsdlFile({ id, at }, context);
      return { name: esdlFile.name, content };
    }

    app.get(
      "/scenarios/:id/dump",
      {
        config: { access: "read" },
        schema: {
          tags,
          summary: "Get a scenario's dump",
          description:
            "Returns all data that determines the results, in one JSON object: values, couplings, orders, attached curves and metadata.",
          params: scenarioParams,
          querystring: z.object(atVersion),
          response: { 200: dumpSchema, 404: errorSchema },
        },
      },
      async (request, reply) => {
        const scenario = await findScenario(backends, request, request.params.id);
        return dumpOf(scenario, request.query.at, contextOf(request, reply));
      },
    );

    app.post(
      "/scenarios/load_dump",
      {
        bodyLimit: FILES.dumpBytes,
        config: { access: "load", returnsVersion: true, maxValues: FILES.dumpValues },
        schema: {
          tags,
          summary: "Create a scenario from a dump",
          description:
            "For admins. Values are copied unchanged: the new scenario has the same dump. It belongs to the caller.",
          body: dumpSchema.meta({
            id: "ScenarioDump",
            example: { area_code: "nl", end_year: 2050, user_values: { co2_price: 0.1 } },
          }),
          response: { 200: scenarioSchema, 400: errorSchema, 403: errorSchema, 422: errorSchema },
        },
      },
      async (request, reply) => {
        const dump = fromDump(request.body, request.caller.privateScenarios);
        const { outcome } = await scenarios.loadDump(dump, contextOf(request));
        if (outcome?.$case !== "scenario") throw rejectedCreation(outcome?.value.problems ?? []);
        return reply.header("etag", `"${outcome.value.version}"`).send(scenarioJson(outcome.value, baseUrl(request)));
      },
    );

    app.post(
      "/scenarios/export",
      {
        config: { access: "read" },
        schema: {
          tags,
          summary: "Get the dumps of several scenarios, one JSON object per line",
          description:
            "Each line is a JSON object with the scenario's `id`. Scenarios that the caller may not see are omitted.",
          body: z.object({ ids: ids("Scenarios") }).meta({ id: "ScenarioIds", example: { ids: [1, 2] } }),
          response: {
            200: {
              description: "One line of JSON per scenario",
              content: { "application/x-ndjson": { schema: z.unknown() } },
            },
            422: errorSchema,
          },
        },
      },
      async (request, reply) => {
        const { ids = [] } = request.body;
        if (ids.length === 0) throw customError("invalid", ["no IDs provided"]);
        const context = contextOf(request, reply);
        const visibleScenarios = await readableScenarios(backends, ids, context);
        async function* lines(): AsyncGenerator<string> {
          for (const scenario of visibleScenarios) {
            yield `${JSON.stringify({ id: scenario.id, ...(await dumpOf(scenario, scenario.version, context)) })}\n`;
          }
        }
        return reply.type("application/x-ndjson").send(Readable.from(lines(), { objectMode: false }));
      },
    );
  };
