/** Selects a table's format by the path's suffix or by `Accept`, and its layout by a parameter. */
import { ANNUAL_EXPORTS, type ExportTable, HOURLY_EXPORTS } from "@etesian/contracts/exports";
import { loadWriter } from "@etesian/table-files";
import { type Format, FORMATS, isLayout, type Layout, LAYOUTS, type Table } from "@etesian/tables";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { entityTag, isNotModified, isReadRequest } from "../http/caching.ts";
import { apiError, customError } from "../http/errors.ts";
import { weightOf } from "../http/navigation.ts";

/** All formats, in order of preference. */
export const ALL_FORMATS = Object.keys(FORMATS) as readonly Format[];

/** The possible suffixes of a path, such as "csv" or "json"; null for a path without one. */
export const SUFFIXES: readonly (Format | null)[] = [null, ...ALL_FORMATS];

export const suffixOf = (format: Format | null): string => (format === null ? "" : `.${format}`);

/**
 * The acceptable format with the highest weight; the first one of equal weight. Clients of the Energy Transition Model
 * accept JSON but expect CSV, so only the suffix selects JSON.
 * @param offeredFormats by media type, in order of preference
 * @throws ApiError 406 that lists all formats
 */
export function negotiateFormat<Offered extends string>(
  accept: string | undefined,
  offeredFormats: readonly (readonly [mediaType: string, format: Offered])[],
): Offered {
  if (accept === undefined || accept.trim() === "") return offeredFormats[0]![1];
  const weights = offeredFormats.map(([mediaType]) => weightIn(mediaType, accept));
  const best = Math.max(...weights);
  if (best > 0) return offeredFormats[weights.indexOf(best)]![1];
  throw apiError("not_acceptable", ALL_FORMATS.map((format) => `${FORMATS[format].mediaType} (.${format})`).join(", "));
}

/** Formats of tables that are JSON unless another format is preferred. */
export const JSON_FIRST_FORMATS: readonly (readonly [mediaType: string, format: Format])[] = [
  [FORMATS.json.mediaType, "json"],
  ...ALL_FORMATS.filter((format) => format !== "json").map((format) => [FORMATS[format].mediaType, format] as const),
];

/** Formats of tables of results, which are CSV unless another format is preferred. */
export const CSV_FIRST_FORMATS: readonly (readonly [mediaType: string, format: Format])[] = [
  [FORMATS.csv.mediaType, "csv"],
  [FORMATS.json.mediaType, "csv"],
  ...ALL_FORMATS.filter((format) => format !== "csv" && format !== "json").map(
    (format) => [FORMATS[format].mediaType, format] as const,
  ),
];

/** The weight of a media type in `Accept`, from its most specific matching entry. */
function weightIn(mediaType: string, accept: string): number {
  const ranges = [mediaType, mediaType.replace(/\/.*/, "/*"), "*/*"];
  for (const range of ranges) {
    const weight = weightOf(range, accept);
    if (weight !== null) return weight;
  }
  return 0;
}

/** The query parameter of table requests. */
export const layoutParameter = {
  layout: z
    .string()
    .meta({
      enum: [...LAYOUTS],
      default: "wide",
      description: "`wide`: a column per figure; `long`: a row per figure, with its name and unit",
    })
    .optional(),
};

/** @throws ApiError 422 */
export function parseLayout(text: string | undefined): Layout {
  if (text === undefined || text === "") return "wide";
  if (isLayout(text)) return text;
  throw customError("invalid", [`layout is ${JSON.stringify(text)}, expected ${LAYOUTS.join(" or ")}`]);
}

/** Sets the headers of a file response. */
export function describeFile(reply: FastifyReply, format: Format, fileName: string): void {
  const charset = format === "csv" || format === "json" ? "; charset=utf-8" : "";
  void reply
    .type(`${FORMATS[format].mediaType}${charset}`)
    .header("content-disposition", `attachment; filename="${fileName}.${format}"`);
}

/** Sends a table that the gateway has created: as a download, or as a JSON response. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  format: Format,
  table: Table,
  name: { readonly table: string; readonly file: string },
): Promise<FastifyReply> {
  const write = await loadWriter(format);
  const bytes = Buffer.concat(
    Array.from(write(table, name.table), (piece) => (typeof piece === "string" ? Buffer.from(piece) : piece)),
  );
  if (format === "json") void reply.type("application/json; charset=utf-8");
  else describeFile(reply, format, name.file);
  if (!isReadRequest(request)) return reply.send(bytes);
  void reply.header("etag", entityTag(bytes));
  return reply.send(isNotModified(request, reply) ? "" : bytes);
}

const namesOf = (tables: { readonly [name: string]: ExportTable }): string =>
  Object.entries(tables)
    .flatMap(([name, { formerNames = [] }]) => [name, ...formerNames])
    .join("|");

/** Paths of tables in JSON. Other resources are JSON even without this suffix. */
const JSON_TABLE = new RegExp(
  `^/api/v3/scenarios/[^/]+/(?:curves/(?:${namesOf(HOURLY_EXPORTS)})|${namesOf(ANNUAL_EXPORTS)}|iamc)\\.json$`,
);

export const isJsonTable = (path: string): boolean => JSON_TABLE.test(path);
