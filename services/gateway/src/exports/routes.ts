/** Tables and curves of a calculated scenario, and the configuration of its electricity merit order. */
import { ANNUAL_EXPORTS, type ExportTable, HOURLY_EXPORTS, type HourlyExport } from "@etesian/contracts/exports";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Backends } from "../backends.ts";
import { apiError, errorSchema } from "../http/errors.ts";
import { flag } from "../http/parameters.ts";
import { atVersion, findScenario, scenarioParams as params } from "../scenarios/find.ts";
import type { DocumentRequest, Documents } from "./document.ts";

const PRICE = "electricity_price" satisfies HourlyExport;

/** Tables are also served with their suffix. */
const SUFFIXES = ["", ".csv"];

/** "Price of electricity (EUR/MWh)", followed by former names. */
function summaryOf({ summary, unit, formerNames = [] }: ExportTable): string {
  const former = formerNames.map((name) => `; also \`${name}\``).join("");
  return `${summary}${unit === null ? "" : ` (${unit})`}${former}`;
}

const ANNUAL =
  "CSV with a header row; the suffix `.csv` is optional. Calculated on request from the scenario's current version.";
const HOURLY =
  "CSV with one row for each of the 8,760 hours of the future year; the suffix `.csv` is optional. The first column is the time.";

const querystring = z.object(atVersion);
const csv = { 200: { description: "The table", content: { "text/csv": { schema: z.string() } } }, 404: errorSchema };
const priceJson = {
  200: z.object({ curve: z.string().describe("One value per hour, one per line") }),
  404: errorSchema,
};

export const exportRoutes =
  (backends: Backends, documents: Documents): FastifyPluginAsyncZod =>
  async (app) => {
    for (const [name, table] of Object.entries(ANNUAL_EXPORTS)) {
      for (const suffix of SUFFIXES) {
        app.get(
          `/scenarios/:id/${name}${suffix}`,
          {
            config: { access: "read", answersNumbers: true },
            schema: {
              tags: ["Exports"],
              summary: summaryOf(table),
              description: ANNUAL,
              params,
              querystring,
              response: csv,
              hide: suffix === "",
            },
          },
          async (request, reply) => {
            const scenario = await findScenario(backends, request, request.params.id);
            return documents.send(scenario, { $case: "annualTable", value: name }, request, reply);
          },
        );
      }
    }

    for (const [name, table] of Object.entries<ExportTable>(HOURLY_EXPORTS)) {
      if (name === PRICE) continue;
      for (const written of [name, ...(table.formerNames ?? [])]) {
        for (const suffix of SUFFIXES) {
          app.get(
            `/scenarios/:id/curves/${written}${suffix}`,
            {
              config: { access: "read", answersNumbers: true },
              schema: {
                tags: ["Curves"],
                summary: summaryOf(table),
                description: HOURLY,
                params,
                querystring,
                response: csv,
                hide: suffix === "" || written !== name,
              },
            },
            async (request, reply) => {
              const scenario = await findScenario(backends, request, request.params.id);
              return documents.send(scenario, { $case: "hourlyTable", value: name }, request, reply);
            },
          );
        }
      }
    }

    for (const suffix of ["", ".csv", ".json"]) {
      app.get(
        `/scenarios/:id/curves/${PRICE}${suffix}`,
        {
          config: { access: "read", answersNumbers: true },
          schema: {
            tags: ["Curves"],
            summary: summaryOf(HOURLY_EXPORTS[PRICE]),
            description:
              suffix === ".json"
                ? "All values in one text, which can be uploaded as the import price of another scenario."
                : HOURLY,
            params,
            querystring,
            response: suffix === ".json" ? priceJson : csv,
            hide: suffix === "",
          },
        },
        async (request, reply) => {
          const scenario = await findScenario(backends, request, request.params.id);
          const wantsJson = suffix === ".json" || (suffix === "" && request.headers.accept === "application/json");
          return wantsJson
            ? documents.send(scenario, { $case: "electricityPrice", value: true }, request, reply)
            : documents.send(scenario, { $case: "hourlyTable", value: PRICE }, request, reply);
        },
      );
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
          `${request.params.name.replace(/\.csv$/, "")}; available tables are ${Object.keys(tables).join(", ")}`,
        );
      });
    }

    app.get(
      "/scenarios/:id/merit",
      {
        config: { access: "read", answersNumbers: true },
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
