/** Tests that strangers cannot see requests with a private result: live, in the history, or at a version. */
import { afterEach, beforeEach, expect, test } from "vitest";
import fc from "fast-check";
import { scenarioEvents } from "@etesian/contracts/events/scenario";
import type { Scenario, ScenarioChange } from "@etesian/contracts/scenarios";
import { eventCodec } from "@etesian/event-store";
import { type HandlersInMemory, handlersInMemory } from "./handlers-in-memory.fixture.ts";
import type { ScenarioEvent } from "../deciding/scenario-state.ts";

let service: HandlersInMemory;
let stop: AbortController;
beforeEach(async () => {
  service = await handlersInMemory();
  stop = new AbortController();
});
afterEach(async () => {
  stop.abort();
  await service.close();
});

const OWNER = { actor: "user:1" };
const STRANGERS = [{ actor: "anonymous" }, { actor: "user:2", scopes: ["scenarios:read"] }] as const;

const number = (value: number) => ({ value: { $case: "number" as const, value } });
const CHANGE = { userValues: {}, reset: false, autobalance: true, preview: false };

let requests = 0;
async function create(facts: object = {}): Promise<Scenario> {
  const request = { userValues: {}, descale: false, privateByDefault: false, ...facts };
  const call = { ...OWNER, requestId: `r${(requests += 1)}` };
  return (await service.callHandler<{ outcome: { value: Scenario } }>("createScenario", request, call)).outcome.value;
}
async function update(id: number, facts: object): Promise<void> {
  const call = { ...OWNER, requestId: `r${(requests += 1)}` };
  const { outcome } = await service.callHandler<{ outcome: object }>(
    "updateScenario",
    { ...CHANGE, id, ...facts },
    call,
  );
  expect(outcome).toMatchObject({ $case: "scenario" });
}

