import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Outbox, PendingChange } from "./own-changes.ts";
import { UNREACHABLE, isolatedSession, refusal } from "./session.fixture.ts";
import { STORED } from "./stored-scenario.fixture.ts";

describe("a refused change", () => {
  it("a refused change is reverted, with the server's message at its slider", async () => {
    const { session, state, fail, requests } = isolatedSession();
    session.move("wind", 99);
    session.release();
    await fail(refusal("Input wind cannot be greater than 60.0"));
    expect(state().refusals).toEqual({ wind: ["Input wind cannot be greater than 60.0"] });
    expect(requests.at(-1)!.changes).toEqual({});
    // A refusal concerns the latest action: the next action, or another language, hides it.
    session.press("sun");
    expect(state().refusals).toEqual({});
    session.refuse("wind", "at most 60.0 GW");
    session.dropRefusals();
    expect(state().refusals).toEqual({});
  });

  it("a refused change makes the session read-only only if the person may not change the scenario", async () => {
    const { session, state, fail } = isolatedSession();
    session.set({ wind: 99 });
    await fail(refusal("Input wind cannot be greater than 60.0"));
    expect(state().isReadOnly).toBe(false);
    session.set({ wind: 20 });
    await fail({ ...refusal("Scenario does not belong to you"), kind: "denied" });
    expect(state()).toMatchObject({ isReadOnly: true, moves: {} });
  });

  it.each([false, true])(
    "a refused change does not affect the numbers that a cancelled drag restores (calculated on the server: %s)",
    async (isOnServer) => {
      const { session, state, answer, fail } = isolatedSession({ isOnServer });
      session.set({ wind: 99 });
      answer();
      session.move("sun", 5);
      await fail(refusal("Input wind cannot be greater than 60.0"));
      session.cancel();
      answer();
      expect(state().answer!.sliders.userValues).toEqual({ wind: 10 });
    },
  );
});

describe("an unresponsive server", () => {
  it("an unresponsive server gets the same command again, and nothing is lost", async () => {
    const { session, state, fail, sentChanges, timers, store } = isolatedSession();
    session.move("wind", 20);
    session.release();
    session.set({ sun: 5 });
    await fail(UNREACHABLE);
    expect([state().isOffline, state().unsentCount]).toEqual([true, 2]);
    timers.shift()!();
    expect(sentChanges.map(({ command }) => command)).toEqual(["command 1"]);
    await store();
    expect(sentChanges.map(({ changes }) => changes)).toEqual([{ sun: 5 }]);
    await store();
    expect([state().isOffline, state().unsentCount, state().scenario.userValues]).toEqual([
      false,
      0,
      { wind: 20, sun: 5 },
    ]);
  });
});

describe("a change that is stored after other people's changes", () => {
  it("a change that is stored after other people's changes keeps its value while those changes are read", async () => {
    const { session, state, store, changeElsewhere } = isolatedSession();
    const windOnScreen = () => state().moves["wind"] ?? state().base.userValues["wind"];
    session.move("wind", 20);
    session.release();
    changeElsewhere({ sun: 5 });
    const windValues: unknown[] = [];
    session.state.subscribe(() => windValues.push(windOnScreen()));
    await store();
    expect(windValues.filter((wind) => wind !== 20)).toEqual([]);
    expect([state().scenario.userValues, state().unsentCount]).toEqual([{ wind: 20, sun: 5 }, 0]);
  });
});

describe("the undo and redo of a change", () => {
  it("undo reverts a change by a new change, and redo repeats it", async () => {
    const { session, state, store } = isolatedSession();
    session.set({ sun: 5 });
    await store();
    session.undo();
    expect((await store()).changes).toEqual({ sun: "reset" });
    expect([state().scenario.userValues, state().canUndo, state().canRedo]).toEqual([{ wind: 10 }, false, true]);
    session.redo();
    await store();
    expect([state().scenario.userValues, state().canUndo, state().canRedo]).toEqual([
      { wind: 10, sun: 5 },
      true,
      false,
    ]);
  });
});

