import { connect } from "@etesian/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { addSessionHandling } from "./session-requests.ts";
import { Visitor } from "./visitor.ts";

afterEach(() => vi.unstubAllGlobals());

/** A fake API whose visitor gets these sessions in turn (person 1 by default); it accepts only the last CSRF token. */
function fakeApi(...sessions: readonly (string | readonly [csrf: string, person: number])[]) {
  const tokens = sessions.map((session) => (typeof session === "string" ? session : session[0]));
  const requests: { method: string; csrf: string | null; body: string }[] = [];
  let refreshes = 0;
  const visitor = new Visitor(async () => {
    const session = sessions[Math.min(refreshes++, sessions.length - 1)]!;
    const [csrf_token, id] = typeof session === "string" ? [session, 1] : session;
    const person = { id, name: null, email: null, has_password: true };
    return Response.json({ person, owner: id, csrf_token, issuers: [] });
  });
  vi.stubGlobal("fetch", async (request: Request) => {
    const csrf = request.headers.get("x-csrf-token");
    requests.push({ method: request.method, csrf, body: await request.text() });
    if (request.method === "GET" || csrf === tokens.at(-1)) return Response.json({ id: 7 });
    const headers = { "x-error-code": "csrf_token_missing" };
    return Response.json({ errors: ["Changes need a token"] }, { status: 403, headers });
  });
  const api = connect({ url: "http://etesian.test" });
  addSessionHandling(visitor, api);
  return { api, requests, refreshCount: () => refreshes };
}

describe("requests within the session", () => {
  it("a change waits for the CSRF token and carries it", async () => {
    const { api, requests } = fakeApi("a");
    await api.POST("/api/v3/scenarios", { body: { scenario: { end_year: 2050 } } });
    expect(requests).toEqual([{ method: "POST", csrf: "a", body: '{"scenario":{"end_year":2050}}' }]);
  });

  it("a read carries no token, and does not wait for one", async () => {
    const { api, requests, refreshCount } = fakeApi("a");
    await api.GET("/api/v3/areas");
    expect([requests, refreshCount()]).toEqual([[{ method: "GET", csrf: null, body: "" }], 0]);
  });

  it("a change is resent in full if another tab has since signed in as the same person", async () => {
    const { api, requests } = fakeApi("old", "new");
    const { data } = await api.POST("/api/v3/scenarios", { body: { scenario: { end_year: 2040 } } });
    expect(data).toEqual({ id: 7 });
    expect(requests.map(({ csrf, body }) => [csrf, body])).toEqual([
      ["old", '{"scenario":{"end_year":2040}}'],
      ["new", '{"scenario":{"end_year":2040}}'],
    ]);
  });

  it("one person's change is not sent as another person's", async () => {
    const { api, requests } = fakeApi(["of Ada", 1], ["of Bob", 2]);
    const refusal = await api
      .POST("/api/v3/scenarios", { body: { scenario: { end_year: 2040 } } })
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({ status: 403, code: "csrf_token_missing" });
    expect(requests.map(({ csrf }) => csrf)).toEqual(["of Ada"]);
  });
});
