/** Export tables of several scenarios as one table. */
import { Readable } from "node:stream";
import { Recipe, type TableFile } from "@etesian/contracts/compute";
import { SEVERAL } from "@etesian/contracts/limits";
import type { Scenario } from "@etesian/contracts/scenarios";
import type { CallOrigin } from "@etesian/service-kit";
import { loadWriter } from "@etesian/table-files";
import { tableOfArrow } from "@etesian/table-files/reading";
import { columnOf, type Format, inLayout, type Layout, type Part, stackOf, type Table } from "@etesian/tables";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Backends } from "../backends.ts";
import { entityTag, isNotModified } from "../http/caching.ts";
import { contextOf } from "../http/context.ts";
import { apiError } from "../http/errors.ts";
import type { Catalogue } from "../model/catalogue.ts";
import type { Documents } from "./document.ts";
import { describeFile } from "./formats.ts";
import { type Explain, explainFor, inTurns, type Problem } from "./several.ts";

const SCENARIO = columnOf("scenario", { kind: "integer", description: "Number of the scenario" });
const PROBLEM = [
  columnOf("code", { kind: "text", description: "Code of the error" }),
  columnOf("error", { kind: "text", description: "Reason why the scenario has no rows" }),
];

export interface WantedTable {
  readonly table: NonNullable<TableFile["table"]>;
  readonly format: Format;
  readonly layout: Layout;
}

export type Found = { readonly id: number } & ({ readonly scenario: Scenario } | { readonly problem: Problem });

/**
 * Sends the tables of all scenarios below each other. A scenario without the table has a row with its error.
 * @throws ApiError if the table would be too large
 */
export async function sendTableOfSeveral(
  {
    backends,
    catalogue,
    documents,
  }: { readonly backends: Backends; readonly catalogue: Catalogue; readonly documents: Documents },
  ids: readonly number[],
  wanted: WantedTable,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // No deadline: the calculation of many scenarios takes long.
  const { deadline: _, ...context } = contextOf(request, reply);
  const explain = explainFor(request);
  const found = await inTurns(ids, (id) => findOne(backends, id, explain, context));
  void reply.header("etag", entityTag(await catalogue.modelHash(), JSON.stringify(wanted), ...found.map(tagOf)));
  if (isNotModified(request, reply)) return reply.send("");
  const stack = await stackedTable(documents, found, wanted, explain, context);
  const { format, table } = wanted;
  describeFile(reply, format, table.value);
  const write = await loadWriter(format);
  return reply.send(Readable.from(write(stack, table.value), { objectMode: false }));
}

async function findOne(backends: Backends, id: number, explain: Explain, context: CallOrigin): Promise<Found> {
  try {
    return { id, scenario: await backends.scenarios.getScenario({ id }, context) };
  } catch (error) {
    return { id, problem: explain(error) };
  }
}

const tagOf = (found: Found): string | Uint8Array =>
  "problem" in found
    ? JSON.stringify(found)
    : Buffer.concat([Buffer.from(`${found.id} `), Recipe.encode(found.scenario.recipe!).finish()]);

/** The rows of all scenarios, with `scenario` as first column. @throws ApiError if the table would be too large */
export async function stackedTable(
  documents: Documents,
  found: readonly Found[],
  wanted: Omit<WantedTable, "format">,
  explain: Explain,
  context: CallOrigin,
): Promise<Table> {
  let cells = 0;
  const parts = await inTurns(found, async (one): Promise<Part> => {
    const made = await partOf(documents, one, wanted, explain, context);
    cells += made.cells;
    if (cells > SEVERAL.cells)
      throw apiError(
        "too_many_results",
        `${SEVERAL.cells.toLocaleString("en")} cells per table; request fewer scenarios`,
      );
    return made.part;
  });
  return stackOf(SCENARIO, parts, PROBLEM);
}

async function partOf(
  documents: Documents,
  found: Found,
  { table, layout }: Omit<WantedTable, "format">,
  explain: Explain,
  context: CallOrigin,
): Promise<{ readonly part: Part; readonly cells: number }> {
  const origin = BigInt(found.id);
  const refused = (problem: Problem) => ({ part: { origin, table: rowOf(problem) }, cells: 0 });
  if ("problem" in found) return refused(found.problem);
  try {
    const document = { $case: "tableFile", value: { table, format: "arrow", layout: "wide" } } as const;
    const read = tableOfArrow(await documents.read(found.scenario, document, context));
    const laidOut = inLayout(layout, read);
    const figures = read.columns.filter(({ kind }) => kind === "figure").length;
    const rows = read.rowCount * (layout === "long" ? figures : 1);
    return { part: { origin, table: laidOut }, cells: rows * laidOut.columns.length };
  } catch (error) {
    return refused(explain(error));
  }
}

const rowOf = ({ code, message }: Problem): Table => ({ columns: PROBLEM, rows: () => [[code, message]] });
