/** Reads byte ranges of result files. */
import { open, stat } from "node:fs/promises";
import { join } from "node:path";
import { RpcError, status } from "@etesian/service-kit";

/** Files that callers may read. */
const FILE = /^(?:results\.parquet|results\.csv|manifest\.json|estimates\.json|parts\/\d{8}-\d{8}\.parquet)$/;
const CHUNK_BYTES = 256 * 1024;

export interface Range {
  /** First byte; a negative number counts bytes from the end. */
  readonly from: number;
  /** Undefined for all bytes to the end. */
  readonly length: number | undefined;
}

type Part =
  | {
      readonly $case: "head";
      readonly value: { readonly size: number; readonly from: number; readonly length: number; readonly tag: string };
    }
  | { readonly $case: "piece"; readonly value: Buffer };

/**
 * Yields the range's position and size, then its bytes. Rejects with NOT_FOUND for a file that does not exist (yet).
 */
export async function* readRange(
  directory: string,
  file: string,
  range: Range,
): AsyncGenerator<{ readonly part: Part }> {
  const path = join(directory, file);
  const stats = FILE.test(file) ? await stat(path).catch(() => null) : null;
  if (stats === null) throw new RpcError(status.NOT_FOUND, `There is no file ${file}`, { reason: "not_found" });
  const { size, mtimeMs } = stats;
  const from = range.from < 0 ? Math.max(0, size + range.from) : Math.min(range.from, size);
  const length = Math.min(range.length ?? size, size - from);
  // Files are replaced atomically, and with the same bytes.
  const tag = `${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}`;
  yield { part: { $case: "head", value: { size, from, length, tag } } };
  const handle = await open(path);
  try {
    for (let position = from; position < from + length;) {
      const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, from + length - position));
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, position);
      if (bytesRead === 0) throw new RpcError(status.DATA_LOSS, `The file ${file} has become shorter`);
      yield { part: { $case: "piece", value: chunk.subarray(0, bytesRead) } };
      position += bytesRead;
    }
  } finally {
    await handle.close();
  }
}
