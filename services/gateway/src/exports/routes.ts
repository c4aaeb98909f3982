/** Tables and curves of a calculated scenario, and the configuration of its electricity merit order. */
import type { TableFile } from "@etesian/contracts/compute";
import { ANNUAL_EXPORTS, type ExportTable, HOURLY_EXPORTS, type HourlyExport } from "@etesian/contracts/exports";
import type { Format, Layout } from "@etesian/tables";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Backends } from "../backends.ts";
import { apiError, customError, errorSchema } from "../http/errors.ts";
import { flag, toId } from "../http/parameters.ts";
import type { Catalogue } from "../model/catalogue.ts";
import { atVersion, findScenario, scenarioParams as params } from "../scenarios/find.ts";
import type { DocumentRequest, Documents } from "./document.ts";
import { distinctIds } from "./several.ts";
import { sendCombinedTable } from "./combined-tables.ts";
import { negotiateFormat, parseLayout, layoutParameter, CSV_FIRST_FORMATS, SUFFIXES, suffixOf } from "./formats.ts";

type TableRequest = FastifyRequest<{
  Params: { readonly id: string };
  Querystring: { readonly at?: number | undefined; readonly layout?: string | undefined };
}>;

const PRICE = "electricity_price" satisfies HourlyExport;
const PRICE_TEXT = "All values in one text, which can be uploaded as the import price of another scenario.";

/** "Price of electricity (EUR/MWh)", followed by former names. */
function summaryOf({ summary, unit, formerNames = [] }: ExportTable): string {
  const formerSuffix = formerNames.map((name) => `; also \`${name}\``).join("");
  return `${summary}${unit === null ? "" : ` (${unit})`}${formerSuffix}`;
}

const FORMAT_DESCRIPTION =
  "The suffixes `.json`, `.arrow`, `.parquet` and `.xlsx` select other formats; without a suffix, `Accept` does. Arrow, Parquet and " +
  "XLSX files have the units and descriptions of the columns. With comma-separated IDs, such as `1,2`, one table has the rows of all " +
  "scenarios, with the additional columns `scenario`, `code` and `error`.";
const ANNUAL = `CSV with a header row. ${FORMAT_DESCRIPTION} Calculated on request from the scenario's current version.`;
const HOURLY = `CSV with one row for each of the 8,760 hours of the future year. The first column is the time. ${FORMAT_DESCRIPTION}`;

const querystring = z.object({ ...atVersion, ...layoutParameter });
const csv = {
  200: { description: "The table", content: { "text/csv": { schema: z.string() } } },
  404: errorSchema,
  406: errorSchema,
  422: errorSchema,
};
const priceJson = {
  200: z.object({ curve: z.string().describe("One value per hour, one per line") }),
  404: errorSchema,
};

export const exportRoutes =
  (backends: Backends, catalogue: Catalogue, documents: Documents): FastifyPluginAsyncZod =>
  async (app) => {
    /** Sends the table of one scenario, or one table of several, in the format of the suffix or of `Accept`. */
    async function sendTable(
      request: TableRequest,
      reply: FastifyReply,
      table: NonNullable<TableFile["table"]>,
      suffix: Format | null,
    ): Promise<FastifyReply> {
      const format = suffix ?? negotiateFormat(request.headers.accept, CSV_FIRST_FORMATS);
      const layout = parseLayout(request.query.layout);
      const { id: text } = request.params;
      if (hasSeveralIds(text)) {
        if (request.query.at !== undefined) throw customError("invalid", ["at: expected one scenario, without commas"]);
        const ids = distinctIds(text.split(",").map(toId));
        return sendCombinedTable({ backends, catalogue, documents }, ids, { table, format, layout }, request, reply);
      }
      const scenario = await findScenario(backends, request, text);
      return documents.send(scenario, toDocument(table, format, layout), request, reply);
    }

    for (const [name, table] of Object.entries(ANNUAL_EXPORTS)) {
      for (const format of SUFFIXES) {
        app.get(
          `/scenarios/:id/${name}${suffixOf(format)}`,
          {
            config: { access: "read", returnsNumbers: true },
            schema: {
              tags: ["Exports"],
              summary: summaryOf(table),
              description: ANNUAL,
              params,
              querystring,
              response: csv,
              hide: format !== "csv",
            },
          },
          async (request, reply) => sendTable(request, reply, { $case: "annual", value: name }, format),
        );
      }
    }

    for (const [name, table] of Object.entries<ExportTable>(HOURLY_EXPORTS)) {
      for (const text of [name, ...(table.formerNames ?? [])]) {
        for (const format of SUFFIXES) {
          const isPriceText = name === PRICE && format === "json";
          app.get(
            `/scenarios/:id/curves/${text}${suffixOf(format)}`,
            {
              config: { access: "read", returnsNumbers: true },
              schema: {
                tags: ["Curves"],
                summary: summaryOf(table),
                description: isPriceText ? PRICE_TEXT : HOURLY,
                params,
                querystring,
                response: isPriceText ? priceJson : csv,
                hide: !(format === "csv" || isPriceText) || text !== name,
              },
            },
            async (request, reply) => {
              const isPriceTextRequest =
                !hasSeveralIds(request.params.id) &&
                (isPriceText || (name === PRICE && format === null && request.headers.accept === "application/json"));
              if (!isPriceTextRequest) return sendTable(request, reply, { $case: "hourly", value: name }, format);
              const scenario = await findScenario(backends, request, request.params.id);
              return documents.send(scenario, { $case: "electricityPrice", value: true }, request, reply);
            },
          );
        }
      }
    }

    // Static paths take precedence; any other name is an unknown table.
    for (const [path, tables] of [
      ["/scenarios/:id/curves/:name", HOURLY_EXPORTS],
      ["/scenarios/:id/:name", ANNUAL_EXPORTS],
    ] as const) {
      const schema = { hide: true, params: params.extend({ name: z.string() }) };
      app.get(path, { schema, config: { access: "read", matchesAnything: true } }, async (request) => {
        throw apiError(
          "no_such_table",
          `${request.params.name.replace(/\.\w+$/, "")}; available tables are ${Object.keys(tables).join(", ")}`,
        );
      });
    }

    app.get(
      "/scenarios/:id/merit",
      {
        config: { access: "read", returnsNumbers: true },
        schema: {
          tags: ["Curves"],
          summary: "Read the participants of the electricity merit order",
          description:
            "The inputs of a merit-order calculation: must-run, volatile, dispatchable and flexible participants, with capacities, marginal costs and 8,760-hour curves.",
          params,
          querystring: z.object({ ...atVersion, include_curves: flag("Include curves; true by default") }),
          response: { 200: z.looseObject({ participants: z.array(z.looseObject({})) }), 404: errorSchema },
        },
      },
      async (request, reply) => {
        const scenario = await findScenario(backends, request, request.params.id);
        const includeCurves = request.query.include_curves ?? true;
        const document: DocumentRequest = { $case: "meritConfiguration", value: { includeCurves } };
        return documents.send(scenario, document, request, reply);
      },
    );
  };

const hasSeveralIds = (ids: string): boolean => ids.includes(",");

/** Wide CSV tables have separate requests, the only ones that compute processes of the previous version support. */
function toDocument(table: NonNullable<TableFile["table"]>, format: Format, layout: Layout): DocumentRequest {
  if (format !== "csv" || layout !== "wide") return { $case: "tableFile", value: { table, format, layout } };
  return { $case: table.$case === "annual" ? "annualTable" : "hourlyTable", value: table.value };
}
