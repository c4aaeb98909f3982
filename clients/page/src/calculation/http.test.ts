import { ApiError, connect, UnreachableError } from "@etesian/client";
import { afterEach, describe, expect, it, test, vi } from "vitest";
import { type Answer, type Changes, customQuery, type StoredScenario } from "./calculator.ts";
import { mayRetry, ScenarioNotFound, serverCalculator, createStorage } from "./http.ts";
import { STORED as SCENARIO } from "./stored-scenario.fixture.ts";

const STORED: StoredScenario = { ...SCENARIO, version: 4 };

afterEach(() => vi.unstubAllGlobals());

/** Requests a scenario at a version with changes; returns the answer and the requests sent. */
async function ask(scenario: StoredScenario, changes: Changes, previews: Response) {
  const requests: string[] = [];
  const keys: string[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    keys.push(...searchParams.getAll("keys"));
    if (request.method === "POST") keys.push(...((await request.json()) as { gqueries: string[] }).gqueries);
    requests.push(`${request.method} ${pathname.replace("/api/v3/scenarios/1/", "")}`);
    if (pathname.endsWith("/preview")) return previews;
    const version = Number(searchParams.get("at"));
    return Response.json(
      Object.fromEntries(searchParams.getAll("keys").map((key) => [key, { present: 0, future: version, unit: "MW" }])),
      { headers: { "x-etesian-recipe": `recipe ${version}` } },
    );
  });
  const answer = await new Promise<Answer>((resolve, reject) => {
    const ignore = (): void => {};
    const calculator = serverCalculator(connect({ url: "http://etesian.test" }))({
      onAnswer: resolve,
      onFault: (message) => reject(new Error(message)),
      onVariant: ignore,
      onInspection: ignore,
      onExplorationReport: ignore,
      onExplanation: ignore,
      onNames: ignore,
    });
    const queries = Array.from({ length: 150 }, (_, index) => `query_${index}`);
    const request = { queries: [...queries, customQuery("1 + 1")], curves: [customQuery("[1]")] };
    calculator.ask({ n: 7, scenario, changes, request });
  });
  return { answer, requests, keys };
}

const preview = (): Response =>
  Response.json({
    scenario: { user_values: { wind: 20 }, balanced_values: {} },
    gqueries: { query_0: { present: 0, future: 20 } },
  });

test.each([
  ["a scenario that does not exist", new ScenarioNotFound("12"), false],
  ["a refusal", new ApiError(422, "invalid", ["no"]), false],
  ["a client that sends too many requests", new ApiError(429, "too_many_requests", ["wait"]), true],
  ["a busy server", new ApiError(503, "busy", ["later"]), true],
  ["an unreachable server", new UnreachableError("http://etesian.test", new TypeError("fetch failed")), true],
])("whether a request is repeated depends on its error: %s", (_, error, expected) => {
  expect(mayRetry(error)).toBe(expected);
});

describe("numbers that the server calculates for the page", () => {
  it("numbers of a stored scenario belong to the requested version, and are available to every user who can see the scenario", async () => {
    const { answer, requests } = await ask({ ...STORED, version: 2 }, {}, preview());
    expect(requests).toEqual(["GET queries", "GET queries"]);
    expect(answer).toMatchObject({ n: 7, version: 2, sliders: { userValues: { wind: 10 } }, refusals: [] });
    expect(answer.recipe).toBe("recipe 2");
    expect(["query_0", "query_149"].map((key) => answer.results.get(key)!.future)).toEqual([2, 2]);
  });

  it.each([{}, { wind: 20 }])("user-defined queries are not sent, with the changes %j", async (changes) => {
    const { answer, keys } = await ask(STORED, changes, preview());
    expect(keys.toSorted()).toEqual(Array.from({ length: 150 }, (_, index) => `query_${index}`).toSorted());
    expect(answer.results.get(customQuery("1 + 1"))).toEqual({ today: null, future: null, fault: null });
  });

  it("numbers of unsaved changes come from a preview", async () => {
    const { answer, requests } = await ask(STORED, { wind: 20 }, preview());
    expect(requests).toEqual(["POST preview"]);
    expect([answer.sliders.userValues, answer.results.get("query_0")!.future]).toEqual([{ wind: 20 }, 20]);
  });

  it.each([403, 422])("numbers exclude changes that are refused with %i, and include the reason", async (status) => {
    const { answer } = await ask(STORED, { wind: 99 }, Response.json({ errors: ["too much"] }, { status }));
    expect(answer).toMatchObject({ version: 4, sliders: { userValues: { wind: 10 } }, refusals: ["too much"] });
    expect(answer.results.get("query_149")!.future).toBe(4);
  });
});

describe("a queued change", () => {
  const PENDING_CHANGE = { command: "a", changes: { wind: 20 }, inverse: { wind: 10 }, replacement: null };
  const scenario = {
    id: 1,
    user_values: { wind: 20 },
    balanced_values: {},
    active_couplings: [],
    inactive_couplings: [],
  };

  /** The kind of outcome, and the number of requests. */
  async function sendAs(person: number | null, author: number | null): Promise<readonly [string, number]> {
    let requests = 0;
    vi.stubGlobal("fetch", async () => {
      requests++;
      return Response.json({ scenario });
    });
    const visitor = { currentPerson: async () => person, author: person, hasExpired: async () => false };
    const { kind } = await createStorage(connect({ url: "http://etesian.test" }), visitor).change(1, {
      ...PENDING_CHANGE,
      author,
    });
    return [kind, requests];
  }

  it("a queued change waits for its author when another person has signed in while it was in flight", async () => {
    const refusal = { errors: ["Changes of a session need its X-CSRF-Token"] };
    vi.stubGlobal("fetch", async () => Response.json(refusal, { status: 403 }));
    const visitor = { currentPerson: async () => 7, author: 8, hasExpired: async () => false };
    const storage = createStorage(connect({ url: "http://etesian.test" }), visitor);
    expect(await storage.change(1, { ...PENDING_CHANGE, author: 7 })).toEqual({ kind: "signedOut" });
  });

  it("a queued change is sent only as its author, and a guest's change as the person who has since signed in", async () => {
    expect(await sendAs(7, 7)).toEqual(["stored", 1]);
    expect(await sendAs(8, 7)).toEqual(["signedOut", 0]);
    expect(await sendAs(null, 7)).toEqual(["signedOut", 0]);
    expect(await sendAs(8, null)).toEqual(["stored", 1]);
  });
});
