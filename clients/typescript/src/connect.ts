/** Connects to a server. */
import createClient, { type Client, type ParseAs } from "openapi-fetch";
import { bodyOf, serialiseBody } from "./bodies.ts";
import { ApiError, type Errors, withUnreachable } from "./errors.ts";
import type { paths } from "./generated/api.ts";

/**
 * Maximum number of attempts while the service reports that it is busy (503, 429), which it does before it processes a
 * request.
 */
const ATTEMPTS = 4;

/**
 * `GET`, `POST` … for every path of the API. Responses are parsed by content type (JSON or text) unless `parseAs` is
 * set. Error responses throw `ApiError`; a missing response throws `UnreachableError`.
 */
export type Api = Client<paths>;

export interface Connection {
  /** URL of the server, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** A token; without one, requests are anonymous. */
  readonly token?: string;
}

/** Creates a client; it sends no request yet. */
export function connect({ url, token }: Connection): Api {
  const client = createClient<paths>({
    baseUrl: url,
    fetch: (request) => withUnreachable(url, fetchWithRetries(request)),
    bodySerializer: serialiseBody,
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
  });
  client.use({
    async onResponse({ response }) {
      // 304 is the expected response to `If-None-Match`.
      if (!response.ok && response.status !== 304) throw await errorOf(response);
    },
  });
  return withParsedResponses(client, url);
}

const METHODS = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"] as const;

interface FetchResult {
  readonly data?: unknown;
  readonly response: Response;
}
type SendRequest = (path: string, options?: { readonly parseAs?: ParseAs }) => Promise<FetchResult>;

/** The same client, with responses parsed by content type. */
function withParsedResponses(client: Client<paths>, url: string): Client<paths> {
  const withParsing =
    (sendRequest: SendRequest): SendRequest =>
    async (path, options) => {
      if (options?.parseAs !== undefined) return sendRequest(path, options);
      const response = await sendRequest(path, { ...options, parseAs: "stream" });
      // Responses without a body have no stream.
      return response.data ? { ...response, data: await withUnreachable(url, bodyOf(response.response)) } : response;
    };
  const methods = Object.fromEntries(METHODS.map((method) => [method, withParsing(client[method] as SendRequest)]));
  const request = (method: string, path: string, options?: object): Promise<FetchResult> =>
    methods[method.toUpperCase()]!(path, options);
  return { ...client, ...methods, request } as unknown as Client<paths>;
}

/** Retries while the service is busy, after the delay in its `Retry-After` header. */
async function fetchWithRetries(request: Request): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(request.clone());
    const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
    const isBusy = (response.status === 503 || response.status === 429) && seconds >= 0;
    if (!isBusy || attempt === ATTEMPTS) return response;
    await response.arrayBuffer();
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

async function errorOf(response: Response): Promise<ApiError> {
  const code = response.headers.get("x-error-code") ?? "";
  const text = await response.text();
  try {
    return new ApiError(response.status, code, (JSON.parse(text) as { readonly errors: Errors }).errors);
  } catch {
    return new ApiError(response.status, code, [text]);
  }
}

/**
 * The data of a response; undefined for success without data (204). Throws `ApiError`, even for 304, which has no data.
 */
export async function dataOf<Data>(
  pending: Promise<{ readonly data?: Data; readonly response: Response }>,
): Promise<Data> {
  const { data, response } = await pending;
  if (data === undefined && !response.ok) throw new ApiError(response.status, "", ["The response has no data"]);
  return data as Data;
}
