/**
 * A document that is made once, at the pace of its maker, and read by any number of readers, each at its own pace. The
 * first chunk is in memory, the rest in a file without a name. A slow reader holds neither a thread nor memory, and a
 * process that ends leaves nothing behind.
 */
import { randomUUID } from "node:crypto";
import { close, open, read, rm, write } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

// By descriptor: a document outlives the task that opened its file, and its last reader closes it.
const files = {
  open: promisify(open),
  close: promisify(close),
  read: promisify(read),
  write: promisify(write),
  remove: promisify(rm),
};

type Bytes = Uint8Array<ArrayBuffer>;

/** The directory of temporary files is full, or cannot be written. */
export class SpoolFullError extends Error {
  override readonly name = "SpoolFullError";
}

export class SpooledDocument {
  readonly #directory: string;
  #first: Bytes | null = null;
  /** Place of the other chunks in the file. */
  readonly #rest: { readonly offset: number; readonly length: number }[] = [];
  /** The descriptor of the file; null while there is none. */
  #file: number | null = null;
  /** Where it has to be removed when it is closed; null: it has no name. */
  #path: string | null = null;
  /** Operations on the file now: it is closed after them. */
  #users = 0;
  #byteLength = 0;
  #outcome: { readonly failure: Error | null } | null = null;
  #changed = Promise.withResolvers<void>();
  #isClosed = false;

  constructor(directory: string = tmpdir()) {
    this.#directory = directory;
  }

  /** Bytes written so far. */
  get byteLength(): number {
    return this.#byteLength;
  }

  /** Appends a chunk; one at a time. @throws SpoolFullError */
  async write(chunk: Bytes): Promise<void> {
    if (this.#isClosed) throw new Error("the document was closed");
    if (this.#first === null) this.#first = chunk;
    else await this.#append(chunk);
    this.#byteLength += chunk.byteLength;
    this.#tell();
  }

  /** The document is complete. */
  finish(): void {
    this.#outcome ??= { failure: null };
    this.#tell();
  }

  /** The document fails with `error`: readers get it after the existing chunks. */
  fail(error: unknown): void {
    this.#outcome ??= { failure: error instanceof Error ? error : new Error(String(error)) };
    this.#tell();
  }

  /**
   * All chunks from the first to the last, as soon as each is there. @throws the reason of the signal, or of the
   * failure.
   */
  async *read(signal: AbortSignal): AsyncGenerator<Bytes> {
    const aborted = Promise.withResolvers<never>();
    aborted.promise.catch(() => {});
    const abort = (): void => aborted.reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    try {
      for (let index = 0; ; index++) {
        signal.throwIfAborted();
        while (this.#length <= index) {
          const outcome = this.#outcome;
          if (outcome !== null && outcome.failure !== null) throw outcome.failure;
          if (outcome !== null) return;
          await Promise.race([this.#changed.promise, aborted.promise]);
        }
        yield index === 0 ? this.#first! : await this.#readRest(index - 1);
      }
    } finally {
      signal.removeEventListener("abort", abort);
    }
  }

  /** Gives the file back. Readers that are not at the end cannot go on. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.fail(new Error("the document was closed"));
    if (this.#users === 0) await this.#release();
  }

  get #length(): number {
    return this.#first === null ? 0 : 1 + this.#rest.length;
  }

  #tell(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  async #append(chunk: Bytes): Promise<void> {
    try {
      const last = this.#rest.at(-1);
      const offset = last === undefined ? 0 : last.offset + last.length;
      await this.#using(async (file) => {
        for (let written = 0; written < chunk.byteLength;) {
          const { bytesWritten } = await files.write(
            file,
            chunk,
            written,
            chunk.byteLength - written,
            offset + written,
          );
          written += bytesWritten;
        }
      });
      this.#rest.push({ offset, length: chunk.byteLength });
    } catch (error) {
      throw new SpoolFullError(`cannot write to ${this.#directory}: ${(error as Error).message}`, { cause: error });
    }
  }

  #readRest(index: number): Promise<Bytes> {
    const { offset, length } = this.#rest[index]!;
    return this.#using(async (file) => {
      const bytes = new Uint8Array(length);
      for (let done = 0; done < length;) {
        const { bytesRead } = await files.read(file, bytes, done, length - done, offset + done);
        if (bytesRead === 0) throw new Error(`chunk ${index + 1} of a document ends after ${done} of ${length} bytes`);
        done += bytesRead;
      }
      return bytes;
    });
  }

  /** Does something with the file, which stays open until that is done. */
  async #using<T>(work: (file: number) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new Error("the document was closed");
    this.#users += 1;
    try {
      this.#file ??= await this.#open();
      return await work(this.#file);
    } finally {
      this.#users -= 1;
      if (this.#isClosed && this.#users === 0) await this.#release();
    }
  }

  async #open(): Promise<number> {
    const path = join(this.#directory, `etesian-document-${randomUUID()}`);
    const file = await files.open(path, "wx+", 0o600);
    // Windows removes no file that is open.
    if (process.platform === "win32") this.#path = path;
    else await files.remove(path, {});
    return file;
  }

  async #release(): Promise<void> {
    const [file, path] = [this.#file, this.#path];
    [this.#file, this.#path] = [null, null];
    if (file !== null) await files.close(file);
    if (path !== null) await files.remove(path, { force: true });
  }
}