describe("an order or a curve", () => {
  const order = (...members: string[]) => ({ kind: "order", name: "heat_network_order_lt", members }) as const;
  const curve = (file: File | null) => ({ kind: "curve", key: "wind", file }) as const;
  const FILE = new File(["1"], "waves.csv");

  it("an order or a curve is replaced after pending slider changes, undone and redone, with the previous numbers as the ghost", async () => {
    const { session, state, store, answer, sentChanges } = isolatedSession();
    session.requestResults({ queries: [], curves: [] });
    answer();
    session.set({ sun: 5 });
    answer();
    const warnings = session.replacePart({ to: order("b", "a"), from: order() });
    expect([sentChanges.length, sentChanges[0]!.replacement, state().unsentCount]).toEqual([1, null, 2]);
    expect(state().previousAnswer).toMatchObject({ sliders: { userValues: { sun: 5 } } });
    await store();
    expect((await store()).replacement!.to).toEqual(order("b", "a"));
    expect([await warnings, state().scenario.orders]).toEqual([[], { heat_network_order_lt: ["b", "a"] }]);
    session.undo();
    await store();
    expect(state().scenario).toMatchObject({ orders: { heat_network_order_lt: [] }, userValues: { sun: 5 } });
    session.redo();
    await store();
    expect(state().scenario).toMatchObject({ orders: { heat_network_order_lt: ["b", "a"] }, userValues: { sun: 5 } });
    session.undo();
    session.undo();
    await store();
    await store();
    expect(state().scenario).toMatchObject({ orders: { heat_network_order_lt: [] }, userValues: { wind: 10 } });
    expect([state().scenario.userValues["sun"], state().canUndo]).toEqual([undefined, false]);
  });

  it("an order or a curve that sets a slider restores its value on undo, and sets it again on redo", async () => {
    const { session, state, store, sentChanges } = isolatedSession();
    void session.replacePart({ to: curve(FILE), from: curve(null) });
    await store();
    expect(state().scenario.userValues).toEqual({ wind: 99 });
    session.undo();
    await store();
    await store();
    expect([state().scenario.userValues, sentChanges]).toEqual([{ wind: 10 }, []]);
    session.redo();
    await store();
    expect([state().scenario.userValues, sentChanges]).toEqual([{ wind: 99 }, []]);
  });

  it("a refused order or curve rejects the call and leaves nothing to undo; the state contains a refused undo", async () => {
    const { session, state, store, fail } = isolatedSession();
    const attempt = session.replacePart({ to: curve(FILE), from: curve(null) });
    const reason = attempt.catch(String);
    await fail(refusal("8760 values"));
    expect(await reason).toContain("8760 values");
    expect([state().refusals, state().canUndo, state().unsentCount]).toEqual([{}, false, 0]);
    void session.replacePart({ to: order("b"), from: order() });
    await store();
    session.undo();
    await fail(refusal("No such order"));
    expect(state().refusals).toEqual({ "order heat_network_order_lt": ["No such order"] });
  });

  it("an order or a curve cannot be undone once another person has replaced it, but other steps can", async () => {
    const { session, state, store } = isolatedSession();
    for (const to of [order("b"), curve(FILE)]) {
      void session.replacePart({ to, from: to.kind === "order" ? order() : curve(null) });
      await store();
    }
    session.excludeFromUndo(["order heat_network_order_lt"]);
    session.undo();
    await store();
    await store();
    expect([state().scenario.orders, state().scenario.userValues, state().canUndo]).toEqual([
      { heat_network_order_lt: ["b"] },
      { wind: 10 },
      false,
    ]);
  });

  it("an order or a curve is kept only while the page is open", async () => {
    const { session, fail, timers, store, state } = isolatedSession();
    void session.replacePart({ to: order("b"), from: order() });
    expect(session.isPersisted).toBe(false);
    await fail(UNREACHABLE);
    expect(state().isOffline).toBe(true);
    timers.shift()!();
    await store();
    expect([session.isPersisted, state().isOffline, state().scenario.orders]).toEqual([
      true,
      false,
      { heat_network_order_lt: ["b"] },
    ]);
  });
});

describe("a copy of a scenario, as after it is saved", () => {
  it("a copy of a scenario undoes and redoes the scenario's steps", async () => {
    const original = isolatedSession();
    original.session.set({ wind: 20 });
    original.session.set({ wind: 30 });
    original.session.undo();
    const copy = isolatedSession({ steps: original.session.steps });
    expect([copy.state().canUndo, copy.state().canRedo]).toEqual([true, true]);
    copy.session.redo();
    copy.session.set({ wind: 40 });
    for (let step = 0; step < 3; step++) copy.session.undo();
    expect(copy.state().moves).toEqual(original.session.steps.undoStack[0]!.inverse);
    expect([copy.state().canUndo, copy.state().canRedo]).toEqual([false, true]);
  });
});

