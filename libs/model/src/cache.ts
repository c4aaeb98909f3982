/**
 * What was worked out from a model directory, kept on disk: a file per model and one per area. A cache is only ever a
 * saving of time: whatever is unreadable or stale in it is worked out again, and what cannot be written is not kept.
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
import { listFiles } from "./documents/files.ts";

export class ModelCache {
  readonly #directory: string;
  /** Distinguishes models that share a cache directory. */
  readonly #model: string;

  /** Makes the directory when there is none; raises an `Error` that names it when that is not possible. */
  constructor(directory: string, modelDirectory: string) {
    try {
      mkdirSync(directory, { recursive: true });
    } catch (error) {
      throw new Error(
        `the cache directory ${directory} cannot be made: ${error instanceof Error ? error.message : String(error)}`,
        {
          cause: error,
        },
      );
    }
    this.#directory = directory;
    this.#model = createHash("sha256").update(resolve(modelDirectory)).digest("hex").slice(0, 12);
  }

  /** A JSON value that was written under the same name, null when there is none that can be read. */
  readJson(name: string): unknown {
    try {
      return JSON.parse(readFileSync(this.#path(`${name}.json`), "utf8")) as unknown;
    } catch {
      return null;
    }
  }

  writeJson(name: string, value: unknown): void {
    this.#write(`${name}.json`, Buffer.from(JSON.stringify(value)));
  }

  /**
   * Bytes that were written under the same name, in shared memory; null when there are none, or not those that were
   * written (the file ends in their checksum).
   */
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
    const content = new Uint8Array(bytes);
    this.#write(`${name}.bin`, Buffer.concat([content, checksum(content)]));
  }

  /** Written aside and renamed, so that a reader sees the old file or the new one. */
  #write(name: string, content: Uint8Array): void {
    const path = this.#path(name);
    const aside = `${path}.${randomUUID()}`;
    try {
      writeFileSync(aside, content);
      renameSync(aside, path);
    } catch {
      rmSync(aside, { force: true });
    }
  }

  #path(name: string): string {
    return join(this.#directory, `${this.#model}-${name}`);
  }
}

const CHECKSUM_BYTES = 32;

function checksum(content: Uint8Array): Buffer {
  return createHash("sha256").update(content).digest();
}

let version: string | null = null;

/** Changes with the code that reads models and solves start years: what older code worked out is not used. */
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
