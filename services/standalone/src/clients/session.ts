/** What scripts do with HTTP, in as few words as they do it. */
import { expect } from "vitest";
import type { TestServer } from "../test-server.ts";

export interface Shown {
  readonly [field: string]: unknown;
}

export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  /** The body where it is an object. */
  readonly json: Shown;
}

export interface Session {
  /** Asks below `/api/v3`; the answer has to be a success. */
  ask(
    this: void,
    method: string,
    path: string,
    body?: object,
    headers?: { readonly [name: string]: string },
  ): Promise<Reply>;
  /** The same; whatever the answer is. */
  attempt(
    this: void,
    method: string,
    path: string,
    body?: object,
    headers?: { readonly [name: string]: string },
  ): Promise<Reply>;
}

/** A client that shows a token, and takes JSON unless it says otherwise. */
export function sessionOf({ url }: TestServer, token: string): Session {
  const attempt: Session["attempt"] = async (method, path, body, headers = {}) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${url}/api/v3${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: "application/json",
        ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      body: body === undefined ? null : isForm ? body : JSON.stringify(body),
    });
    const text = await answer.text();
    const type = (answer.headers.get("content-type") ?? "").split(";")[0]!;
    const json = type === "application/json" && text.startsWith("{") ? (JSON.parse(text) as Shown) : {};
    return { status: answer.status, type, text, json };
  };
  return {
    attempt,
    async ask(method, path, body, headers) {
      const reply = await attempt(method, path, body, headers);
      expect([method, path, reply.status, reply.status < 300 ? "" : reply.text]).toEqual([
        method,
        path,
        expect.toSatisfy((status: number) => status >= 200 && status < 300),
        "",
      ]);
      return reply;
    },
  };
}
