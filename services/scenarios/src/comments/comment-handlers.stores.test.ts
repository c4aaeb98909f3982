/** Tests comments and presence across several processes. Rights are checked on each call. */
import { expect, test } from "vitest";
import type { TeamState } from "@etesian/contracts/scenarios";
import { failure, onEveryStore } from "../handlers/handlers.fixture.ts";
import { adminStreamOf } from "../handlers/admin-uses.ts";
import { commentStreamOf } from "./comments.ts";

const [owner, viewer, stranger] = [{ actor: "user:7" }, { actor: "user:8" }, { actor: "user:9" }] as const;
const admin = { actor: "user:1", admin: true } as const;
const text = { text: "c2VhbGVk", mentions: [] };
const HIDDEN = { code: "NOT_FOUND", reason: "not_found", message: "Not found" };
const NOT_YOURS = { code: "PERMISSION_DENIED", reason: "not_yours", message: "Scenario does not belong to you" };

onEveryStore("comments", (service) => {
  const changeRole = (id: number, role: string | undefined, isMember: boolean) =>
    service.client.changeRoles({ id, changes: [{ person: 8, role, isMember }], invited: [] }, owner);
  async function createSharedScenario(isPrivate = true): Promise<number> {
    const { id } = await service.createOne({ private: isPrivate }, owner);
    await changeRole(id, "viewer", false);
    return id;
  }
  const addComment = (id: number, caller = {}, key = "wind") =>
    service.client.addComment({ id, subject: "slider", key, text }, caller);
  const numbersOf = async (id: number, caller = {}) =>
    (await service.client.listComments({ id }, caller)).comments.map(({ number }) => number);

  test("a viewer can comment, which does not change the scenario's version", async () => {
    const id = await createSharedScenario();
    const previousVersion = (await service.client.getScenario({ id }, owner)).version;
    const { comment } = await addComment(id, viewer);
    expect(comment).toMatchObject({ number: 1, author: 8, subject: "slider", key: "wind", text: "c2VhbGVk" });
    expect((await service.client.getScenario({ id }, owner)).version).toBe(previousVersion);
    const [event] = await service.store.readStream(commentStreamOf(id));
    expect([event?.type, event?.actor]).toEqual(["CommentAdded", "user:8"]);
  });

  test("other people get NOT_FOUND for comments on a private scenario, and a refusal for those on a public one", async () => {
    const [privateId, publicId] = [await createSharedScenario(), await createSharedScenario(false)];
    for (const [id, expected] of [
      [privateId, HIDDEN],
      [publicId, NOT_YOURS],
    ] as const) {
      await addComment(id, owner);
      for (const caller of [stranger, {}]) {
        expect(await failure(service.client.listComments({ id }, caller))).toEqual(expected);
        expect(await failure(addComment(id, caller))).toEqual(expected);
        expect(await failure(service.client.listTeam({ id }, caller))).toEqual(expected);
        expect(await failure(service.client.deleteComment({ id, number: 1 }, caller))).toEqual(expected);
        const resolveRequest = { id, number: 1, change: { $case: "resolved", value: true } } as const;
        expect(await failure(service.client.changeComment(resolveRequest, caller))).toEqual(expected);
      }
    }
  });

  test("from the next call on, a removed viewer cannot see or change any comments, including their own", async () => {
    const id = await createSharedScenario();
    const replica = await service.startReplica();
    await addComment(id, viewer);
    await changeRole(id, undefined, true);
    for (const client of [service.client, replica]) {
      expect(await failure(client.listComments({ id }, viewer))).toEqual(HIDDEN);
      expect(await failure(client.deleteComment({ id, number: 1 }, viewer))).toEqual(HIDDEN);
    }
    expect(await numbersOf(id, owner)).toEqual([1]);
  });

  test("people can edit and delete their own comments; an owner can delete any comment", async () => {
    const id = await createSharedScenario();
    await addComment(id, owner);
    await addComment(id, viewer);
    const editRequest = {
      id,
      number: 1,
      change: { $case: "text", value: { text: "bmV3", mentions: [] as number[] } },
    } as const;
    expect(await failure(service.client.changeComment(editRequest, viewer))).toMatchObject({ reason: "not_author" });
    expect((await service.client.changeComment(editRequest, owner)).comment).toMatchObject({ text: "bmV3" });
    expect(await failure(service.client.deleteComment({ id, number: 1 }, viewer))).toEqual(HIDDEN);
    await service.client.deleteComment({ id, number: 2 }, owner);
    expect(await numbersOf(id, viewer)).toEqual([1]);
    expect(await failure(service.client.deleteComment({ id, number: 2 }, owner))).toMatchObject({
      reason: "unknown_comment",
    });
  });

  test("a comment mentions only people with a role, and reports the newly mentioned people", async () => {
    const id = await createSharedScenario();
    const mention = (mentions: number[]) =>
      service.client.addComment({ id, subject: "chart", key: "mix", text: { ...text, mentions } }, owner);
    expect(await failure(mention([9]))).toMatchObject({
      reason: "invalid",
      message: "mentions has 9, expected people with a role in the scenario",
    });
    expect((await mention([8, 8])).newlyMentioned).toEqual([8]);
    const value = { ...text, mentions: [8, 7] };
    const response = await service.client.changeComment({ id, number: 1, change: { $case: "text", value } }, owner);
    expect(response.newlyMentioned).toEqual([7]);
  });

  test("a repeated request adds one comment, and all concurrent comments of two processes are added", async () => {
    const id = await createSharedScenario();
    const replica = await service.startReplica();
    const withKey = (n: number) => ({ ...owner, idempotencyKey: `comment-number-${n}`, requestDigest: `${n}` });
    const responses = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const client = n % 2 === 0 ? service.client : replica;
        const request = { id, subject: "slider", key: `wind_${n >> 1}`, text };
        return (await client.addComment(request, withKey(n >> 1))).comment?.number;
      }),
    );
    expect(new Set(responses).size).toBe(10);
    expect(await numbersOf(id, owner)).toEqual(Array.from({ length: 10 }, (_, n) => n + 1));
  });

  test("access by an admin without a role is recorded before a comment is read or deleted", async () => {
    const id = await createSharedScenario();
    await addComment(id, owner);
    expect(await numbersOf(id, admin)).toEqual([1]);
    await service.client.deleteComment({ id, number: 1 }, admin);
    const events = await service.store.readStream(adminStreamOf(id));
    expect(events.map(({ data }) => (data as { operation: string }).operation)).toEqual(["team", "moderate"]);
  });

  test("the text must be encrypted", async () => {
    const id = await createSharedScenario();
    const unencrypted = { id, subject: "slider", key: "wind", text: { text: "not sealed!", mentions: [] } };
    expect(await failure(service.client.addComment(unencrypted, owner))).toMatchObject({ code: "INVALID_ARGUMENT" });
  });

  const follow = (id: number, stop: AbortController, caller: object, client = service.client) =>
    client.followTeam({ id }, { ...caller, signal: stop.signal })[Symbol.asyncIterator]();
  /** The next state that meets a condition. */
  async function nextState(
    states: AsyncIterator<TeamState>,
    isExpected: (state: TeamState) => boolean,
  ): Promise<TeamState> {
    for (;;) {
      const { done, value } = await states.next();
      if (done === true) throw new Error("the stream ended");
      if (isExpected(value)) return value;
    }
  }

  test("a follower in another process receives the version of each comment, and the people who have the scenario open", async () => {
    const id = await createSharedScenario();
    const replica = await service.startReplica();
    const [first, second] = [new AbortController(), new AbortController()];
    const states = follow(id, first, owner);
    expect(await nextState(states, () => true)).toEqual({ comments: 0, present: [7] });
    const viewerStates = follow(id, second, viewer, replica);
    await nextState(viewerStates, ({ present }) => present.length === 2);
    await nextState(states, ({ present }) => present.join() === "7,8");
    await replica.addComment({ id, subject: "slider", key: "wind", text }, viewer);
    await nextState(states, ({ comments }) => comments === 1);
    second.abort();
    await nextState(states, ({ present }) => present.join() === "7");
    first.abort();
  });

  test("a follower who loses their role in a public scenario receives no comments and no people", async () => {
    const id = await createSharedScenario(false);
    const stop = new AbortController();
    const states = follow(id, stop, viewer);
    await nextState(states, ({ comments }) => comments === 0);
    await changeRole(id, undefined, true);
    expect(await nextState(states, ({ comments }) => comments === undefined)).toEqual({
      comments: undefined,
      present: [],
    });
    await changeRole(id, "viewer", false);
    await nextState(states, ({ comments }) => comments === 0);
    stop.abort();
  });

  test("a follower's stream ends when they may no longer read the scenario", async () => {
    const id = await createSharedScenario(false);
    const states = follow(id, new AbortController(), stranger);
    expect(await nextState(states, () => true)).toEqual({ comments: undefined, present: [] });
    await service.update(id, { private: true }, service.client, owner);
    expect((await states.next()).done).toBe(true);
  });
});
