/** Workbooks of scenarios: running one, and downloading scenarios as one. */
import { Readable } from "node:stream";
import { FORMATS } from "@etesian/tables";
import {
  type BookPlan,
  MAX_BYTES,
  newBook,
  type NewSheet,
  positionText,
  planOf,
  sheetsOf,
  Workbook,
  WorkbookError,
} from "@etesian/workbooks";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { type Backends, queryWithFailures } from "../backends.ts";
import type { Documents } from "../exports/document.ts";
import { negotiateFormat } from "../exports/formats.ts";
import { explainFor, mapConcurrently, distinctIds } from "../exports/several.ts";
import { entityTag, isNotModified } from "../http/caching.ts";
import { contextOf } from "../http/context.ts";
import { customError, errorSchema } from "../http/errors.ts";
import { toId } from "../http/parameters.ts";
import { acceptUploads, readUpload } from "../http/requests/uploads.ts";
import { baseUrl } from "../http/site.ts";
import type { Catalogue } from "../model/catalogue.ts";
import { namesOf } from "../scenarios/names.ts";
import { chartSheet, chartQueries, workbookCharts, sourceSheet } from "./charts.ts";
import { contentsOf, inputSheet, inputsOf, resultSheet } from "./contents.ts";
import { errorSheet, RESULT_SHEETS, resultSheets } from "./results.ts";
import { type CellProblem, runScenario } from "./run.ts";
import { bookBody, runSchema } from "./schemas.ts";

const tags = ["Workbooks"];
const { mediaType: XLSX } = FORMATS.xlsx;
const UPLOAD = {
  bytes: MAX_BYTES,
  tooLarge: `Workbooks should not be larger than ${MAX_BYTES / 1024 / 1024} MB`,
};
const LANGUAGES = ["en", "nl"] as const;

const FORMAT =
  "The layout is the same as in pyetm: `MAIN` lists scenarios, `SLIDER_SETTINGS` their values, `SORTABLES` orders, `CUSTOM_CURVES` curves, " +
  "`GQUERIES` queries, `EXPORT_CONFIG` the requested results.";

