/**
 * API requests within the session: a change carries the CSRF token, and is resent when the same person has a new
 * session. One person's change is never sent as another person's.
 */
import type { Api } from "@etesian/client";
import { CSRF_HEADER, type Visitor } from "./visitor.ts";

const SAFE_METHODS = new Set(["GET", "HEAD"]);
/** The person that a response belongs to. */
const PERSON_HEADER = "x-etesian-person";

interface SentRequest {
  /** A body can be read only once. */
  readonly copy: Request;
  /** The person who made the change; null for a guest, whose changes go to the next person who signs in. */
  readonly author: number | null;
}

export function addSessionHandling(visitor: Visitor, api: Api): void {
  /** Changes in flight. */
  const changes = new Map<string, SentRequest>();
  api.use({
    async onRequest({ request, id }) {
      if (SAFE_METHODS.has(request.method)) return undefined;
      const token = await visitor.csrfToken();
      if (token !== null) request.headers.set(CSRF_HEADER, token);
      changes.set(id, { copy: request.clone(), author: visitor.author });
      return request;
    },
    async onResponse({ response, id }) {
      const sentRequest = changes.get(id);
      changes.delete(id);
      visitor.refreshIfDifferent(response.headers.get(PERSON_HEADER));
      if (sentRequest === undefined || response.headers.get("x-error-code") !== "csrf_token_missing") return undefined;
      // Another tab or page has signed in since the request was sent.
      await visitor.refresh();
      const token = await visitor.csrfToken();
      if (token === null || (sentRequest.author !== null && sentRequest.author !== visitor.author)) return undefined;
      sentRequest.copy.headers.set(CSRF_HEADER, token);
      return fetch(sentRequest.copy);
    },
    onError({ id }) {
      changes.delete(id);
    },
  });
}
