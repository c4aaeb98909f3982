/** Documents about a calculated scenario: exported tables, hourly curves, the merit configuration, the energy graph. */
import { Readable } from "node:stream";
import type { DownloadRequest, DownloadResponse } from "@etesian/contracts/compute";
import { ANNUAL_EXPORTS, type ExportTable, HOURLY_EXPORTS, type HourlyExport } from "@etesian/contracts/exports";
import type { Scenario } from "@etesian/contracts/scenarios";
import { type CallOrigin, RpcError, status } from "@etesian/service-kit";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { type Backends, calculate } from "./backends.ts";
import { ApiError, apiError } from "./errors.ts";
import { contextOf } from "./exchange.ts";
import { flag } from "./parameters.ts";
import { findScenario } from "./scenario-routes.ts";
import { errorSchema } from "./schemas.ts";

type DocumentRequest = NonNullable<DownloadRequest["document"]>;

const PRICE = "electricity_price" satisfies HourlyExport;

/** Tables may be asked for with their suffix. */
const SUFFIXES = ["", ".csv"];

/** "Price of electricity (EUR/MWh)"; with the names it had before. */
function summaryOf({ summary, unit, formerNames = [] }: ExportTable): string {
  const former = formerNames.map((name) => `; also \`${name}\``).join("");
  return `${summary}${unit === null ? "" : ` (${unit})`}${former}`;
}

const params = z.object({ id: z.string().meta({ type: "integer" }) });
const csv = { 200: z.string().describe("CSV"), 404: errorSchema };

export const downloadRoutes =
  (backends: Backends): FastifyPluginAsyncZod =>
  async (app) => {
    for (const [name, table] of Object.entries(ANNUAL_EXPORTS)) {
      for (const suffix of SUFFIXES) {
        app.get(
          `/scenarios/:id/${name}${suffix}`,
          { schema: { tags: ["Exports"], summary: summaryOf(table), params, response: csv, hide: suffix === "" } },
          async (request, reply) => {
            const scenario = await findScenario(backends, request, request.params.id);
            return send(backends, scenario, { $case: "annualTable", value: name }, request, reply);
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
              schema: {
                tags: ["Curves"],
                summary: summaryOf(table),
                params,
                response: csv,
                hide: suffix === "" || written !== name,
              },
            },
            async (request, reply) => {
              const scenario = await findScenarioOfCurves(backends, request, request.params.id);
              return send(backends, scenario, { $case: "hourlyTable", value: name }, request, reply);
            },
          );
        }
      }
    }

    for (const suffix of ["", ".csv", ".json"]) {
      app.get(
        `/scenarios/:id/curves/${PRICE}${suffix}`,
        {
          schema: {
            tags: ["Curves"],
            summary: summaryOf(HOURLY_EXPORTS[PRICE]),
            description: "As JSON, its values stand in one text, ready to be the price of another scenario's import.",
            params,
            response: csv,
            hide: suffix === "",
          },
        },
        async (request, reply) => {
          const scenario = await findScenarioOfCurves(backends, request, request.params.id);
          const wantsJson = suffix === ".json" || (suffix === "" && request.headers.accept === "application/json");
          return wantsJson
            ? send(backends, scenario, { $case: "electricityPrice", value: true }, request, reply)
            : send(backends, scenario, { $case: "hourlyTable", value: PRICE }, request, reply);
        },
      );
    }

    app.get(
      "/scenarios/:id/merit",
      {
        schema: {
          tags: ["Curves"],
          summary: "Participants of the electricity order, with capacities, costs and curves",
          params,
          querystring: z.object({ include_curves: flag("Curves as well; on by default") }),
          response: { 200: z.looseObject({ participants: z.array(z.looseObject({})) }), 404: errorSchema },
        },
      },
      async (request, reply) => {
        const scenario = await findScenario(backends, request, request.params.id);
        const includeCurves = request.query.include_curves ?? true;
        const document: DocumentRequest = { $case: "meritConfiguration", value: { includeCurves } };
        return send(backends, scenario, document, request, reply);
      },
    );

    app.get(
      "/scenarios/:id/nodes/topology",
      {
        schema: {
          tags: ["Nodes"],
          summary: "The energy graph as a drawing",
          params,
          response: {
            200: z.object({ nodes: z.array(z.looseObject({})), edges: z.array(z.looseObject({})) }),
            404: errorSchema,
          },
        },
      },
      async (request, reply) => {
        const scenario = await findScenario(backends, request, request.params.id);
        return send(backends, scenario, { $case: "energyMap", value: true }, request, reply);
      },
    );

    app.post(
      "/scenarios/:id/nodes/stats",
      {
        schema: {
          tags: ["Nodes"],
          summary: "Figures of several nodes, present and future",
          params,
          body: z.object({
            keys: z
              .record(z.string(), z.array(z.string()).nullable())
              .describe("Names of figures by node; null for the usual ones"),
          }),
          response: { 200: z.object({ nodes: z.record(z.string(), z.looseObject({})) }), 422: errorSchema },
        },
      },
      async (request, reply) => {
        const scenario = await findScenario(backends, request, request.params.id);
        const nodes = Object.entries(request.body.keys).map(([node, figures]) => ({ node, figures: figures ?? [] }));
        return send(backends, scenario, { $case: "nodeStatistics", value: { nodes } }, request, reply);
      },
    );
  };