/** All live changes that a caller receives after a version. */
function listen(id: number, call: object, after?: number): { readonly received: ScenarioChange[] } {
  const received: ScenarioChange[] = [];
  // The call starts here, not when its first change is awaited.
  const changes = service.callHandler<never>("followScenario", { id, after }, { ...call, signal: stop.signal });
  void (async () => {
    try {
      for await (const change of changes as unknown as AsyncIterable<ScenarioChange>) received.push(change);
    } catch {
      // The caller may not read the scenario.
    }
  })();
  return { received };
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

/** Everything a caller can read of a scenario's past: its history in pages, and each version in three ways. */
async function readEverything(id: number, call: object): Promise<string> {
  const responses: unknown[] = [];
  const attempt = async (method: string, request: object): Promise<{ readonly total?: number }> => {
    const response = await service.callHandler<{ readonly total?: number }>(method, request, call).catch(() => ({}));
    responses.push(response);
    return response;
  };
  const { total = 0 } = await attempt("listHistory", { id, page: 1, limit: 100 });
  for (const limit of [1, 2, 3]) {
    for (let page = 1; (page - 1) * limit < total; page++) await attempt("listHistory", { id, page, limit });
  }
  for (let at = 1; at <= total; at++) {
    await attempt("getScenario", { id, at });
    await attempt("listInputs", { id, keys: ["tax"], originalDefaults: false, at });
    await attempt("listOrders", { id, at });
  }
  const listener = listen(id, call, 0);
  await settle();
  responses.push(listener.received);
  return JSON.stringify(responses);
}

const [SECRET, HARMLESS] = ["zq-secret", "harmless"];
const [SECRET_NUMBER, HARMLESS_NUMBER] = [3.1337, 2];
const tax = (value: number) => ({ userValues: { tax: number(value) } });

/** Fields that may accompany `private` in an update: with a secret value and a harmless one. */
const FIELDS: { readonly [field: string]: readonly [secret: object, harmless: object] } = {
  user_values: [tax(SECRET_NUMBER), tax(HARMLESS_NUMBER)],
  reset: [tax(SECRET_NUMBER), { reset: true }],
  metadata: [{ metadataJson: `{"a":"${SECRET}"}` }, { metadataJson: `{"a":"${HARMLESS}"}` }],
  title: [{ title: SECRET }, { title: HARMLESS }],
  source: [{ source: { value: SECRET } }, { source: { value: HARMLESS } }],
  keep_compatible: [
    { keepCompatible: true, title: SECRET },
    { keepCompatible: false, title: HARMLESS },
  ],
  all: [
    { ...tax(SECRET_NUMBER), title: SECRET, source: { value: SECRET } },
    { ...tax(HARMLESS_NUMBER), title: HARMLESS, source: { value: HARMLESS }, readOnly: true },
  ],
};
const containsSecret = (text: string): boolean => text.includes(SECRET) || text.includes(String(SECRET_NUMBER));

test.each(Object.entries(FIELDS))(
  "%s, sent together with private, is visible only to people with a role",
  async (_, [secret, harmless]) => {
    const { id } = await create({ title: "before" });
    const listeners = STRANGERS.map((call) => listen(id, call));
    const owner = listen(id, OWNER);
    await settle();
    await update(id, { private: true, ...secret });
    await settle();
    await update(id, { private: false, ...harmless });
    await settle();
    for (const call of STRANGERS) expect(containsSecret(await readEverything(id, call))).toBe(false);
    expect(containsSecret(JSON.stringify(listeners))).toBe(false);
    // The result is public again, and the owner received every change.
    expect(
      await service.callHandler(
        "getScenario",
        { id, at: (await service.callHandler<Scenario>("getScenario", { id })).version },
        STRANGERS[0],
      ),
    ).toMatchObject({ private: false });
    expect(containsSecret(JSON.stringify(owner.received))).toBe(true);
    expect(containsSecret(await readEverything(id, OWNER))).toBe(true);
  },
);

test("the request that publishes a scenario does not reveal a removed link to a private one", async () => {
  const { id: template } = await create(tax(SECRET_NUMBER));
  const { id } = await create({ private: true });
  await update(id, { template: { id: template } });
  await update(template, { private: true });
  await update(id, { private: false, template: { id: undefined } });
  for (const call of STRANGERS) expect(containsSecret(await readEverything(id, call))).toBe(false);
});

test("contents restored or loaded from a dump while private stay private", async () => {
  const recipe = { area: "nl", endYear: 2050, balancedValues: {}, activeCouplings: [], orders: {}, curves: {} };
  const dump = { recipe: { ...recipe, ...tax(SECRET_NUMBER) }, metadataJson: `{"a":"${SECRET}"}`, curves: [] };
  const flags = { private: true, keepCompatible: true, readOnly: false, privateByDefault: false };
  const response = await service.callHandler<{ outcome: { value: Scenario } }>(
    "loadDump",
    { ...dump, ...flags },
    { ...OWNER, admin: true },
  );
  const { id } = response.outcome.value;
  const [, harmless] = FIELDS["all"]!;
  await update(id, tax(1));
  await service.callHandler("restoreScenario", { id, version: 1 }, { ...OWNER, requestId: "restore" });
  await update(id, { private: false, ...harmless, metadataJson: "{}", readOnly: false });
  for (const call of STRANGERS) expect(containsSecret(await readEverything(id, call))).toBe(false);
  // Every request has changed the scenario.
  const { version } = await service.callHandler<Scenario>("getScenario", { id });
  expect(version).toBeGreaterThan(4);
});

test("stored requests with a privacy change in the middle are hidden completely", async () => {
  const { id } = await create({ title: "before" });
  const codec = eventCodec(scenarioEvents);
  const append = async (version: number, ...events: readonly ScenarioEvent[]) => {
    const envelope = { time: new Date(version).toISOString(), actor: "user:1", correlationId: `old${version}` };
    const newEvents = events.map((event) => ({
      ...codec.encode(event),
      ...envelope,
      id: crypto.randomUUID(),
      causationId: null,
    }));
    await service.store.append(`scenario-${id}`, newEvents, version);
  };
  const listeners = STRANGERS.map((call) => listen(id, call));
  await settle();
  const metadata = { type: "MetadataReplaced", data: { metadata: { title: SECRET } } } as const;
  const template = { id: 9, userValues: { tax: SECRET_NUMBER }, balancedValues: {} };
  await append(1, metadata, { type: "MadePrivate", data: {} }, { type: "TemplateChanged", data: { template } });
  await settle();
  await append(
    4,
    { type: "MetadataReplaced", data: { metadata: { title: HARMLESS } } },
    { type: "MadePublic", data: {} },
    { type: "TemplateChanged", data: { template: null } },
  );
  await settle();
  expect(containsSecret(JSON.stringify(listeners))).toBe(false);
  for (const call of STRANGERS) {
    expect(containsSecret(await readEverything(id, call))).toBe(false);
    const { changes } = await service.callHandler<{ changes: ScenarioChange[] }>(
      "listHistory",
      { id, page: 1, limit: 9 },
      call,
    );
    expect(changes.map(({ version }) => version)).toEqual([7, 1]);
    expect(await service.callHandler("getScenario", { id, at: 7 }, call)).toMatchObject({ version: 7 });
  }
});

test("after any sequence of updates, strangers see only states that were public at the end of a request", async () => {
  const field = fc.constantFrom("metadataJson", "title", "source", "tax");
  const step = fc.record({
    fields: fc.uniqueArray(field, { maxLength: 3 }),
    private: fc.option(fc.boolean()),
    reusesRequestId: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      const { id } = await create();
      const listeners = STRANGERS.map((call) => listen(id, call));
      await settle();
      const publicMarks = new Set<string>();
      let markCount = 0;
      for (const { fields, private: isPrivate, reusesRequestId } of steps) {
        const facts: { [name: string]: unknown } = isPrivate === null ? {} : { private: isPrivate };
        for (const name of fields) {
          const mark = `mark-${(markCount += 1)}-`;
          if (name === "metadataJson") facts[name] = JSON.stringify({ mark });
          else if (name === "source") facts[name] = { value: mark };
          else if (name === "title") facts[name] = mark;
          else facts["userValues"] = { tax: number(10_000 + markCount) };
        }
        // A reused request id hides more, never less.
        const call = { ...OWNER, requestId: reusesRequestId ? "same" : `r${(requests += 1)}` };
        await service.callHandler("updateScenario", { ...CHANGE, id, ...facts }, call);
        const current = await service.callHandler<Scenario>("getScenario", { id }, OWNER);
        if (!current.private) for (const mark of marksIn(current)) publicMarks.add(mark);
        await settle();
      }
      const received =
        (await Promise.all(STRANGERS.map((call) => readEverything(id, call)))).join("") + JSON.stringify(listeners);
      expect(marksIn(received).filter((mark) => !publicMarks.has(mark))).toEqual([]);
    }),
    { numRuns: 25 },
  );
});

