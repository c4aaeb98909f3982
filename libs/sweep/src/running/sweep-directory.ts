/** Results of a sweep in a directory: a file for each part, and finally one table and a manifest. */
import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Part } from "@etesian/explore";
import { descriptionOf } from "../description.ts";
import type { SweepEstimates } from "../estimates.ts";
import { partName } from "../part-name.ts";
import type { SweepOutline } from "../plan.ts";
import type { SweepSpec } from "../spec.ts";
import { joinTables, type SweepTable } from "../table.ts";

/** The directory belongs to another sweep, or one of its files is damaged. */
export class SweepDirectoryError extends Error {
  override readonly name = "SweepDirectoryError";
}

export interface FinishedSweep {
  readonly estimates: SweepEstimates;
  readonly variants: number;
  /** Variants without some or all figures. */
  readonly failed: number;
  readonly files: readonly ResultFile[];
}

export interface ResultFile {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** The description of a sweep, the same for all of its shards. */
const DESCRIPTION = "sweep.json";
const MANIFEST = "manifest.json";
const RESULTS = "results.parquet";
const CSV = "results.csv";
const ESTIMATES = "estimates.json";

/** The origin of results: their specification, and facts about model and base scenario. */
export interface SweepOrigin {
  readonly spec: SweepSpec;
  readonly [fact: string]: unknown;
}

/** Files of a finished sweep; CSV only on request. */
const RESULT_FILES = [RESULTS, CSV, ESTIMATES, MANIFEST] as const;
const PART = /^\d{8}-\d{8}\.parquet$/;

export class SweepDirectory {
  readonly path: string;
  readonly #plan: SweepOutline;
  readonly #description: object;
  readonly #spec: SweepSpec;

  /**
   * Opens or creates the directory of a sweep. `origin` has its specification, and names its model and base scenario.
   * Throws `SweepDirectoryError` if the directory has results of another sweep.
   */
  constructor(path: string, plan: SweepOutline, origin: SweepOrigin) {
    this.#spec = origin.spec;
    this.path = path;
    this.#plan = plan;
    this.#description = { format: "etesian sweep 1", ...origin, ...descriptionOf(plan) };
    mkdirSync(join(path, "parts"), { recursive: true });
    const file = join(path, DESCRIPTION);
    const text = json(this.#description);
    if (!existsSync(file)) write(file, text);
    else if (readFileSync(file, "utf8") !== text)
      throw new SweepDirectoryError(
        `${path} has results of another sweep, or of another version of the model or the engine; expected a new directory`,
      );
  }

  /** Names of the files in a directory that are complete, results first; none if it does not exist. */
  static filesIn(path: string): readonly string[] {
    const parts = join(path, "parts");
    if (!existsSync(parts)) return [];
    return [
      ...RESULT_FILES.filter((file) => existsSync(join(path, file))),
      ...readdirSync(parts)
        .filter((file) => PART.test(file))
        .toSorted()
        .map((file) => `parts/${file}`),
    ];
  }

  /** The description of a directory as JSON; null if it does not exist. */
  static descriptionIn(path: string): string | null {
    const file = join(path, DESCRIPTION);
    return existsSync(file) ? readFileSync(file, "utf8") : null;
  }

  /** The parts without results. */
  missingParts(parts: readonly Part[]): readonly Part[] {
    return parts.filter((part) => !existsSync(this.#fileOf(part)));
  }

  /** Adds the rows of a part, as Parquet: after an interruption its file is either complete or missing. */
  add(part: Part, file: Uint8Array): void {
    write(this.#fileOf(part), file);
  }

  /**
   * Joins all parts into one table, with CSV on request, and writes the manifest; null while parts are missing. The
   * bytes depend only on the sweep. Rejects with `SweepDirectoryError` for a damaged file.
   */
  async finish(withCsv: boolean): Promise<FinishedSweep | null> {
    const { parts } = this.#plan;
    if (this.missingParts(parts).length > 0) return null;
    // Loaded only on the thread that joins parts, because services open directories without these libraries.
    const [{ csvOf, parquetOf }, { estimatesOf }] = await Promise.all([
      import("../files.ts"),
      import("../estimates.ts"),
    ]);
    const tables: SweepTable[] = [];
    for (const part of parts) tables.push(await this.#read(part));
    const table = joinTables(tables);
    write(join(this.path, RESULTS), parquetOf(this.#plan, table));
    if (withCsv) write(join(this.path, CSV), [...csvOf(this.#plan, table)].join(""));
    else rmSync(join(this.path, CSV), { force: true });
    const estimates = estimatesOf(this.#spec, this.#plan, table);
    write(join(this.path, ESTIMATES), json(estimates));
    const files = [RESULTS, ...(withCsv ? [CSV] : []), ESTIMATES].map((file): ResultFile => {
      const bytes = readFileSync(join(this.path, file));
      return { file, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
    });
    const counts = { variants: table.rows, failed: table.errors.size };
    write(join(this.path, MANIFEST), json({ ...this.#description, ...counts, files }));
    return { ...counts, files, estimates };
  }

  #fileOf(part: Part): string {
    return join(this.path, "parts", `${partName(part)}.parquet`);
  }

  async #read(part: Part): Promise<SweepTable> {
    const file = this.#fileOf(part);
    try {
      const { readParquet } = await import("../parquet-rows.ts");
      const table = await readParquet(this.#plan, new Uint8Array(readFileSync(file)));
      if (table.from !== part.from || table.rows !== part.to - part.from)
        throw new Error(`its rows are ${table.from} to ${table.from + table.rows}`);
      return table;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new SweepDirectoryError(`${file} is damaged (${reason}); delete it and run the sweep again`);
    }
  }
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Writes to a temporary file and renames it, so that the file is never incomplete. */
function write(file: string, content: string | Uint8Array): void {
  const temporaryPath = join(dirname(file), `.${randomUUID()}.unfinished`);
  writeFileSync(temporaryPath, content, { flush: true });
  renameSync(temporaryPath, file);
}
