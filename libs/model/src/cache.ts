/**
 * Disk cache of a model directory's results: one file per model, area and curve. The cache only saves time: results
 * of unreadable or stale files are calculated again, and failed writes are ignored.
 */
import { createHash, randomUUID } from "node:crypto";
import {
  mkdirSync,
  openSync,
  closeSync,
  fstatSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { deserialize, serialize } from "node:v8";
import { listFiles } from "./documents/files.ts";

export class ModelCache {
  readonly #directory: string;
  /** Distinguishes models that share a cache directory. */
  readonly #model: string;

  /** Creates the directory if it is missing; throws an `Error` that names the directory on failure. */
  constructor(directory: string, modelDirectory: string) {
    try {
      mkdirSync(directory, { recursive: true });
    } catch (error) {
      throw new Error(
        `the cache directory ${directory} cannot be created: ${error instanceof Error ? error.message : String(error)}`,
        {
          cause: error,
        },
      );
    }
    this.#directory = directory;
    this.#model = createHash("sha256").update(resolve(modelDirectory)).digest("hex").slice(0, 12);
  }

  /** The value stored under the name; null if it is missing or damaged. */
  readValue(name: string): unknown {
    try {
      const file = readFileSync(this.#path(`${name}.bin`));
      const content = file.subarray(0, -CHECKSUM_BYTES);
      return checksum(content).equals(file.subarray(-CHECKSUM_BYTES)) ? (deserialize(content) as unknown) : null;
    } catch {
      return null;
    }
  }

  /** Stores plain data in V8's serialisation format, which is a third faster than JSON. */
  writeValue(name: string, value: unknown): void {
    this.#write(`${name}.bin`, serialize(value));
  }

  /** The bytes stored under the name, in shared memory; null if they are missing or damaged. */
  readBytes(name: string): SharedArrayBuffer | null {
    let file: number;
    try {
      file = openSync(this.#path(`${name}.bin`), "r");
    } catch {
      return null;
    }
    try {
      const size = fstatSync(file).size - CHECKSUM_BYTES;
      if (size < 0) return null;
      const bytes = new Uint8Array(new SharedArrayBuffer(size));
      const sum = new Uint8Array(CHECKSUM_BYTES);
      if (readSync(file, bytes, 0, size, 0) !== size || readSync(file, sum, 0, sum.length, size) !== sum.length)
        return null;
      return checksum(bytes).equals(sum) ? bytes.buffer : null;
    } finally {
      closeSync(file);
    }
  }

  writeBytes(name: string, bytes: SharedArrayBuffer): void {
    this.#write(`${name}.bin`, new Uint8Array(bytes));
  }

  /** Writes with a checksum to a temporary file and renames it, so that readers see the old file or the new one. */
  #write(name: string, content: Uint8Array): void {
    const path = this.#path(name);
    const temporaryPath = `${path}.${randomUUID()}`;
    try {
      writeFileSync(temporaryPath, Buffer.concat([content, checksum(content)]));
      renameSync(temporaryPath, path);
    } catch {
      rmSync(temporaryPath, { force: true });
    }
  }

  #path(name: string): string {
    return join(this.#directory, `${this.#model}-${name}`);
  }
}

/** Each file ends with the checksum of its contents. */
const CHECKSUM_BYTES = 32;

function checksum(content: Uint8Array): Buffer {
  return createHash("sha256").update(content).digest();
}

let version: string | null = null;

/** Hash of the code that reads models and solves start years, so that results of older code are not reused. */
export function codeVersion(): string {
  if (version !== null) return version;
  const hash = createHash("sha256");
  for (const { path } of listFiles(import.meta.dirname, ".")) {
    if (path.endsWith(".test.ts")) continue;
    hash.update(path).update(readFileSync(join(import.meta.dirname, path)));
  }
  version = hash.digest("hex");
  return version;
}