describe("undo before the server's response", () => {
  it("undo before the server's response undoes the waiting change, not the previous one", async () => {
    const { session, state, store, sentChanges } = isolatedSession();
    session.set({ sun: 5 });
    await store();
    session.move("wind", 20);
    session.release();
    expect(state().canUndo).toBe(true);
    session.undo();
    expect([state().moves, state().unsentCount, sentChanges.length]).toEqual([{ wind: 10 }, 2, 1]);
    await store();
    expect((await store()).changes).toEqual({ wind: 10 });
    expect(state()).toMatchObject({ scenario: { userValues: { wind: 10, sun: 5 } }, canUndo: true, canRedo: true });
  });

  it("undo before the server's response sends nothing more if the change is then refused, and leaves nothing to redo", async () => {
    const { session, state, fail, sentChanges } = isolatedSession();
    session.set({ wind: 99 });
    session.undo();
    await fail(refusal("Input wind cannot be greater than 60.0"));
    expect([sentChanges.length, state().unsentCount, state().moves]).toEqual([0, 0, {}]);
    expect([state().canUndo, state().canRedo]).toEqual([false, false]);
  });

  it("undo before the server's response restores the values before a refused change and the change after it", async () => {
    const { session, state, fail, store } = isolatedSession();
    session.set({ wind: 99 });
    session.set({ wind: 20 });
    session.undo();
    await fail(refusal("Input wind cannot be greater than 60.0"));
    await store();
    expect((await store()).changes).toEqual({ wind: 10 });
    expect(state().scenario.userValues).toEqual({ wind: 10 });
  });

  it("undo before the server's response restores the value before two refused changes to the same slider", async () => {
    const { session, state, fail, store } = isolatedSession();
    const attempt = refusal("Input wind cannot be greater than 60.0");
    for (const wind of [99, 0, 99, 5]) session.set({ wind });
    session.undo();
    await fail(attempt);
    await store();
    await fail(attempt);
    await store();
    expect((await store()).changes).toEqual({ wind: 0 });
    session.undo();
    await store();
    expect(state().scenario.userValues).toEqual({ wind: 10 });
  });

  it("undo before the server's response leads back to the first state after any sequence of changes, undos, redos, responses and refusals, and redo to the last one", async () => {
    const LIMIT = 60;
    const event = fc.oneof(
      fc.record({ kind: fc.constant("set" as const), key: fc.constantFrom("wind", "sun"), value: fc.nat(2 * LIMIT) }),
      fc.record({ kind: fc.constantFrom("undo", "redo", "settle") }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 30 }), async (events) => {
        const { session, state, sentChanges, store, fail, storedScenario } = isolatedSession();
        const settle = async (): Promise<void> => {
          if (sentChanges.length === 0) return;
          const isRefused = Object.values(sentChanges[0]!.changes).some(
            (value) => typeof value === "number" && value > LIMIT,
          );
          if (isRefused) await fail(refusal("too much"));
          else await store();
        };
        const settleAll = async (): Promise<void> => {
          while (sentChanges.length > 0) await settle();
        };
        for (const event of events) {
          if (event.kind === "set") session.set({ [event.key]: event.value });
          else if (event.kind === "settle") await settle();
          else session[event.kind]();
        }
        await settleAll();
        while (state().canRedo) session.redo();
        await settleAll();
        const end = storedScenario().userValues;
        while (state().canUndo) session.undo();
        await settleAll();
        expect(storedScenario().userValues).toEqual(STORED.userValues);
        while (state().canRedo) session.redo();
        await settleAll();
        expect(storedScenario().userValues).toEqual(end);
      }),
      { numRuns: 100 },
    );
  });
});

