/** Combines the export tables of several scenarios into one table. */
import { Readable } from "node:stream";
import { Recipe, type TableFile } from "@etesian/contracts/compute";
import { BATCHES } from "@etesian/contracts/limits";
import type { Scenario } from "@etesian/contracts/scenarios";
import type { CallOrigin } from "@etesian/service-kit";
import { loadWriter } from "@etesian/table-files";
import { columnOf, type Format, inLayout, type Layout, type Part, stackOf, type Table } from "@etesian/tables";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Backends } from "../backends.ts";
import { entityTag, isNotModified } from "../http/caching.ts";
import { contextOf } from "../http/context.ts";
import { apiError } from "../http/errors.ts";
import type { Catalogue } from "../model/catalogue.ts";
import type { Documents } from "./document.ts";
import { describeFile } from "./formats.ts";
import { type Explain, explainFor, mapConcurrently, type Problem } from "./several.ts";

const SCENARIO = columnOf("scenario", { kind: "integer", description: "Scenario ID" });
const PROBLEM = [
  columnOf("code", { kind: "text", description: "Error code" }),
  columnOf("error", { kind: "text", description: "Reason why the scenario has no rows" }),
];

export interface TableSelection {
  readonly table: NonNullable<TableFile["table"]>;
  readonly format: Format;
  readonly layout: Layout;
}

export type ScenarioLookup = { readonly id: number } & (
  | { readonly scenario: Scenario }
  | { readonly problem: Problem }
);

/**
 * Sends the tables of all scenarios as one table. A scenario without the table has a row with its error.
 * @throws ApiError if the table would be too large
 */
export async function sendCombinedTable(
  {
    backends,
    catalogue,
    documents,
  }: { readonly backends: Backends; readonly catalogue: Catalogue; readonly documents: Documents },
  ids: readonly number[],
  selection: TableSelection,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // There is no deadline, because calculating many scenarios takes a long time.
  const { deadline: _, ...context } = contextOf(request, reply);
  const explain = explainFor(request);
  const lookups = await mapConcurrently(ids, (id) => lookUpScenario(backends, id, explain, context));
  void reply.header("etag", entityTag(await catalogue.modelHash(), JSON.stringify(selection), ...lookups.map(tagOf)));
  if (isNotModified(request, reply)) return reply.send("");
  const stack = await combinedTable(documents, lookups, selection, explain, context);
  const { format, table } = selection;
  describeFile(reply, format, table.value);
  const write = await loadWriter(format);
  return reply.send(Readable.from(write(stack, table.value), { objectMode: false }));
}

async function lookUpScenario(
  backends: Backends,
  id: number,
  explain: Explain,
  context: CallOrigin,
): Promise<ScenarioLookup> {
  try {
    return { id, scenario: await backends.scenarios.getScenario({ id }, context) };
  } catch (error) {
    return { id, problem: explain(error) };
  }
}

const tagOf = (lookup: ScenarioLookup): string | Uint8Array =>
  "problem" in lookup
    ? JSON.stringify(lookup)
    : Buffer.concat([Buffer.from(`${lookup.id} `), Recipe.encode(lookup.scenario.recipe!).finish()]);

/** The rows of all scenarios, with `scenario` as first column. @throws ApiError if the table would be too large */
export async function combinedTable(
  documents: Documents,
  lookups: readonly ScenarioLookup[],
  selection: Omit<TableSelection, "format">,
  explain: Explain,
  context: CallOrigin,
): Promise<Table> {
  let cells = 0;
  const parts = await mapConcurrently(lookups, async (lookup): Promise<Part> => {
    const tablePart = await partOf(documents, lookup, selection, explain, context);
    cells += tablePart.cells;
    if (cells > BATCHES.cells)
      throw apiError(
        "too_many_results",
        `${BATCHES.cells.toLocaleString("en")} cells per table; request fewer scenarios`,
      );
    return tablePart.part;
  });
  return stackOf(SCENARIO, parts, PROBLEM);
}

async function partOf(
  documents: Documents,
  lookup: ScenarioLookup,
  { table, layout }: Omit<TableSelection, "format">,
  explain: Explain,
  context: CallOrigin,
): Promise<{ readonly part: Part; readonly cells: number }> {
  const scenarioId = BigInt(lookup.id);
  const problemPart = (problem: Problem) => ({ part: { origin: scenarioId, table: rowOf(problem) }, cells: 0 });
  if ("problem" in lookup) return problemPart(lookup.problem);
  try {
    const { tableOfArrow } = await import("@etesian/table-files/reading");
    const document = { $case: "tableFile", value: { table, format: "arrow", layout: "wide" } } as const;
    const fullTable = tableOfArrow(await documents.read(lookup.scenario, document, context));
    const formattedTable = inLayout(layout, fullTable);
    const figures = fullTable.columns.filter(({ kind }) => kind === "figure").length;
    const rows = fullTable.rowCount * (layout === "long" ? figures : 1);
    return { part: { origin: scenarioId, table: formattedTable }, cells: rows * formattedTable.columns.length };
  } catch (error) {
    return problemPart(explain(error));
  }
}

const rowOf = ({ code, message }: Problem): Table => ({ columns: PROBLEM, rows: () => [[code, message]] });
