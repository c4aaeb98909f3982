/**
 * A typed client of the API: paths, parameters, bodies and answers are those of its OpenAPI document.
 *
 * ```ts
 * const api = connect({ url: "http://127.0.0.1:3000" });
 * const scenario = await dataOf(api.POST("/api/v3/scenarios", { body: { scenario: { end_year: 2040 } } }));
 * ```
 */
import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./generated/api.ts";

type Schemas = components["schemas"];
export type Scenario = Schemas["Scenario"];
export type Input = Schemas["Input"];
export type Area = Schemas["Area"];

/** How often a request is sent that the service has no time for, which says so before it does anything. */
const ATTEMPTS = 4;

/** `GET`, `POST` … of every path of the API. Answers other than success are raised as `ApiError`. */
export type Api = Client<paths>;

export interface Connection {
  /** Where the service is, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** A token; without one, whoever asks is nobody. */
  readonly token?: string;
}

/** Sentences, or messages by field. */
export type Errors = Schemas["Errors"]["errors"];

/** An answer other than success. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  /** What programs decide by; empty when the answer was not the service's own. */
  readonly code: string;
  readonly errors: Errors;

  constructor(status: number, code: string, errors: Errors) {
    super(`${status} ${code}: ${Object.values(errors).flat().join("; ")}`);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

/** Nothing is sent until something is asked for. */
export function connect({ url, token }: Connection): Api {
  const client = createClient<paths>({
    baseUrl: url,
    fetch: patientFetch,
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
  });
  client.use({
    async onResponse({ response }) {
      // Not changed is what was hoped for by whoever showed a tag.
      if (!response.ok && response.status !== 304) throw await errorOf(response);
    },
  });
  return client;
}

/** Waits as long as the service says, and asks again. */
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

/** What was answered; raises `ApiError` where that is an error, and where there is nothing. */
export async function dataOf<Data>(
  asked: Promise<{ readonly data?: Data; readonly response: Response }>,
): Promise<Data> {
  const { data, response } = await asked;
  if (data === undefined) throw new ApiError(response.status, "", ["The answer is empty"]);
  return data;
}
