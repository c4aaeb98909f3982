/** Tests comments over HTTP. Texts are encrypted in requests to the service, and decrypted in responses to clients. */
import { once } from "node:events";
import type { AddCommentRequest, Comment } from "@etesian/contracts/scenarios";
import type { MentionRequest } from "@etesian/contracts/accounts";
import { describe, expect, test } from "vitest";
import { accountsWithToken, bearer, gateway, principal, scenario } from "../gateway.fixture.ts";

const comment = (fields: Partial<Comment> = {}): Comment => ({
  number: 3,
  author: 1,
  subject: "slider",
  key: "wind",
  text: "sealed: Too much?",
  mentions: [2],
  addedAt: new Date("2026-11-29T10:00:00.000Z"),
  editedAt: undefined,
  resolvedAt: undefined,
  resolvedBy: undefined,
  ...fields,
});
const described = {
  interfaceJson: JSON.stringify({
    documents: { charts: [{ key: "mix" }] },
    catalogue: { inputs: [{ key: "wind" }], queries: [] },
  }),
};
/** Services in which person 2 is Ada, and person 4 was erased. */
function services() {
  const addRequests: AddCommentRequest[] = [];
  const mentionRequests: MentionRequest[] = [];
  const backends = {
    compute: { describeInterface: async () => described },
    accounts: {
      ...accountsWithToken,
      getPeople: async ({ ids }: { readonly ids: readonly number[] }) => ({
        people: ids
          .filter((id) => id !== 4)
          .map((id) => ({ id, email: `${id}@example.org`, name: id === 2 ? "Ada" : undefined, hasAccount: id < 5 })),
      }),
      sealText: async ({ text }: { readonly text: string }) => ({ sealed: `sealed: ${text}` }),
      openTexts: async ({
        texts,
      }: {
        readonly texts: readonly { readonly person: number; readonly sealed: string }[];
      }) => ({
        texts: texts.map(({ person, sealed }) => ({ text: person === 4 ? undefined : sealed.replace("sealed: ", "") })),
      }),
      mention: async (request: MentionRequest) => {
        mentionRequests.push(request);
        return {};
      },
    },
    scenarios: {
      getScenario: async () => scenario(),
      addComment: async (request: AddCommentRequest) => {
        addRequests.push(request);
        const { text = { text: "", mentions: [] }, subject, key } = request;
        const value = comment({ subject, key, text: text.text, mentions: text.mentions });
        return { comment: value, newlyMentioned: text.mentions };
      },
      listComments: async () => ({
        version: 4,
        mayModerate: false,
        comments: [comment(), comment({ number: 4, author: 4, resolvedAt: new Date(0), resolvedBy: 2 })],
      }),
      listTeam: async () => ({ people: [1, 2, 9], present: [2] }),
    },
  };
  return { backends, addRequests, mentionRequests };
}
const post = async (body: object, { backends } = services()) =>
  (await gateway(backends)).inject({
    method: "POST",
    url: "/api/v3/scenarios/1/comments",
    payload: { comment: body },
    headers: bearer,
  });

test("a comment is stored encrypted and returned in plain text, and mentioned people get a link to it", async () => {
  const mocks = services();
  const response = await post({ slider: "wind", text: "  Too\r\nmuch?  ", mentions: [2] }, mocks);
  expect([response.statusCode, response.json()]).toEqual([
    201,
    {
      id: 3,
      author: { id: 1, name: null },
      slider: "wind",
      chart: null,
      text: "Too\nmuch?",
      mentions: [{ id: 2, name: "Ada" }],
      added_at: "2026-11-29T10:00:00.000Z",
      edited_at: null,
      resolved: false,
      resolved_at: null,
      resolved_by: null,
    },
  ]);
  expect(mocks.addRequests).toMatchObject([
    { id: 1, subject: "slider", key: "wind", text: { text: "sealed: Too\nmuch?" } },
  ]);
  expect(mocks.mentionRequests).toEqual([
    { people: [2], kind: "scenario", number: 1, title: "Mine", link: "https://etesian.example.org/s/1?comments=3" },
  ]);
});

