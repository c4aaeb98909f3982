/** Concise requests and expectations for scripts. */
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

export interface JsonObject {
  readonly [field: string]: unknown;
}

export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly headers: Headers;
  readonly text: string;
  /** The body if it is an object. */
  readonly json: JsonObject;
}

type Send = (
  this: void,
  method: string,
  path: string,
  body?: object,
  headers?: { readonly [name: string]: string },
) => Promise<Reply>;

export interface Session {
  /** Sends a request below `/api/v3`; throws unless it succeeds. */
  readonly request: Send;
  /** Like `request`, but returns every response. */
  readonly attempt: Send;
}

/** Maximum attempts while the server is busy; then 503 is returned. */
const MAX_ATTEMPTS = 20;

/** A client that sends a token, accepts JSON by default, and retries while the server is busy. */
export function sessionOf({ url }: { readonly url: string }, token: string): Session {
  const send = (method: string, path: string, body?: object, headers: { readonly [name: string]: string } = {}) => {
    const isForm = body instanceof FormData;
    return fetch(`${url}/api/v3${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: "application/json",
        ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      body: body === undefined ? null : isForm ? body : JSON.stringify(body),
    });
  };
  const attempt: Send = async (...request) => {
    let response = await send(...request);
    for (let attempts = 1; response.status === 503 && attempts < MAX_ATTEMPTS; attempts++) {
      await response.body?.cancel();
      await sleep(1000 * Number(response.headers.get("retry-after") ?? 1));
      response = await send(...request);
    }
    const { status, headers } = response;
    const text = await response.text();
    const type = (headers.get("content-type") ?? "").split(";")[0]!;
    const json = type === "application/json" && text.startsWith("{") ? (JSON.parse(text) as JsonObject) : {};
    return { status, type, headers, text, json };
  };
  return {
    attempt,
    async request(method, path, body, headers) {
      const reply = await attempt(method, path, body, headers);
      const isDone = reply.status >= 200 && reply.status < 300;
      assert(isDone, `${method} ${path}: ${reply.status} ${reply.text.slice(0, 500)}`);
      return reply;
    },
  };
}
