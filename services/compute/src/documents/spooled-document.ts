/**
 * A document that is generated once and read by any number of readers, each at its own pace. The first chunk is in
 * memory, the rest in an unlinked temporary file. A slow reader holds neither a thread nor memory, and a crash leaves
 * no file behind.
 */
import { randomUUID } from "node:crypto";
import { close, open, read, rm, write } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

// Uses file descriptors: a document outlives the task that opened its file, and its last reader closes it.
const files = {
  open: promisify(open),
  close: promisify(close),
  read: promisify(read),
  write: promisify(write),
  remove: promisify(rm),
};

type Bytes = Uint8Array<ArrayBuffer>;

/** The directory for temporary files is full or not writable. */
export class SpoolFullError extends Error {
  override readonly name = "SpoolFullError";
}

export class SpooledDocument {
  readonly #directory: string;
  #firstChunk: Bytes | null = null;
  /** Positions of the other chunks in the file. */
  readonly #positions: { readonly offset: number; readonly length: number }[] = [];
  /** The file descriptor; null until the file is opened. */
  #file: number | null = null;
  /** Path to remove on close; null if the file is already unlinked. */
  #path: string | null = null;
  /** Number of running file operations; the file is closed after the last one. */
  #users = 0;
  #byteLength = 0;
  #outcome: { readonly failure: Error | null } | null = null;
  #change = Promise.withResolvers<void>();
  #isClosed = false;

  constructor(directory: string = tmpdir()) {
    this.#directory = directory;
  }

  /** Number of written bytes. */
  get byteLength(): number {
    return this.#byteLength;
  }

  /** Appends a chunk; calls must not overlap. @throws SpoolFullError */
  async write(chunk: Bytes): Promise<void> {
    if (this.#isClosed) throw new Error("the document was closed");
    if (this.#firstChunk === null) this.#firstChunk = chunk;
    else await this.#append(chunk);
    this.#byteLength += chunk.byteLength;
    this.#notify();
  }

  /** Marks the document as complete. */
  finish(): void {
    this.#outcome ??= { failure: null };
    this.#notify();
  }

  /** Fails the document: readers get `error` after the existing chunks. */
  fail(error: unknown): void {
    this.#outcome ??= { failure: error instanceof Error ? error : new Error(String(error)) };
    this.#notify();
  }

  /** Yields all chunks as soon as they are available. @throws the reason of the signal or of the failure. */
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
          await Promise.race([this.#change.promise, aborted.promise]);
        }
        yield index === 0 ? this.#firstChunk! : await this.#readRest(index - 1);
      }
    } finally {
      signal.removeEventListener("abort", abort);
    }
  }

  /** Closes the file. Unfinished readers fail. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.fail(new Error("the document was closed"));
    if (this.#users === 0) await this.#release();
  }

  get #length(): number {
    return this.#firstChunk === null ? 0 : 1 + this.#positions.length;
  }

  #notify(): void {
    this.#change.resolve();
    this.#change = Promise.withResolvers();
  }

  async #append(chunk: Bytes): Promise<void> {
    try {
      const last = this.#positions.at(-1);
      const offset = last === undefined ? 0 : last.offset + last.length;
      await this.#withFile(async (file) => {
        for (let position = 0; position < chunk.byteLength;) {
          const { bytesWritten } = await files.write(
            file,
            chunk,
            position,
            chunk.byteLength - position,
            offset + position,
          );
          position += bytesWritten;
        }
      });
      this.#positions.push({ offset, length: chunk.byteLength });
    } catch (error) {
      throw new SpoolFullError(`cannot write to ${this.#directory}: ${(error as Error).message}`, { cause: error });
    }
  }

  #readRest(index: number): Promise<Bytes> {
    const { offset, length } = this.#positions[index]!;
    return this.#withFile(async (file) => {
      const bytes = new Uint8Array(length);
      for (let done = 0; done < length;) {
        const { bytesRead } = await files.read(file, bytes, done, length - done, offset + done);
        if (bytesRead === 0) throw new Error(`chunk ${index + 1} of a document ends after ${done} of ${length} bytes`);
        done += bytesRead;
      }
      return bytes;
    });
  }

  /** Runs an operation on the file, which stays open until it ends. */
  async #withFile<T>(work: (file: number) => Promise<T>): Promise<T> {
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
    // Windows cannot remove an open file.
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
