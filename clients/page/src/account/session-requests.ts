/** Requests of the API within the session: a change shows its CSRF token, and is sent again when the session is another one. */
import type { Api } from "@etesian/client";
import { CSRF, type Visitor } from "./visitor.ts";

const READING = new Set(["GET", "HEAD"]);

export function askWithin(visitor: Visitor, api: Api): void {
  /** Changes under way: their bodies can be read once. */
  const copies = new Map<string, Request>();
  api.use({
    async onRequest({ request, id }) {
      if (READING.has(request.method)) return undefined;
      const token = await visitor.csrfToken();
      if (token !== null) request.headers.set(CSRF, token);
      copies.set(id, request.clone());
      return request;
    },
    async onResponse({ response, id }) {
      const copy = copies.get(id);
      copies.delete(id);
      if (copy === undefined || response.headers.get("x-error-code") !== "csrf_token_missing") return undefined;
      // Another tab has signed in since.
      await visitor.refresh();
      const token = await visitor.csrfToken();
      if (token === null) return undefined;
      copy.headers.set(CSRF, token);
      return fetch(copy);
    },
    onError({ id }) {
      copies.delete(id);
    },
  });
}
