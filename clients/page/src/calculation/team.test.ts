import { connect } from "@etesian/client";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Team } from "./team.ts";

afterEach(() => vi.unstubAllGlobals());

const COMMENT = { id: 1, slider: "wind", chart: null, text: "Why?", resolved: false };
const jsonResponse = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
const listResponse = (version: number) => jsonResponse(200, { version, comments: [COMMENT], may_delete_all: false });

/** A team whose server returns the responses in turn; null breaks the connection. */
function teamOf(...responses: readonly (Response | null)[]) {
  const requests: Request[] = [];
  const remainingResponses = [...responses];
  vi.stubGlobal("fetch", async (request: Request) => {
    requests.push(request);
    const response = remainingResponses.shift();
    if (response === undefined || response === null) throw new TypeError("no connection");
    return response;
  });
  let commands = 0;
  const newCommand = (): string => `command-${(commands += 1)}`;
  const team = new Team(connect({ url: "http://etesian.test" }), 7, { newCommand, shouldFollow: async () => true });
  return { team, requests };
}

describe("messages about the team", () => {
  test("each new version of the comments is read once", async () => {
    const { team, requests } = teamOf(listResponse(3), listResponse(4));
    team.receive({ comments: 3, present: [] });
    await expect.poll(() => team.state.getState().comments).toHaveLength(1);
    team.receive({ comments: 3, present: [{ id: 2, name: "Ada" }] });
    expect(team.state.getState().viewers).toEqual([{ id: 2, name: "Ada" }]);
    team.receive({ comments: 4, present: [] });
    await expect.poll(() => requests.length).toBe(2);
  });

  test("a failed read is repeated after the next message", async () => {
    const { team, requests } = teamOf(null, listResponse(3));
    team.receive({ comments: 3, present: [] });
    await expect.poll(() => requests.length).toBe(1);
    expect(team.state.getState().isAllowed).toBe(false);
    team.receive({ comments: 3, present: [] });
    await expect.poll(() => team.state.getState().isAllowed).toBe(true);
  });

  test.each([
    ["a message without a version", (team: Team) => team.receive({ comments: null, present: [] })],
    ["a refused read", (team: Team) => team.receive({ comments: 4, present: [] })],
  ])("%s hides comments and people", async (_, act) => {
    const { team } = teamOf(listResponse(3), jsonResponse(403, { errors: ["Scenario does not belong to you"] }));
    team.receive({ comments: 3, present: [{ id: 2, name: "Ada" }] });
    await expect.poll(() => team.state.getState().isAllowed).toBe(true);
    act(team);
    await expect
      .poll(() => team.state.getState())
      .toEqual({ isAllowed: false, comments: [], mayModerate: false, viewers: [] });
  });
});

describe("adding a comment", () => {
  const add = (team: Team, text: string) => team.add({ kind: "slider", key: "wind" }, text, []);
  const keys = (requests: readonly Request[]) =>
    requests.filter(({ method }) => method === "POST").map(({ headers }) => headers.get("idempotency-key"));

  test("a retry after a broken connection has the same key, and another text has a new one", async () => {
    const { team, requests } = teamOf(
      null,
      jsonResponse(201, COMMENT),
      listResponse(1),
      jsonResponse(201, COMMENT),
      listResponse(2),
    );
    await expect(add(team, "Why?")).rejects.toThrow("No response");
    await add(team, "Why?");
    await add(team, "How?");
    expect(keys(requests)).toEqual(["command-1", "command-1", "command-2"]);
  });

  test("the same text can be added again after a response", async () => {
    const { team, requests } = teamOf(
      jsonResponse(201, COMMENT),
      listResponse(1),
      jsonResponse(201, COMMENT),
      listResponse(2),
    );
    await add(team, "Why?");
    await add(team, "Why?");
    expect(keys(requests)).toEqual(["command-1", "command-2"]);
  });

  test("a comment is added even if the comments cannot be read afterwards", async () => {
    const { team } = teamOf(jsonResponse(201, COMMENT), null);
    await expect(add(team, "Why?")).resolves.toBeUndefined();
  });
});
