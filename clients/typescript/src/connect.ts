/** The connection to a server. */
import createClient, { type Client, type ParseAs } from "openapi-fetch";
import { bodyOf, writtenBody } from "./bodies.ts";
import { ApiError, type Errors, reached } from "./errors.ts";
import type { paths } from "./generated/api.ts";

/** How often a request is sent while the service answers that it is busy (503, 429), which it does before anything is done. */
const ATTEMPTS = 4;

/**
 * `GET`, `POST` … of every path of the API. Answers are read as their content type says (JSON or text), unless `parseAs` names
 * another way. Answers other than success are raised as `ApiError`, and missing ones as `UnreachableError`.
 */
export type Api = Client<paths>;

export interface Connection {
  /** Address of the server, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** A token; requests without one are anonymous. */
  readonly token?: string;
}

/** Sends nothing yet. */
export function connect({ url, token }: Connection): Api {
  const client = createClient<paths>({
    baseUrl: url,
    fetch: (request) => reached(url, patientFetch(request)),
    bodySerializer: writtenBody,
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
  });
  client.use({
    async onResponse({ response }) {
      // 304 is the wanted answer to `If-None-Match`.
      if (!response.ok && response.status !== 304) throw await errorOf(response);
    },
  });
  return readingByType(client, url);
}

const METHODS = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"] as const;

interface Answer {
  readonly data?: unknown;
  readonly response: Response;
}
type Ask = (path: string, options?: { readonly parseAs?: ParseAs }) => Promise<Answer>;

/** The same client, except that answers are read as their content type says. */
function readingByType(client: Client<paths>, url: string): Client<paths> {
  const reading =
    (ask: Ask): Ask =>
    async (path, options) => {
      if (options?.parseAs !== undefined) return ask(path, options);
      const answer = await ask(path, { ...options, parseAs: "stream" });
      // There is no stream where the answer has no body.
      return answer.data ? { ...answer, data: await reached(url, bodyOf(answer.response)) } : answer;
    };
  const asking = Object.fromEntries(METHODS.map((method) => [method, reading(client[method] as Ask)]));
  const request = (method: string, path: string, options?: object): Promise<Answer> =>
    asking[method.toUpperCase()]!(path, options);
  return { ...client, ...asking, request } as unknown as Client<paths>;
}

/** Repeats a request when the service is busy, after the seconds that it names. */
async function patientFetch(request: Request): Promise<Response> {
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

/** The data of an answer; undefined where success has none (204). Raises `ApiError`, also for 304, which has no data to give. */
export async function dataOf<Data>(
  asked: Promise<{ readonly data?: Data; readonly response: Response }>,
): Promise<Data> {
  const { data, response } = await asked;
  if (data === undefined && !response.ok) throw new ApiError(response.status, "", ["The answer has no data"]);
  return data as Data;
}
