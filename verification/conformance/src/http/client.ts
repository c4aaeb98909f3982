/** Sends requests unchanged, and retries while the server is busy. */
import { Agent, type IncomingHttpHeaders, request as httpRequest } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";

export interface HttpRequest {
  readonly method: string;
  /** The path with its query string, encoded. */
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string | null;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The decompressed body. */
  readonly body: string;
}

const LIMIT_MS = 90_000;
/** Maximum attempts while the server is busy, and the minimum pause between them (ms). */
const ATTEMPTS = 20;
const PAUSE_MS = 500;

export class Client {
  readonly #urls: readonly string[];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 32 });
  #turn = 0;

  /** Sends requests to several servers in turn, so that each must see the changes made through the others. */
  constructor(...urls: readonly string[]) {
    this.#urls = urls;
  }

  /** Number of responses that requested a retry. */
  busyResponses = 0;

  /** Rejects when there is no response. */
  async send(request: HttpRequest): Promise<HttpResponse> {
    for (let attempt = 1; ; attempt++) {
      const response = await this.#sendOnce(request);
      if (response.status !== 503 || response.headers["retry-after"] === undefined || attempt === ATTEMPTS)
        return response;
      this.busyResponses += 1;
      await sleep(PAUSE_MS);
    }
  }

  #sendOnce(request: HttpRequest): Promise<HttpResponse> {
    const { method, path, headers, body } = request;
    const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>();
    const outgoing = httpRequest(
      new URL(this.#urls[this.#turn++ % this.#urls.length]!),
      // A body without a length would be read as the next request where the method usually has none.
      {
        method,
        path,
        headers: body === null ? headers : { "content-length": Buffer.byteLength(body), ...headers },
        agent: this.#agent,
        timeout: LIMIT_MS,
      },
      (response) => {
        const { statusCode: status = 0, headers } = response;
        // The event stream is endless.
        if (headers["content-type"]?.startsWith("text/event-stream")) {
          resolve({ status, headers, body: "" });
          response.destroy();
        }
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          decompress(Buffer.concat(chunks), headers["content-encoding"]).then(
            (bytes) => resolve({ status, headers, body: bytes.toString() }),
            reject,
          );
        });
      },
    );
    outgoing.on("timeout", () => outgoing.destroy(new Error(`no response for ${LIMIT_MS / 1000} s`)));
    outgoing.on("error", (error) => {
      // The server has just closed a keep-alive connection.
      if (outgoing.reusedSocket) resolve(this.#sendOnce(request));
      else reject(error);
    });
    outgoing.end(body ?? undefined);
    return promise;
  }

  async get<T>(path: string): Promise<T> {
    const { status, body } = await this.send({ method: "GET", path, headers: {}, body: null });
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${body}`);
    return JSON.parse(body) as T;
  }

  close(): void {
    this.#agent.destroy();
  }
}

const DECOMPRESS: { readonly [encoding: string]: (bytes: Buffer) => Promise<Buffer> } = {
  br: promisify(brotliDecompress),
  gzip: promisify(gunzip),
};

const decompress = async (bytes: Buffer, encoding: string | undefined): Promise<Buffer> =>
  encoding === undefined || bytes.length === 0 ? bytes : (DECOMPRESS[encoding]?.(bytes) ?? bytes);
