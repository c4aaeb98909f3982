/**
 * API requests within the session: a change carries the CSRF token, and is resent when the same person has a new
 * session. One person's change is never sent as another's.
 */
import type { Api } from "@etesian/client";
import { CSRF, type Visitor } from "./visitor.ts";

const READING = new Set(["GET", "HEAD"]);
/** The person that a response belongs to. */
const PERSON = "x-etesian-person";

interface Sent {
  /** Its body can be read once. */
  readonly copy: Request;
  /** The person who made the change; null for a guest, whose changes go to the next person that signs in. */
  readonly maker: number | null;
}

export function askWithin(visitor: Visitor, api: Api): void {
  /** Changes in flight. */
  const changes = new Map<string, Sent>();
  api.use({
    async onRequest({ request, id }) {
      if (READING.has(request.method)) return undefined;
      const token = await visitor.csrfToken();
      if (token !== null) request.headers.set(CSRF, token);
      changes.set(id, { copy: request.clone(), maker: visitor.maker });
      return request;
    },
    async onResponse({ response, id }) {
      const sent = changes.get(id);
      changes.delete(id);
      visitor.notice(response.headers.get(PERSON));
      if (sent === undefined || response.headers.get("x-error-code") !== "csrf_token_missing") return undefined;
      // Another tab, or another page, has signed in since.
      await visitor.refresh();
      const token = await visitor.csrfToken();
      if (token === null || (sent.maker !== null && sent.maker !== visitor.maker)) return undefined;
      sent.copy.headers.set(CSRF, token);
      return fetch(sent.copy);
    },
    onError({ id }) {
      changes.delete(id);
    },
  });
}
