/** Reads the files in a workbook within limits, before their contents are parsed. */
import type { Entry, ZipFile } from "yauzl";
import { workbookError } from "./problems.ts";

/** Maximum bytes of an uploaded workbook. */
export const MAX_BYTES = 16 * 1024 * 1024;
/** Maximum total of bytes of a workbook's files, uncompressed: XML of millions of cells. */
export const MAX_UNCOMPRESSED = 128 * 1024 * 1024;
/** Maximum number of files in a workbook: sheets, drawings and pictures. */
const MAX_FILES = 2_000;
/** The first bytes of a workbook with a password, or in the format before 2007. */
const OLD_FORMAT = "d0cf11e0";

const megabytes = (bytes: number): string => `${bytes / 1024 / 1024} MB`;

/** The files by path. Rejects with `WorkbookError`. */
export async function filesIn(
  content: Buffer,
  maxUncompressed = MAX_UNCOMPRESSED,
): Promise<ReadonlyMap<string, Buffer>> {
  if (content.length > MAX_BYTES)
    throw workbookError(`The workbook has ${content.length} bytes; expected at most ${megabytes(MAX_BYTES)}`);
  if (content.subarray(0, 4).toString("hex") === OLD_FORMAT)
    throw workbookError("The workbook has a password or the pre-2007 format; save it as .xlsx without a password");
  const zip = await openZip(content);
  const files = new Map<string, Buffer>();
  let remainingBytes = maxUncompressed;
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName: path } = entry;
      if (path.endsWith("/")) continue;
      if (files.size >= MAX_FILES) throw workbookError(`The workbook has more than ${MAX_FILES} files`);
      if (files.has(path)) throw workbookError(`The workbook has the file ${path} twice`);
      if (entry.uncompressedSize > remainingBytes)
        throw workbookError(`The workbook is larger than ${megabytes(maxUncompressed)} when it is uncompressed`);
      const file = await bytesOf(zip, entry);
      remainingBytes -= file.length;
      files.set(path, file);
    }
  } catch (error) {
    throw damageError(error);
  } finally {
    zip.close();
  }
  return files;
}

async function openZip(content: Buffer): Promise<ZipFile> {
  const { fromBufferPromise } = await import("yauzl");
  try {
    return await fromBufferPromise(content, { validateEntrySizes: true, strictFileNames: true });
  } catch {
    throw workbookError("The file is not a workbook (.xlsx)");
  }
}

/** Fails if a file contains more bytes than its entry states, because yauzl compares the two. */
async function bytesOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  if (entry.isEncrypted()) throw workbookError("The workbook has a password; save it without one");
  const pieces: Buffer[] = [];
  for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

const damageError = (error: unknown): Error =>
  error instanceof Error && error.name === "WorkbookError"
    ? error
    : workbookError(`The workbook is damaged: ${error instanceof Error ? error.message : String(error)}`);
