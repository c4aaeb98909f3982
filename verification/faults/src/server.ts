/** The server of a round of faults: a request without an answer has status 0. */
import { ServerProcess, type ServerProcessOptions } from "@etesian/workbench/server-process";
import { starter } from "@etesian/workbench/server";

export const SMALL_HEAP = ["--max-old-space-size=512"];
/** Longer than any answer may take (ms). */
const ANSWER_LIMIT_MS = 75_000;

type ServerOptions = Omit<ServerProcessOptions, "model"> & { readonly model?: string };

/** `status` 0: there was no answer, and the body states the reason. */
export interface Answer {
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

/** A server or a deployment that answers the clients of a ledger. */
export interface ApiTarget {
  send(...request: RequestArguments): Promise<Answer>;
}

/** Sends a request to the API at a URL; a failure is an answer with status 0. */
export async function sendTo(url: string, ...[method, path, body, headers]: RequestArguments): Promise<Answer> {
  const startedAt = performance.now();
  const isForm = body instanceof FormData;
  const passed = () => performance.now() - startedAt;
  try {
    const response = await fetch(`${url}/api/v3${path}`, {
      method,
      headers: { ...(body !== undefined && !isForm && { "content-type": "application/json" }), ...headers },
      body: body === undefined ? null : isForm ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true && text !== "";
    return { status: response.status, body: isJson ? JSON.parse(text) : text, milliseconds: passed() };
  } catch (error) {
    return { status: 0, body: whyNot(error), milliseconds: passed() };
  }
}

/** The messages of a `fetch` error and of its causes. */
const whyNot = (error: unknown): string =>
  error instanceof Error ? [error.message, ...(error.cause ? [whyNot(error.cause)] : [])].join(": ") : String(error);

export class FaultyServer extends ServerProcess implements ApiTarget {
  constructor({ model = starter.model, ...options }: ServerOptions) {
    super({ model, ...options });
  }

  static async start(options: ServerOptions): Promise<FaultyServer> {
    const server = new FaultyServer(options);
    await server.ready();
    return server;
  }

  send(...request: RequestArguments): Promise<Answer> {
    return sendTo(this.url, ...request);
  }
}
