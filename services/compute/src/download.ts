/** A document on its way from a thread to its reader. */
import { MessageChannel, type MessagePort } from "node:worker_threads";
import type { DocumentMessage } from "./worker-messages.ts";

export interface Download {
  readonly kind: "download";
  /** Without the scenario and an ending. */
  readonly fileName: string;
  /** Bytes of UTF-8, to be read once. */
  readonly pieces: AsyncIterable<Uint8Array<ArrayBuffer>>;
}

/** Pieces of a document from a thread to its reader; they wait here for a reader that is slower. */
export class Pieces implements AsyncIterable<Uint8Array<ArrayBuffer>> {
  readonly #waiting: Uint8Array<ArrayBuffer>[] = [];
  #ended = false;
  #failure: { readonly error: unknown } | null = null;
  #wake: () => void = () => {};

  /** The port for the thread. */
  open(named: (fileName: string) => void): MessagePort {
    const { port1, port2 } = new MessageChannel();
    port1.on("message", (message: DocumentMessage) => {
      if (typeof message === "string") return named(message);
      if (message === null) {
        this.#ended = true;
        port1.close();
      } else {
        this.#waiting.push(message);
      }
      this.#wake();
    });
    return port2;
  }

  fail(error: unknown): void {
    this.#failure = { error };
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    for (;;) {
      const piece = this.#waiting.shift();
      if (piece !== undefined) yield piece;
      else if (this.#ended) return;
      else if (this.#failure !== null) throw this.#failure.error;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
