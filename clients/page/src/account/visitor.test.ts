import { ApiError } from "@etesian/client";
import { describe, expect, it } from "vitest";
import { errorMessages, Visitor } from "./visitor.ts";

const ADA = { id: 1, name: "Ada", email: "ada@example.org", has_password: true };
const SIGNED_IN = { person: ADA, owner: 1, csrf_token: "t1", issuers: [] };
/** No session, in a browser without an owner. */
const NO_VISITOR = { person: null, owner: null, csrf_token: null, issuers: [] };
/** Ada's session has ended. */
const EXPIRED = { ...NO_VISITOR, owner: 1 };

/** A server with a list of responses, which records its requests. */
function server(...responses: readonly (readonly [status: number, body: object | null] | "unreachable")[]) {
  const requests: { method: string; path: string; csrf: string | null }[] = [];
  const send = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const { method = "GET" } = init;
    requests.push({ method, path: input as string, csrf: new Headers(init.headers).get("x-csrf-token") });
    const response = responses[requests.length - 1] ?? "unreachable";
    if (response === "unreachable") throw new TypeError("failed to fetch");
    const [status, body] = response;
    return new Response(body === null ? null : JSON.stringify(body), { status, headers: { "x-error-code": "code" } });
  };
  return { requests, visitor: new Visitor(send) };
}

describe("the page's visitor", () => {
  it("the page's visitor is unknown until the server responds, and changes wait for that response", async () => {
    const { requests, visitor } = server([200, SIGNED_IN]);
    expect(visitor.state.getState()).toMatchObject({ person: null, isSettled: false });
    expect(await visitor.csrfToken()).toBe("t1");
    expect(await visitor.csrfToken()).toBe("t1");
    expect(requests.length).toBe(1);
  });

  it("the page's visitor sends changes as the person that the server names, even after the sign-in expired, and retries until it responds", async () => {
    const { visitor } = server("unreachable", [200, SIGNED_IN], [200, EXPIRED]);
    await expect(visitor.currentPerson()).rejects.toThrow("unreachable");
    expect([await visitor.currentPerson(), visitor.author]).toEqual([1, 1]);
    await visitor.refresh();
    expect([await visitor.currentPerson(), visitor.author]).toEqual([1, 1]);
  });

  it("the page's visitor stays signed in while the server is unreachable", async () => {
    const { visitor } = server([200, SIGNED_IN], "unreachable");
    await visitor.refresh();
    expect(await visitor.hasExpired()).toBe(false);
    expect(visitor.state.getState().person).toEqual(ADA);
  });

  it("the visitor's sign-in has expired when the server no longer has a session, until the next sign-in", async () => {
    const { visitor } = server([200, SIGNED_IN], [200, EXPIRED], [200, SIGNED_IN]);
    await visitor.refresh();
    expect(await visitor.hasExpired()).toBe(true);
    expect(visitor.state.getState()).toMatchObject({ person: null, expiredPerson: ADA });
    await visitor.signIn("ada@example.org", "secret");
    expect(visitor.state.getState()).toMatchObject({ person: ADA, expiredPerson: null });
  });

  it("the page's visitor counts as signed out, not as expired, when the person signs out on a page without scripts", async () => {
    const { visitor } = server([200, SIGNED_IN], [200, NO_VISITOR]);
    await visitor.refresh();
    expect(await visitor.hasExpired()).toBe(false);
    expect([visitor.author, visitor.mayShow(1), visitor.mayShow(null)]).toEqual([null, false, true]);
  });

  it("the page's visitor sees stored data until the server names the browser's person", async () => {
    const { visitor } = server("unreachable", [200, SIGNED_IN]);
    await visitor.refresh();
    expect([visitor.mayShow(1), visitor.mayShow(2)]).toEqual([true, true]);
    await visitor.refresh();
    expect([visitor.mayShow(1), visitor.mayShow(2)]).toEqual([true, false]);
  });

  it("the page's visitor is fetched again only when a response belongs to another person", async () => {
    const { requests, visitor } = server(
      [200, SIGNED_IN],
      [200, { ...SIGNED_IN, person: { ...ADA, id: 2 }, owner: 2 }],
    );
    visitor.refreshIfDifferent("2");
    await visitor.refresh();
    for (const person of [null, "1"]) visitor.refreshIfDifferent(person);
    expect(requests.length).toBe(1);
    visitor.refreshIfDifferent("2");
    await visitor.refresh();
    expect([requests.length, visitor.author]).toEqual([2, 2]);
  });

  it("a visitor who never signed in has no expired sign-in, and sends no request", async () => {
    const { requests, visitor } = server([200, NO_VISITOR]);
    await visitor.refresh();
    expect(await visitor.hasExpired()).toBe(false);
    expect(requests.length).toBe(1);
  });

  it("the page's visitor signs out with the session's CSRF token, and then counts as signed out, not as expired", async () => {
    const { requests, visitor } = server([200, SIGNED_IN], [204, null]);
    await visitor.refresh();
    await visitor.signOut();
    expect(requests[1]).toEqual({ method: "DELETE", path: "/account/visitor", csrf: "t1" });
    expect(visitor.state.getState()).toMatchObject({ person: null, expiredPerson: null });
    expect(await visitor.csrfToken()).toBe(null);
  });

  it("the page's visitor uses the new session's CSRF token after a password change", async () => {
    const { requests, visitor } = server([200, SIGNED_IN], [200, { ...SIGNED_IN, csrf_token: "t2" }], [200, SIGNED_IN]);
    await visitor.refresh();
    await visitor.changePassword({ password: "a better one", current: "secret", revoke_tokens: false });
    await visitor.changeName("Ada L.");
    expect(requests.slice(1)).toEqual([
      { method: "PUT", path: "/account/visitor/password", csrf: "t1" },
      { method: "PUT", path: "/account/visitor/name", csrf: "t2" },
    ]);
  });

  it("the page's visitor counts as signed out, not as expired, when the account is deleted", async () => {
    const { requests, visitor } = server([200, SIGNED_IN], [204, null]);
    await visitor.refresh();
    const choices = { public_scenarios: "leave", private_scenarios: "delete", saved_scenarios: "delete", heir: "" };
    await visitor.deleteAccount({ ...choices, current: "secret" });
    expect(requests[1]).toEqual({ method: "DELETE", path: "/account/visitor/account", csrf: "t1" });
    expect(visitor.state.getState()).toMatchObject({ person: null, expiredPerson: null });
  });

  it("the page's visitor receives the server's messages with a refusal", async () => {
    const { visitor } = server([401, { errors: ["The password is wrong for this email address."] }]);
    const error = await visitor.signIn("a@b.org", "x").catch((reason: unknown) => reason);
    expect(errorMessages(error)).toEqual(["The password is wrong for this email address."]);
  });
});

describe("error messages", () => {
  it("error messages name the field if the server names one", () => {
    expect(
      errorMessages(new ApiError(422, "invalid", { title: ["can't be blank"], base: ["Something else"] })),
    ).toEqual(["title: can't be blank", "Something else"]);
    expect(errorMessages(new Error("broken"))).toEqual(["broken"]);
  });
});
