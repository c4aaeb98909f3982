/** Results of one or more scenarios in the IAMC format. */
import type { Table } from "@etesian/tables";
import { newBook } from "@etesian/workbooks";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Backends } from "../backends.ts";
import { contextOf } from "../http/context.ts";
import { apiError, errorSchema } from "../http/errors.ts";
import { toId } from "../http/parameters.ts";
import type { Catalogue } from "../model/catalogue.ts";
import {
  describeFile,
  negotiateFormat,
  parseLayout,
  layoutParameter,
  CSV_FIRST_FORMATS,
  sendFile,
  SUFFIXES,
  suffixOf,
} from "./formats.ts";
import { iamcTable } from "./iamc-table.ts";
import { explainFor, mapConcurrently, distinctIds } from "./several.ts";

/** pyam reads figures from the sheet with this name. */
const SHEET = "data";

/** Maximum number of warnings: they are sent in a header, which must be short. */
const MAX_WARNINGS = 20;

export const iamcRoutes =
  (backends: Backends, catalogue: Catalogue): FastifyPluginAsyncZod =>
  async (app) => {
    async function tableOf(
      request: FastifyRequest,
      reply: FastifyReply,
      text: string,
      layout: string | undefined,
    ): Promise<Table> {
      const parsedLayout = parseLayout(layout);
      const ids = distinctIds(text.split(",").map(toId));
      const model = await catalogue.interface();
      if (Object.keys(model.documents.iamc ?? {}).length === 0)
        throw apiError("no_such_table", "iamc: the model has no variables in interface/iamc.yml");
      const { deadline: _, ...context } = contextOf(request, reply);
      const explain = explainFor(request);
      const warnings: string[] = [];
      let refusal: unknown = null;
      const loadedScenarios = await mapConcurrently(ids, async (id) => {
        try {
          return await backends.scenarios.getScenario({ id }, context);
        } catch (error) {
          warnings.push(`Scenario ${id}: ${explain(error).message}`);
          refusal = error;
          return null;
        }
      });
      const scenarios = loadedScenarios.filter((scenario) => scenario !== null);
      if (scenarios.length === 0) throw refusal;
      const warn = (sentence: string): void => void warnings.push(sentence);
      const table = await iamcTable(backends, scenarios, model, parsedLayout, { explain, warn, context });
      const hiddenCount = warnings.length - MAX_WARNINGS;
      const listedWarnings =
        hiddenCount > 0 ? [...warnings.slice(0, MAX_WARNINGS), `and ${hiddenCount} more`] : warnings;
      request.warnings = [...(request.warnings ?? []), ...listedWarnings];
      return table;
    }

    for (const suffix of SUFFIXES)
      app.get(
        `/scenarios/:ids/iamc${suffixOf(suffix)}`,
        {
          config: { access: "read" },
          schema: {
            tags: ["Exports"],
            summary: "Download results in the IAMC format",
            description:
              "For pyam and IAMC databases: `Model`, `Scenario`, `Region`, `Variable`, `Unit`, and a column per year or, with `layout=long`, " +
              "`Year` and `Value`. The model's `interface/iamc.yml` names the variables. The suffixes `.json`, `.arrow`, `.parquet` and " +
              "`.xlsx` select other formats. Scenarios and variables without figures are omitted, and listed in `X-Warnings`.",
            params: z.object({ ids: z.string().describe("Comma-separated scenario IDs").meta({ example: "1,2" }) }),
            querystring: z.object(layoutParameter),
            response: {
              200: { description: "The table", content: { "text/csv": { schema: z.string() } } },
              404: errorSchema,
              406: errorSchema,
              422: errorSchema,
            },
            hide: suffix !== "csv",
          },
        },
        async (request, reply) => {
          const format = suffix ?? negotiateFormat(request.headers.accept, CSV_FIRST_FORMATS);
          const table = await tableOf(request, reply, request.params.ids, request.query.layout);
          const file = `iamc.${request.params.ids.replaceAll(",", "_").slice(0, 60)}`;
          return format === "xlsx"
            ? sendWorkbook(reply, table, file)
            : sendFile(request, reply, format, table, { table: "iamc", file });
        },
      );
  };

/** Programs that read this format expect only column names above the figures: no units or descriptions. */
function sendWorkbook(reply: FastifyReply, { columns, rows }: Table, file: string): FastifyReply {
  const names = columns.map(({ key }) => (/^\d+$/.test(key) ? Number(key) : key));
  const sheet = { name: SHEET, headingRows: 1, fixedColumns: 0, rows: [names, ...rows()] };
  describeFile(reply, "xlsx", file);
  return reply.send(Buffer.concat([...newBook([sheet])]));
}