describe("undo in a scenario that others also change", () => {
  it("undo in a scenario that others also change reverts the user's own change, except sliders that another person has since moved", async () => {
    const { session, state, store, changeElsewhere } = isolatedSession();
    session.set({ wind: 20, sun: 5 });
    await store();
    session.set({ cars: 1 });
    await store();
    changeElsewhere({ wind: 30, cars: 2 });
    session.excludeFromUndo(["wind", "cars"]);
    await session.refresh();
    session.undo();
    await store();
    expect(state().scenario.userValues).toEqual({ wind: 30, cars: 2 });
    expect(state().canUndo).toBe(false);
  });

  it("undo in a scenario that others also change identifies this page's changes by their commands", async () => {
    const { session, store } = isolatedSession();
    session.set({ wind: 20 });
    const { command } = await store();
    expect([session.hasSent(command), session.hasSent("another"), session.hasSent(undefined)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe("a sign-in that expired", () => {
  it("a sign-in that expired keeps changes in order until the person returns, and sends each once", async () => {
    const { session, state, sentChanges, fail, store } = isolatedSession();
    session.set({ wind: 20 });
    await fail({ kind: "signedOut" });
    session.set({ sun: 5 });
    expect([state().isSignedOut, state().unsentCount, sentChanges.length, state().moves]).toEqual([
      true,
      2,
      0,
      { wind: 20, sun: 5 },
    ]);
    session.resume(1);
    await store();
    await store();
    expect([state().isSignedOut, state().unsentCount, state().scenario.userValues]).toEqual([
      false,
      0,
      { wind: 20, sun: 5 },
    ]);
  });
});

describe("another person's sign-in", () => {
  it("another person's sign-in sends none of the previous person's waiting changes, and keeps them", async () => {
    const storage: PendingChange[] = [];
    const outbox: Outbox = { read: () => [...storage], add: (change) => void storage.push(change), remove: () => {} };
    let person: number | null = 7;
    const { session, state, sentChanges, fail, store } = isolatedSession({ outbox, author: () => person });
    session.set({ wind: 20 });
    expect(sentChanges[0]!.author).toBe(7);
    await fail({ kind: "signedOut" });
    person = 8;
    session.resume(8);
    expect([state().moves, state().unsentCount, state().canUndo, sentChanges.length]).toEqual([{}, 0, false, 0]);
    session.set({ sun: 5 });
    expect(await store()).toMatchObject({ changes: { sun: 5 }, author: 8 });
    expect(state().scenario.userValues).toEqual({ wind: 10, sun: 5 });
    expect(storage[0]).toMatchObject({ changes: { wind: 20 }, author: 7 });
  });

  it("another person's sign-in restores that person's changes from an earlier page", async () => {
    const leftoverChange: PendingChange = {
      command: "earlier",
      changes: { wind: 20 },
      inverse: { wind: 10 },
      replacement: null,
      author: 7,
    };
    let person: number | null = null;
    const outbox: Outbox = {
      read: () => [leftoverChange].filter(({ author }) => author === person),
      add: () => {},
      remove: () => {},
    };
    const { session, state, sentChanges, store } = isolatedSession({ outbox, author: () => person });
    expect([state().moves, state().unsentCount, sentChanges.length]).toEqual([{}, 0, 0]);
    person = 7;
    session.resume(7);
    expect(state().moves).toEqual({ wind: 20 });
    expect(await store()).toMatchObject({ command: "earlier", author: 7 });
    session.resume(7);
    expect([state().unsentCount, sentChanges.length, state().scenario.userValues]).toEqual([0, 0, { wind: 20 }]);
  });

  it("another person's sign-in sends the changes that a guest made before it", async () => {
    let person: number | null = null;
    const { session, sentChanges, fail, state } = isolatedSession({ author: () => person });
    session.set({ wind: 20 });
    await fail({ kind: "signedOut" });
    person = 8;
    session.resume(8);
    expect([sentChanges.length, sentChanges[0]!.author, state().moves]).toEqual([1, null, { wind: 20 }]);
  });
});

describe("unsent changes of an earlier page", () => {
  it("unsent changes of an earlier page are applied to the stored sliders, sent with their original commands, and removed from the outbox once stored", async () => {
    const leftoverChanges: PendingChange[] = [
      { command: "earlier", changes: { wind: 30 }, inverse: { wind: 10 }, replacement: null, author: null },
    ];
    const outbox: Outbox = {
      read: () => [...leftoverChanges],
      add: (change) => void leftoverChanges.push(change),
      remove: (command) =>
        void leftoverChanges.splice(
          leftoverChanges.findIndex((pendingChange) => pendingChange.command === command),
          1,
        ),
    };
    const { state, sentChanges, store, session } = isolatedSession({ outbox });
    expect([state().moves, sentChanges.map(({ command }) => command)]).toEqual([{ wind: 30 }, ["earlier"]]);
    session.set({ sun: 5 });
    expect(leftoverChanges.map(({ changes }) => changes)).toEqual([{ wind: 30 }, { sun: 5 }]);
    await store();
    await store();
    await session.waitUntilStored();
    expect([leftoverChanges, state().scenario.userValues]).toEqual([[], { wind: 30, sun: 5 }]);
  });
});

describe("couplings", () => {
  it("a group is coupled and uncoupled; the removal of all groups is undone by restoring the version before it", async () => {
    const { session, state, store } = isolatedSession();
    const steel = { kind: "coupling", groups: ["steel"] } as const;
    void session.replacePart({ to: { ...steel, step: "couple" }, from: { ...steel, step: "uncouple" } });
    await store();
    expect(state().scenario.activeCouplings).toEqual(["steel"]);
    const { version } = state().scenario;
    void session.replacePart({
      to: { kind: "coupling", groups: [], step: "remove" },
      from: { kind: "version", version },
    });
    await store();
    expect(state().scenario.activeCouplings).toEqual([]);
    session.undo();
    await store();
    expect(state().scenario.activeCouplings).toEqual(["steel"]);
    session.undo();
    await store();
    expect([state().scenario.activeCouplings, state().canUndo]).toEqual([[], false]);
  });

  it("a removal is not undone once another person has changed the scenario, whose change it would revert", async () => {
    const { session, state, store } = isolatedSession();
    const { version } = state().scenario;
    void session.replacePart({
      to: { kind: "coupling", groups: [], step: "remove" },
      from: { kind: "version", version },
    });
    await store();
    session.excludeFromUndo(["sun"]);
    expect(state().canUndo).toBe(false);
  });
});
