/** The server in a round of faults: a request without a response has status 0. */
import { ServerProcess, type ServerProcessOptions } from "@etesian/workbench/server-process";
import { starter } from "@etesian/workbench/server";

export const SMALL_HEAP = ["--max-old-space-size=512"];
/** Timeout of a request (ms), longer than any response may take. */
const RESPONSE_TIMEOUT_MS = 75_000;

type ServerOptions = Omit<ServerProcessOptions, "model"> & { readonly model?: string };

/** `status` 0: there was no response, and the body states the reason. */
export interface HttpResponse {
  readonly status: number;
  readonly body: unknown;
  readonly milliseconds: number;
}

type RequestArguments = readonly [
  method: string,
  path: string,
  body?: unknown,
  headers?: { readonly [name: string]: string },
];

/** A server or a deployment to which a ledger's clients send requests. */
export interface ApiTarget {
  send(...request: RequestArguments): Promise<HttpResponse>;
}

/** Sends a request to the API at a URL; a failure is a response with status 0. */
export async function sendTo(url: string, ...[method, path, body, headers]: RequestArguments): Promise<HttpResponse> {
  const startedAt = performance.now();
  const isForm = body instanceof FormData;
  const elapsedMs = () => performance.now() - startedAt;
  try {
    const response = await fetch(`${url}/api/v3${path}`, {
      method,
      headers: { ...(body !== undefined && !isForm && { "content-type": "application/json" }), ...headers },
      body: body === undefined ? null : isForm ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true && text !== "";
    return { status: response.status, body: isJson ? JSON.parse(text) : text, milliseconds: elapsedMs() };
  } catch (error) {
    return { status: 0, body: describeError(error), milliseconds: elapsedMs() };
  }
}

/** The messages of a `fetch` error and of its causes. */
const describeError = (error: unknown): string =>
  error instanceof Error
    ? [error.message, ...(error.cause ? [describeError(error.cause)] : [])].join(": ")
    : String(error);

export class FaultyServer extends ServerProcess implements ApiTarget {
  constructor({ model = starter.model, ...options }: ServerOptions) {
    super({ model, ...options });
  }

  static async start(options: ServerOptions): Promise<FaultyServer> {
    const server = new FaultyServer(options);
    await server.waitUntilReady();
    return server;
  }

  send(...request: RequestArguments): Promise<HttpResponse> {
    return sendTo(this.url, ...request);
  }
}
