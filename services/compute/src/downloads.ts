/**
 * Downloads of documents about solutions. A document is generated once for all concurrent readers, so n readers of a
 * table cost as much as one. A few documents are generated at a time, each to completion. Readers proceed at their own
 * pace (`SpooledDocument`).
 */
import { Admission, type AdmittedCaller, QueueFullError } from "./admission.ts";
import type { DocumentRefusal } from "./documents/documents.ts";
import { SpooledDocument } from "./documents/spooled-document.ts";
import { type Claim, DeadlineQueue } from "./threads/deadline-queue.ts";
import type { Answer } from "./threads/worker-messages.ts";

export interface Download {
  readonly kind: "download";
  /** Without the scenario and the file extension. */
  readonly fileName: string;
  /** Bytes of UTF-8, readable once. A reader that stops early must call `close`. */
  readonly chunks: AsyncIterable<Uint8Array<ArrayBuffer>>;
  close(): void;
}

/** Generates `count` chunks of a document from chunk `from` on; fewer at its end. */
export type MakeChunks = (from: number, count: number, caller: AdmittedCaller) => Promise<Answer>;

/** Maximum open downloads, including slow readers. */
const MAX_DOWNLOADS = 256;
/** Maximum documents generated at the same time, the number that threads keep open (`OpenDocuments`). */
const MAX_GENERATING = 4;
/** Chunks per task; other tasks can run in between. */
const CHUNKS_PER_TASK = 2;
/** Time after which a document whose generation has not started is refused with `Retry-After`. */
const START_LIMIT_MS = 45_000;
/** Maximum total size of open documents, most of it in temporary files. */
const SPOOL_BYTES = 2_000_000_000;
/** Estimated time to generate a document (ms), for its deadline in the queue. */
const COST = 100;

interface QueuedDownload extends Claim {
  readonly begin: () => void;
}

/** A document that is being generated, or still being read. */
interface PendingDownload {
  readonly spool: SpooledDocument;
  /** The file name, or the reason for a refusal. */
  readonly head: Promise<{ readonly fileName: string } | { readonly refusal: DocumentRefusal }>;
  readonly abandoned: AbortController;
  readers: number;
}

export class Downloads {
  readonly #readers = new Admission(MAX_DOWNLOADS);
  readonly #open = new Map<string, PendingDownload>();
  readonly #queue = new DeadlineQueue<QueuedDownload>();
  #generatingCount = 0;

  /**
   * Opens a document. Concurrent requests with the same `key` share its generation. @throws QueueFullError if too
   * many downloads are open, or generation did not start in time. Errors from `make` are thrown here until the file
   * name is known, and later when the chunks are read.
   */
  open(key: string, make: MakeChunks, caller: AdmittedCaller): Promise<Download | DocumentRefusal> {
    const { promise: opened, resolve, reject } = Promise.withResolvers<Download | DocumentRefusal>();
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    this.#readers
      .run(caller, async (signal) => {
        const pending = this.#join(key, make, { ...caller, signal });
        try {
          const head = await unlessAborted(pending.head, signal);
          if ("refusal" in head) return resolve(head.refusal);
          const chunks = async function* (): AsyncGenerator<Uint8Array<ArrayBuffer>> {
            try {
              yield* pending.spool.read(signal);
            } finally {
              close();
            }
          };
          resolve({ kind: "download", fileName: head.fileName, chunks: chunks(), close });
          // The reader may have disconnected without closing.
          await unlessAborted(closed, signal);
        } finally {
          this.#leave(key, pending);
        }
      })
      .catch(reject);
    return opened;
  }

  /** Closes the files of all documents; their readers fail. */
  async close(): Promise<void> {
    for (const { abandoned } of this.#open.values()) abandoned.abort();
    await Promise.all([...this.#open.values()].map(({ spool }) => spool.close()));
  }

  #join(key: string, make: MakeChunks, caller: AdmittedCaller): PendingDownload {
    const cached = this.#open.get(key);
    if (cached !== undefined) {
      cached.readers += 1;
      return cached;
    }
    const abandoned = new AbortController();
    const spool = new SpooledDocument();
    const { promise: head, resolve, reject } = Promise.withResolvers<Awaited<PendingDownload["head"]>>();
    head.catch(() => {});
    const pending: PendingDownload = { spool, head, abandoned, readers: 1 };
    this.#open.set(key, pending);
    // Generation continues for the other readers when the first one leaves.
    const generationCaller: AdmittedCaller = { ...caller, signal: abandoned.signal };
    this.#make(spool, make, generationCaller, resolve).catch((error: unknown) => {
      reject(error);
      spool.fail(error);
      // The next request starts generation again.
      if (this.#open.get(key) === pending) this.#open.delete(key);
    });
    return pending;
  }

  #leave(key: string, pending: PendingDownload): void {
    pending.readers -= 1;
    if (pending.readers > 0) return;
    if (this.#open.get(key) === pending) this.#open.delete(key);
    pending.abandoned.abort();
    // All readers have finished.
    pending.spool.close().catch(() => {});
  }

  async #make(
    spool: SpooledDocument,
    make: MakeChunks,
    caller: AdmittedCaller,
    onHead: (head: Awaited<PendingDownload["head"]>) => void,
  ): Promise<void> {
    if (this.#spooledBytes() > SPOOL_BYTES) throw new QueueFullError("too many large documents are being read");
    await this.#waitForTurn(caller);
    try {
      let isOver = false;
      for (let from = 0; !isOver;) {
        // The first chunk is generated alone because readers wait for it.
        const count = from === 0 ? 1 : CHUNKS_PER_TASK;
        const answer = await make(from, count, caller);
        if (answer.kind === "refusal") return onHead({ refusal: answer.refusal });
        if (answer.kind !== "document") throw new Error(`expected a document, got ${answer.kind}`);
        if (from === 0) onHead({ fileName: answer.fileName });
        for (const chunk of answer.chunks) await spool.write(chunk);
        from += count;
        isOver = answer.chunks.length < count;
      }
      spool.finish();
    } finally {
      this.#generatingCount -= 1;
      this.#beginNext();
    }
  }

  #spooledBytes(): number {
    return [...this.#open.values()].reduce((bytes, { spool }) => bytes + spool.byteLength, 0);
  }

  /** Resolves when a document may be generated. */
  async #waitForTurn({ client, signal }: AdmittedCaller): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const queued: QueuedDownload = { client, cost: COST, begin: resolve };
    const giveUp = (error: unknown): void => {
      if (this.#queue.remove(queued)) reject(error);
    };
    const refuse = (): void =>
      giveUp(new QueueFullError(`document generation did not start within ${START_LIMIT_MS / 1000} s`));
    const timer = setTimeout(refuse, START_LIMIT_MS);
    const leave = (): void => giveUp(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    this.#queue.add(queued);
    this.#beginNext();
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", leave);
    }
  }

  #beginNext(): void {
    while (this.#generatingCount < MAX_GENERATING) {
      const next = this.#queue.take(() => true);
      if (next === null) return;
      this.#generatingCount += 1;
      next.begin();
    }
  }
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener("abort", abort));
}