/** Curves have words of their own for a scenario that does not exist. */
async function findScenarioOfCurves(backends: Backends, request: FastifyRequest, id: string): Promise<Scenario> {
  try {
    return await findScenario(backends, request, id);
  } catch (error) {
    const isMissing =
      (error instanceof ApiError && error.statusCode === 404) ||
      (error instanceof RpcError && error.code === status.NOT_FOUND);
    throw isMissing ? apiError("no_scenario_of_curves") : error;
  }
}

/** Sends a table as a CSV file, everything else as JSON. */
async function send(
  backends: Backends,
  scenario: Scenario,
  document: DocumentRequest,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // It lasts as long as its reader is slow.
  const { deadline: _, ...context } = contextOf(request, reply);
  const download = await open(backends, scenario, document, context);
  if ("noHours" in download) return reply.code(404).type("text/plain; charset=utf-8").send(download.noHours);
  if (document.$case === "annualTable" || document.$case === "hourlyTable") {
    const fileName = `${download.fileName}.${scenario.id}.csv`;
    reply.type("text/csv").header("content-disposition", `attachment; filename="${fileName}"`);
  } else {
    reply.type("application/json; charset=utf-8");
  }
  return reply.send(Readable.from(download.pieces, { objectMode: false }));
}

interface Download {
  readonly fileName: string;
  readonly pieces: AsyncIterable<Buffer>;
}

/** Waits until the document has begun; raises where there is none. */
async function open(
  { compute }: Backends,
  scenario: Scenario,
  document: DocumentRequest,
  context: CallOrigin,
): Promise<Download | { readonly noHours: string }> {
  const messages = compute.download({ recipe: scenario.recipe, document }, context)[Symbol.asyncIterator]();
  const { value } = await calculate(scenario, () => messages.next());
  const part = (value as DownloadResponse | undefined)?.part;
  switch (part?.$case) {
    case "fileName":
      return { fileName: part.value, pieces: piecesOf(messages) };
    case "refusal": {
      const { reason } = part.value;
      if (reason?.$case === "noHours") return { noHours: reason.value };
      if (reason?.$case === "invalid") throw new ApiError(422, [reason.value]);
      throw apiError("not_found");
    }
    default:
      throw new Error("a document began without its name");
  }
}

async function* piecesOf(messages: AsyncIterator<DownloadResponse>): AsyncGenerator<Buffer> {
  try {
    for (let next = await messages.next(); next.done !== true; next = await messages.next()) {
      const { part } = next.value;
      if (part?.$case === "piece") yield part.value;
    }
  } finally {
    await messages.return?.();
  }
}