test("owners see roles and authors, people with another role see authors, strangers see neither", async () => {
  const { id } = await create({ title: "ours" });
  const changes = [
    { person: 20, role: "collaborator", isMember: false },
    { person: 21, role: "viewer", isMember: false },
    { person: 21, role: undefined, isMember: true },
  ];
  const callers = {
    owner: OWNER,
    "owner without the scope": { ...OWNER, scopes: ["scenarios:read", "scenarios:write"] },
    collaborator: { actor: "user:20" },
    stranger: { actor: "user:2" },
    anonymous: { actor: "anonymous" },
  };
  const listeners = Object.values(callers).map((call) => listen(id, call));
  await settle();
  await service.callHandler("changeRoles", { id, changes }, { ...OWNER, requestId: "share" });
  await service.callHandler(
    "updateScenario",
    { ...CHANGE, id, title: "theirs" },
    { actor: "user:20", requestId: "change" },
  );
  await service.callHandler("tagVersion", { id, description: "done", isFirst: true }, { ...OWNER, requestId: "tag" });
  await settle();
  const listPeople = async (call: object) => {
    const response = await service.callHandler<{ changes: ScenarioChange[] }>(
      "listHistory",
      { id, page: 1, limit: 9 },
      call,
    );
    return response.changes.toReversed();
  };
  const people = (changes: readonly ScenarioChange[]) =>
    changes.map(({ type, actor, dataJson }) =>
      `${type} ${actor} ${/"(?:owner|person|user)":\d+/.exec(dataJson)?.[0] ?? ""}`.trim(),
    );
  const members = (owner: string) => [
    `ScenarioCreated user:1${owner}`,
    "RoleGranted user",
    "RoleGranted user",
    "RoleRemoved user",
    "MetadataReplaced user:20",
    'VersionTagged user:1 "user":1',
  ];
  const strangers = [
    "ScenarioCreated",
    "RoleGranted",
    "RoleGranted",
    "RoleRemoved",
    "MetadataReplaced",
    "VersionTagged",
  ];
  const expected: { readonly [caller in keyof typeof callers]: readonly string[] } = {
    owner: [
      'ScenarioCreated user:1 "owner":1',
      'RoleGranted user:1 "person":20',
      'RoleGranted user:1 "person":21',
      'RoleRemoved user:1 "person":21',
      "MetadataReplaced user:20",
      'VersionTagged user:1 "user":1',
    ],
    // Everyone sees their own id.
    "owner without the scope": members("").map((line) => line.replace(/^(Role\w+) user$/, "$1 user:1")),
    collaborator: members(""),
    stranger: strangers.map((type) => `${type} user`),
    anonymous: strangers.map((type) => `${type} user`),
  };
  for (const [index, [name, call]] of Object.entries(callers).entries()) {
    const expectedLines = expected[name as keyof typeof callers];
    expect([name, people(await listPeople(call))]).toEqual([name, expectedLines]);
    const received = listeners[index]!.received;
    // The subscriptions started after the creation.
    expect([name, people(received)]).toEqual([name, expectedLines.slice(1)]);
  }
  expect(await service.store.readStream(`admin-${id}`)).toEqual([]);
  const admin = { actor: "user:30", admin: true };
  expect(people(await listPeople(admin))).toEqual(expected.owner);
  const adminUses = (await service.store.readStream(`admin-${id}`)).map(({ data }) => data);
  expect(adminUses).toEqual([{ person: 30, scenario: id, operation: "share" }]);
});

const marksIn = (value: unknown): readonly string[] => JSON.stringify(value).match(/mark-\d+-|1\d{4}(?!\d)/g) ?? [];