export const workbookRoutes =
  (backends: Backends, catalogue: Catalogue, documents: Documents): FastifyPluginAsyncZod =>
  async (app) => {
    await acceptUploads(app);

    async function run(request: FastifyRequest, reply: FastifyReply, isFile: boolean) {
      const upload = await readUpload(request, UPLOAD);
      const [book, plan] = await openWorkbook(upload.content);
      // There is no deadline, because calculating many scenarios takes a long time.
      const { deadline: _, ...context } = contextOf(request, reply);
      const explain = explainFor(request);
      const { privateScenarios: privateByDefault } = request.caller;
      const runs = await mapConcurrently(plan.scenarios, (plannedScenario, index) =>
        runScenario({ backends, explain, context, privateByDefault }, plannedScenario, index),
      );
      const base = baseUrl(request);
      const results = await resultSheets({ plan, backends, documents, explain, context, base }, runs);
      const problems = [
        ...runs.flatMap((scenarioRun) => scenarioRun.problems),
        ...results.problems,
        ...plan.warnings.map(toProblem),
      ];
      const copy = book.copyWith(
        [...results.sheets, ...(problems.length === 0 ? [] : [errorSheet(problems)])],
        RESULT_SHEETS,
      );
      const filename = `${upload.name.replace(/\.xlsx$/i, "").replaceAll(/[^\w.() -]/g, "_")}_results.xlsx`;
      if (isFile) return sendWorkbook(reply, filename, copy);
      return reply.type("application/json; charset=utf-8").send({
        scenarios: runs.map(({ name, scenario }) => ({ short_name: name, id: scenario?.id ?? null })),
        problems: problems.map(({ scenario, position, code, message }) => ({
          scenario,
          cell: positionText(position),
          code,
          message,
        })),
        file: { filename, content: Buffer.concat([...copy]).toString("base64") },
      } satisfies z.infer<typeof runSchema>);
    }

    for (const suffix of ["", ".xlsx"] as const)
      app.post(
        `/workbooks${suffix}`,
        {
          config: { access: "create" },
          schema: {
            tags,
            summary: "Run a workbook of scenarios",
            description:
              `Creates or changes the scenarios that an XLSX file describes, and writes their results to a copy of the file. ${FORMAT} ` +
              "If a cell cannot be read, the whole workbook is refused, and the response lists all such cells. A scenario that cannot be created or " +
              "changed has its errors in `problems` and in the sheet `ERRORS`; the others are calculated. " +
              "The response is JSON with the copy in base64 or, if the `.xlsx` suffix or `Accept` selects it, the copy itself.",
            consumes: ["multipart/form-data"],
            body: bookBody,
            response: { 200: runSchema, 400: errorSchema, 406: errorSchema, 422: errorSchema },
            hide: suffix !== "",
          },
        },
        async (request, reply) =>
          run(request, reply, suffix !== "" || negotiateFormat(request.headers.accept, OFFERED_FORMATS) === "xlsx"),
      );

    app.get(
      "/scenarios/:ids/workbook.xlsx",
      {
        config: { access: "read" },
        schema: {
          tags,
          summary: "Download scenarios as a workbook",
          description:
            `Everything that determines the results of one or more scenarios, their results, and the charts of the model with their ` +
            `numbers and sources. ${FORMAT} \`POST /api/v3/workbooks\` runs it, here or on another server with the same model, and creates identical ` +
            "scenarios. The sheet `ERRORS` lists scenarios that cannot be read.",
          params: z.object({ ids: z.string().describe("Comma-separated scenario IDs").meta({ example: "1,2" }) }),
          querystring: z.object({
            language: z
              .string()
              .meta({ enum: [...LANGUAGES], default: "en", description: "Language of the charts" })
              .optional(),
          }),
          response: {
            200: {
              description: "The workbook",
              content: { [XLSX]: { schema: z.string().meta({ format: "binary" }) } },
            },
            404: errorSchema,
            422: errorSchema,
          },
        },
      },
      async (request, reply) => {
        const language = languageIn(request.query.language);
        const { deadline: _, ...context } = contextOf(request, reply);
        const explain = explainFor(request);
        const ids = distinctIds(request.params.ids.split(",").map(toId));
        const problems: CellProblem[] = [];
        const loadedScenarios = await mapConcurrently(ids, async (id) => {
          try {
            return await backends.scenarios.getScenario({ id }, context);
          } catch (error) {
            if (ids.length === 1) throw error;
            const position = { sheet: `Scenario ${id}`, cell: null };
            problems.push({ scenario: String(id), position, ...explain(error) });
            return null;
          }
        });
        const scenarios = loadedScenarios.filter((scenario) => scenario !== null);
        const names = namesOf(scenarios);
        const view = workbookCharts(await catalogue.interface(), language);
        const keys = chartQueries(view);
        const exports = await mapConcurrently(scenarios, async (scenario) => {
          const name = names[scenarios.indexOf(scenario)]!;
          const contents = await contentsOf(backends, scenario, name, context);
          const inputs = await inputsOf(backends, scenario, context);
          try {
            return {
              name,
              scenario,
              contents,
              inputs,
              results: (await queryWithFailures(backends, scenario, keys, context)).results,
            };
          } catch (error) {
            problems.push({ scenario: name, position: { sheet: "CHARTS", cell: null }, ...explain(error) });
            return { name, scenario, contents, inputs, results: [] };
          }
        });
        const results = exports.map(({ name, scenario, results: queryResults }) => ({
          name,
          scenario,
          content: queryResults,
        }));
        const inputs = exports.map(({ name, scenario, inputs: content }) => ({ name, scenario, content }));
        const facts = [
          ["server", baseUrl(request)],
          ["model", await catalogue.modelHash()],
          ...scenarios.map(
            (scenario, index) => [names[index]!, `${baseUrl(request)}/api/v3/scenarios/${scenario.id}`] as const,
          ),
        ] as const;
        const sheets: readonly NewSheet[] = [
          ...sheetsOf(
            exports.map(({ contents }) => contents),
            keys,
          ),
          resultSheet(results, keys),
          inputSheet(inputs, { defaults: true, ranges: true }),
          chartSheet(view, results),
          sourceSheet(view, facts),
          ...(problems.length === 0 ? [] : [errorSheet(problems)]),
        ];
        const bytes = Buffer.concat([...newBook(sheets)]);
        void reply.header("etag", entityTag(bytes));
        if (isNotModified(request, reply)) return reply.send("");
        return sendWorkbook(reply, `scenarios.${ids.join("_").slice(0, 60)}.xlsx`, [bytes]);
      },
    );
  };

const OFFERED_FORMATS = [
  [FORMATS.json.mediaType, "json"],
  [XLSX, "xlsx"],
] as const;

const toProblem = ({ position, message }: BookPlan["warnings"][number]): CellProblem => ({
  scenario: null,
  position,
  code: "warning",
  message,
});

/** @throws ApiError 422 with the cells that cannot be read */
async function openWorkbook(content: Buffer): Promise<readonly [Workbook, BookPlan]> {
  try {
    const book = await Workbook.open(content);
    return [book, await planOf(book)];
  } catch (error) {
    if (error instanceof WorkbookError) throw customError("invalid_workbook", error.sentences);
    throw error;
  }
}

function languageIn(text: string | undefined): (typeof LANGUAGES)[number] {
  if (text === undefined || text === "") return "en";
  const supported = LANGUAGES.find((language) => language === text);
  if (supported !== undefined) return supported;
  throw customError("invalid", [`language is ${JSON.stringify(text)}, expected ${LANGUAGES.join(" or ")}`]);
}

function sendWorkbook(reply: FastifyReply, fileName: string, pieces: Iterable<Uint8Array>): FastifyReply {
  return reply
    .type(XLSX)
    .header("content-disposition", `attachment; filename="${fileName}"`)
    .send(Readable.from(pieces, { objectMode: false }));
}
