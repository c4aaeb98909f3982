/** Documents about a solution, generated in chunks. */
import {
  type CurveSource,
  energyMap,
  type Engine,
  type Export,
  NO_HOURS,
  type Solution,
  UnknownStatistic,
} from "@etesian/engine";
import type { TableWriter } from "@etesian/table-files";
import { type Format, inLayout, type Layout } from "@etesian/tables";

/** A table as a file. */
interface TableFile {
  readonly name: string;
  readonly format: Format;
  readonly layout: Layout;
}

/** Kinds of documents. */
export type DocumentRequest =
  | ({ readonly kind: "annual_table" | "hourly_table" } & TableFile)
  | { readonly kind: "electricity_price" }
  | { readonly kind: "merit_configuration"; readonly includeCurves: boolean }
  | { readonly kind: "node_statistics"; readonly figures: { readonly [node: string]: readonly string[] | null } }
  | { readonly kind: "energy_map" };

/** Why there is no document; the reasons are shown to clients. */
export type DocumentRefusal =
  | { readonly kind: "unknown" }
  | { readonly kind: "no_hours"; readonly reason: string }
  | { readonly kind: "invalid"; readonly reason: string };

export interface ResultDocument {
  readonly kind: "document";
  /** Without the scenario and the file extension. */
  readonly fileName: string;
  readonly chunks: Iterable<Chunk>;
}

/** Text, or bytes that no other document shares. */
export type Chunk = string | Uint8Array<ArrayBuffer>;

/** Loaded table writers, by format. */
export type Writers = ReadonlyMap<Format, TableWriter>;

/** Characters per chunk; nearly all of them take one byte. */
const CHUNK_LENGTH = 256 * 1024;

export function documentOf(
  solution: Solution,
  engine: Engine,
  curves: CurveSource,
  writers: Writers,
  request: DocumentRequest,
): ResultDocument | DocumentRefusal {
  switch (request.kind) {
    case "annual_table":
      return toFile(solution.annualExport(request.name), request, writers);
    case "hourly_table": {
      const table = solution.hourlyExport(request.name);
      return table !== null && solution.hours === null ? noHours : toFile(table, request, writers);
    }
    case "electricity_price":
      return solution.hours === null ? noHours : toJsonDocument("electricity_price", solution.priceCurve());
    case "merit_configuration": {
      const configuration = solution.meritConfiguration(curves, request.includeCurves);
      return configuration === null ? noHours : toJsonDocument("merit", configuration);
    }
    case "node_statistics":
      try {
        return toJsonDocument("node_statistics", { nodes: solution.nodeStatistics(request.figures) });
      } catch (error) {
        if (error instanceof UnknownStatistic) return { kind: "invalid", reason: error.message };
        throw error;
      }
    case "energy_map":
      return toJsonDocument("topology", energyMap(engine.definition, engine.topology.energy));
  }
}

const noHours: DocumentRefusal = { kind: "no_hours", reason: NO_HOURS };

function toFile(
  table: Export | null,
  { format, layout }: TableFile,
  writers: Writers,
): ResultDocument | DocumentRefusal {
  if (table === null) return { kind: "unknown" };
  const write = writers.get(format);
  if (write === undefined) throw new Error(`the writer of ${format} has not been loaded`);
  const { fileName } = table;
  return { kind: "document", fileName, chunks: write(inLayout(layout, table.table()), fileName) };
}

/** Curves are written as lists of numbers. */
function toJsonDocument(fileName: string, value: unknown): ResultDocument {
  const text = JSON.stringify(value, (_key, item: unknown) => (item instanceof Float64Array ? Array.from(item) : item));
  return { kind: "document", fileName, chunks: slices(text) };
}

function* slices(text: string): Generator<string> {
  for (let from = 0; from < text.length; from += CHUNK_LENGTH) yield text.slice(from, from + CHUNK_LENGTH);
}
