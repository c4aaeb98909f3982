/** Inputs with their values in a scenario. */
import { inLayout } from "@etesian/tables";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Backends } from "../backends.ts";
import { contextOf } from "../http/context.ts";
import { errorSchema } from "../http/errors.ts";
import { flag } from "../http/parameters.ts";
import type { Catalogue } from "../model/catalogue.ts";
import { INPUT } from "../scenarios/bodies.ts";
import { atVersion, scenarioId, scenarioParams as params } from "../scenarios/find.ts";
import { ALL_FORMATS, parseLayout, layoutParameter, sendFile, suffixOf } from "../exports/formats.ts";
import { inputJson } from "./json.ts";
import { inputSchema } from "./schemas.ts";
import { inputTable } from "./table.ts";

const defaults = z
  .string()
  .meta({
    enum: ["parent", "original"],
    default: "parent",
    description: "Use the defaults of the parent scenario, or the original ones of the area's data",
  })
  .optional();

export const inputRoutes =
  (backends: Backends, catalogue: Catalogue): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      "/scenarios/:id/inputs",
      {
        config: { access: "read" },
        schema: {
          tags: ["Inputs"],
          summary: "List all inputs with their values in a scenario",
          description:
            "By key: range, default, unit, the user's value, and whether a coupling or a curve disables the input.",
          params,
          querystring: z.object({
            ...atVersion,
            defaults,
            include_extras: flag("Add `step`, `code` and `description`"),
          }),
          response: { 200: z.record(z.string(), inputSchema), 404: errorSchema },
        },
      },
      async (request, reply) => {
        const { inputs } = await backends.scenarios.listInputs(
          {
            id: scenarioId(request.params.id),
            keys: [],
            originalDefaults: isOriginal(request.query.defaults),
            at: request.query.at,
            change: undefined,
          },
          contextOf(request, reply),
        );
        const extras = request.query.include_extras === true ? await catalogue.inputDescriptions() : null;
        return Object.fromEntries(inputs.map((state) => [state.input?.key ?? "", inputJson(state, extras)]));
      },
    );

    for (const format of ALL_FORMATS.filter((format) => format !== "json"))
      app.get(
        `/scenarios/:id/inputs${suffixOf(format)}`,
        {
          config: { access: "read" },
          schema: {
            tags: ["Inputs"],
            summary: "Download all inputs with their values as a table",
            description: "CSV; the suffixes `.arrow`, `.parquet` and `.xlsx` select other formats.",
            params,
            querystring: z.object({ ...atVersion, defaults, ...layoutParameter }),
            response: {
              200: { description: "The table", content: { "text/csv": { schema: z.string() } } },
              404: errorSchema,
              422: errorSchema,
            },
            hide: format !== "csv",
          },
        },
        async (request, reply) => {
          const layout = parseLayout(request.query.layout);
          const id = scenarioId(request.params.id);
          const { inputs } = await backends.scenarios.listInputs(
            {
              id,
              keys: [],
              originalDefaults: isOriginal(request.query.defaults),
              at: request.query.at,
              change: undefined,
            },
            contextOf(request, reply),
          );
          const table = inputTable(inputs, await catalogue.inputDescriptions());
          return sendFile(request, reply, format, inLayout(layout, table), { table: "inputs", file: `inputs.${id}` });
        },
      );

    app.get(
      "/scenarios/:id/inputs/:key",
      {
        config: { access: "read" },
        schema: {
          tags: ["Inputs"],
          summary: "Get one input, or several by comma-separated keys",
          description:
            "Returns an object for one key, and a list for several comma-separated keys. Both have `step`, `code` and the model author's `description`.",
          params: params.extend({
            key: z.string().describe("Key of the input, or comma-separated keys").meta({ example: INPUT }),
          }),
          querystring: z.object({ ...atVersion, defaults }),
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
            at: request.query.at,
            change: undefined,
          },
          contextOf(request, reply),
        );
        const extras = await catalogue.inputDescriptions();
        const states = inputs.map((state) => inputJson(state, extras));
        const [firstInput] = states;
        return keys.length === 1 && firstInput !== undefined ? firstInput : states;
      },
    );
  };

/** Any value but `parent` (the default) selects the original defaults. */
const isOriginal = (defaults: string | undefined): boolean => defaults !== undefined && defaults !== "parent";
