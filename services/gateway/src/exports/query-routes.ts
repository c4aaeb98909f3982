/** Queries on many scenarios in one request. */
import { BATCHES } from "@etesian/contracts/limits";
import type { Format } from "@etesian/tables";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Backends } from "../backends.ts";
import { contextOf } from "../http/context.ts";
import { apiError, errorSchema } from "../http/errors.ts";
import { ids, text, texts, toId } from "../http/parameters.ts";
import { QUERY } from "../scenarios/bodies.ts";
import {
  ALL_FORMATS,
  negotiateFormat,
  parseLayout,
  layoutParameter,
  JSON_FIRST_FORMATS,
  sendFile,
  SUFFIXES,
  suffixOf,
} from "./formats.ts";
import { queryTable } from "./query-table.ts";
import { explainFor, distinctIds } from "./several.ts";

const tags = ["Exports"];
// Formatting the numbers by locale would load 8 MB of locale data at every start.
const TABLE_DESCRIPTION =
  "The table has a row per scenario and query: `scenario`, `key`, `present`, `future`, `unit`. A scenario or a query without results has a row " +
  "with `code` and `error`, and other rows are unaffected. `layout=long` has a row per year: `year` and `value`. " +
  `At most ${BATCHES.scenarios} scenarios, and ${BATCHES.results} results.`;

const tableSchema = z
  .object({
    table: z.string(),
    columns: z.array(z.object({ key: z.string(), unit: z.string().nullable(), description: z.string().nullable() })),
    rows: z.array(z.array(z.union([z.number(), z.string(), z.null()]))).describe("A cell for each column"),
  })
  .meta({ id: "Table" });
const errors = { 400: errorSchema, 406: errorSchema, 422: errorSchema };
const keys = texts("Queries, comma-separated or repeated", QUERY);

const body = z
  .object({
    scenarios: ids("IDs of the scenarios"),
    keys: texts("Queries", QUERY),
    layout: text("`wide` (the default) or `long`"),
  })
  .meta({ id: "QueriesOfScenarios", example: { scenarios: [1, 2], keys: [QUERY] } });

interface TableQuery {
  readonly ids: readonly (number | null)[];
  readonly keys: readonly string[];
  readonly layout: string | undefined;
}

export const queryRoutes =
  (backends: Backends): FastifyPluginAsyncZod =>
  async (app) => {
    async function respond(
      request: FastifyRequest,
      reply: FastifyReply,
      tableQuery: TableQuery,
      format: Format,
    ): Promise<FastifyReply> {
      const layout = parseLayout(tableQuery.layout);
      const selection = distinctOrThrow(tableQuery);
      const explain = explainFor(request);
      const table = await queryTable(backends, { ...selection, explain }, layout, contextOf(request, reply));
      return sendFile(request, reply, format, table, { table: "queries", file: "queries" });
    }

    for (const format of ALL_FORMATS.filter((format) => format !== "json"))
      app.get(
        `/scenarios/:ids/queries${suffixOf(format)}`,
        {
          config: { access: "read" },
          schema: {
            tags,
            summary: "Run queries on one or more scenarios and download a table",
            description: `CSV; the suffixes \`.arrow\`, \`.parquet\` and \`.xlsx\` select other formats. ${TABLE_DESCRIPTION}`,
            params: z.object({
              ids: z.string().describe("Comma-separated scenario IDs").meta({ example: "1,2" }),
            }),
            querystring: z.object({ keys, ...layoutParameter }),
            response: {
              200: { description: "The table", content: { "text/csv": { schema: z.string() } } },
              ...errors,
            },
            hide: format !== "csv",
          },
        },
        async (request, reply) => {
          const { keys: texts = [], layout } = request.query;
          const listedKeys = texts.flatMap((list) => list.split(","));
          return respond(
            request,
            reply,
            { ids: request.params.ids.split(",").map(toId), keys: listedKeys, layout },
            format,
          );
        },
      );

    for (const suffix of SUFFIXES.filter((format) => format !== "json"))
      app.post(
        `/scenarios/queries${suffixOf(suffix)}`,
        {
          config: { access: "read", changesNothing: true },
          schema: {
            tags,
            summary: "Run queries on many scenarios",
            description: `JSON unless the suffix or \`Accept\` selects another format. ${TABLE_DESCRIPTION}`,
            body,
            response: { 200: tableSchema, ...errors },
            hide: suffix !== null,
          },
        },
        async (request, reply) => {
          const { scenarios = [], keys: listedKeys = [], layout } = request.body;
          const format = suffix ?? negotiateFormat(request.headers.accept, JSON_FIRST_FORMATS);
          return respond(request, reply, { ids: scenarios, keys: listedKeys, layout }, format);
        },
      );
  };

/** Returns the distinct IDs and keys. @throws ApiError if there are none or too many, or if an ID is invalid */
function distinctOrThrow({ ids: requestedIds, keys: listedKeys }: TableQuery) {
  const ids = distinctIds(requestedIds);
  const distinctKeys = [...new Set(listedKeys.filter((key) => key !== ""))];
  if (distinctKeys.length === 0) throw apiError("missing_parameter", "keys");
  const results = ids.length * distinctKeys.length;
  if (results > BATCHES.results)
    throw apiError(
      "too_many_results",
      `${BATCHES.results} results per request, received ${ids.length} scenarios times ${distinctKeys.length} queries`,
    );
  return { ids, keys: distinctKeys };
}