test("a comment of an erased person has neither text nor name", async () => {
  const { backends } = services();
  const response = await (await gateway(backends)).inject({ url: "/api/v3/scenarios/1/comments", headers: bearer });
  expect(response.json()).toMatchObject({
    version: 4,
    comments: [
      { text: "Too much?", resolved: false },
      { author: { id: 4, name: null }, text: null, resolved: true, resolved_by: { id: 2, name: "Ada" } },
    ],
  });
});

test("the team lists people with an account; names require `profile`", async () => {
  const { backends } = services();
  const team = async (claims: string[]) => {
    const accounts = { ...backends.accounts, introspect: async () => ({ principal: principal({ claims }) }) };
    const app = await gateway({ ...backends, accounts });
    return (await app.inject({ url: "/api/v3/scenarios/1/team", headers: bearer })).json<object>();
  };
  expect(await team(["profile"])).toEqual({
    people: [
      { id: 1, name: null },
      { id: 2, name: "Ada" },
    ],
    present: [{ id: 2, name: "Ada" }],
  });
  expect(JSON.stringify(await team([]))).not.toContain("Ada");
});

describe("invalid comments", () => {
  test.each([
    [{ text: "Why?" }, "comment has neither slider nor chart, expected one of them"],
    [{ slider: "wind", chart: "mix", text: "Why?" }, "comment has slider and chart, expected one of them"],
    [{ slider: "mix", text: "Why?" }, 'comment.slider is "mix", expected the key of a slider of the model'],
    [{ chart: "wind", text: "Why?" }, 'comment.chart is "wind", expected the key of a chart of the model'],
    [{ slider: "wind", text: " \n " }, "comment.text has 0 characters, expected 1 to 2000"],
    [{ slider: "wind", text: "💨".repeat(2001) }, "comment.text has 2001 characters, expected 1 to 2000"],
    [{ slider: "wind", text: "a\u0007b" }, "comment.text has control characters, expected plain text"],
    [
      { slider: "wind", text: "Why?", mentions: ["ada"] },
      "comment.mentions has a value that is not an ID, expected IDs of people",
    ],
  ])("the comment %j is refused", async (body, message) => {
    const response = await post(body);
    expect([response.statusCode, response.json()]).toEqual([422, { errors: [message] }]);
  });

  test("a comment without any field is refused", async () => {
    expect((await post({})).headers["x-error-code"]).toBe("missing_parameter");
  });

  test("a change with both a text and a resolution is refused", async () => {
    const app = await gateway(services().backends);
    const payload = { comment: { text: "Why?", resolved: true } };
    const url = "/api/v3/scenarios/1/comments/3";
    const response = await app.inject({ method: "PUT", url, payload, headers: bearer });
    expect(response.json()).toEqual({ errors: ["comment has text and resolved, expected one of them"] });
  });
});

describe("the event stream", () => {
  const change = { version: 4, time: new Date(0), actor: "user:2", type: "MadePublic", dataJson: "{}" };
  const readStream = async (query: string): Promise<string> => {
    const { backends } = services();
    const scenarios = {
      ...backends.scenarios,
      followScenario: async function* () {
        yield change;
      },
      followTeam: async function* (_request: object, origin?: { readonly signal?: AbortSignal }) {
        yield { comments: 2, present: [2] };
        await once(origin!.signal!, "abort");
      },
    };
    const app = await gateway({ ...backends, scenarios });
    return (await app.inject({ url: `/api/v3/scenarios/1/events${query}`, headers: bearer })).body;
  };

  test("messages about the team have no id, so that a client continues after the last change", async () => {
    expect(await readStream("?team=true")).toContain(
      '\n\nevent: team\ndata: {"type":"team","comments":2,"present":[{"id":2,"name":"Ada"}]}\n\n',
    );
  });

  test("clients that do not request the team receive only changes", async () => {
    const body = await readStream("");
    expect(body).toContain("event: made_public");
    expect(body).not.toContain("team");
  });
});
