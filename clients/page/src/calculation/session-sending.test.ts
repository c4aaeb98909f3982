import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Outbox, PendingChange } from "./own-changes.ts";
import { UNREACHABLE, isolatedSession, refusal } from "./session.fixture.ts";
import { STORED } from "./stored-scenario.fixture.ts";

describe("a refused change", () => {
  it("a refused change is reverted, with the service's message at its slider", async () => {
    const { session, state, fail, questions } = isolatedSession();
    session.move("wind", 99);
    session.release();
    await fail(refusal("Input wind cannot be greater than 60.0"));
    expect(state().refusals).toEqual({ wind: ["Input wind cannot be greater than 60.0"] });
    expect(questions.at(-1)!.changes).toEqual({});
    // It is about the latest action: the next one, of any slider, or another language ends it.
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
      expect(state().shown!.sliders.userValues).toEqual({ wind: 10 });
    },
  );
});

describe("an unresponsive server", () => {
  it("an unresponsive server gets the same command again, and nothing is lost", async () => {
    const { session, state, fail, sent, waiting, store } = isolatedSession();
    session.move("wind", 20);
    session.release();
    session.set({ sun: 5 });
    await fail(UNREACHABLE);
    expect([state().isOffline, state().unsent]).toEqual([true, 2]);
    waiting.shift()!();
    expect(sent.map(({ command }) => command)).toEqual(["command 1"]);
    await store();
    expect(sent.map(({ changes }) => changes)).toEqual([{ sun: 5 }]);
    await store();
    expect([state().isOffline, state().unsent, state().stored.userValues]).toEqual([false, 0, { wind: 20, sun: 5 }]);
  });
});

describe("a change that is stored after other people's changes", () => {
  it("a change that is stored after other people's changes stays at its released value while those are read", async () => {
    const { session, state, store, changeElsewhere } = isolatedSession();
    const windOnScreen = () => state().moves["wind"] ?? state().base.userValues["wind"];
    session.move("wind", 20);
    session.release();
    changeElsewhere({ sun: 5 });
    const seen: unknown[] = [];
    session.state.subscribe(() => seen.push(windOnScreen()));
    await store();
    expect(seen.filter((wind) => wind !== 20)).toEqual([]);
    expect([state().stored.userValues, state().unsent]).toEqual([{ wind: 20, sun: 5 }, 0]);
  });
});

describe("undo and redo", () => {
  it("undo reverts a change by a new change, and redo repeats it", async () => {
    const { session, state, store } = isolatedSession();
    session.set({ sun: 5 });
    await store();
    session.undo();
    expect((await store()).changes).toEqual({ sun: "reset" });
    expect([state().stored.userValues, state().canUndo, state().canRedo]).toEqual([{ wind: 10 }, false, true]);
    session.redo();
    await store();
    expect([state().stored.userValues, state().canUndo, state().canRedo]).toEqual([{ wind: 10, sun: 5 }, true, false]);
  });
});

describe("an order or a curve", () => {
  const order = (...members: string[]) => ({ kind: "order", name: "lt", members }) as const;
  const curve = (file: File | null) => ({ kind: "curve", key: "wind", file }) as const;
  const FILE = new File(["1"], "waves.csv");

  it("an order or a curve is replaced after pending slider changes, undone and redone, with the previous numbers as the ghost", async () => {
    const { session, state, store, answer, sent } = isolatedSession();
    session.want({ queries: [], curves: [] });
    answer();
    session.set({ sun: 5 });
    answer();
    const done = session.exchange({ to: order("b", "a"), from: order() });
    expect([sent.length, sent[0]!.exchange, state().unsent]).toEqual([1, null, 2]);
    expect(state().before).toMatchObject({ sliders: { userValues: { sun: 5 } } });
    await store();
    expect((await store()).exchange!.to).toEqual(order("b", "a"));
    expect([await done, state().stored.orders]).toEqual([[], { lt: ["b", "a"] }]);
    session.undo();
    await store();
    expect(state().stored).toMatchObject({ orders: { lt: [] }, userValues: { sun: 5 } });
    session.redo();
    await store();
    expect(state().stored).toMatchObject({ orders: { lt: ["b", "a"] }, userValues: { sun: 5 } });
    session.undo();
    session.undo();
    await store();
    await store();
    expect(state().stored).toMatchObject({ orders: { lt: [] }, userValues: { wind: 10 } });
    expect([state().stored.userValues["sun"], state().canUndo]).toEqual([undefined, false]);
  });

  it("an order or a curve that sets a slider gives its value back when it is undone, and sets it again when it is redone", async () => {
    const { session, state, store, sent } = isolatedSession();
    void session.exchange({ to: curve(FILE), from: curve(null) });
    await store();
    expect(state().stored.userValues).toEqual({ wind: 99 });
    session.undo();
    await store();
    await store();
    expect([state().stored.userValues, sent]).toEqual([{ wind: 10 }, []]);
    session.redo();
    await store();
    expect([state().stored.userValues, sent]).toEqual([{ wind: 99 }, []]);
  });

  it("an order or a curve that is refused rejects the call and leaves nothing to undo; a refused undo is in the state", async () => {
    const { session, state, store, fail } = isolatedSession();
    const refused = session.exchange({ to: curve(FILE), from: curve(null) });
    const reason = refused.catch(String);
    await fail(refusal("8760 values"));
    expect(await reason).toContain("8760 values");
    expect([state().refusals, state().canUndo, state().unsent]).toEqual([{}, false, 0]);
    void session.exchange({ to: order("b"), from: order() });
    await store();
    session.undo();
    await fail(refusal("No such order"));
    expect(state().refusals).toEqual({ "order heat_network_order_lt": ["No such order"] });
  });

  it("an order or a curve is not undone once another person has replaced it; others are", async () => {
    const { session, state, store } = isolatedSession();
    for (const to of [order("b"), curve(FILE)]) {
      void session.exchange({ to, from: to.kind === "order" ? order() : curve(null) });
      await store();
    }
    session.excludeFromUndo(["order heat_network_order_lt"]);
    session.undo();
    await store();
    await store();
    expect([state().stored.orders, state().stored.userValues, state().canUndo]).toEqual([
      { lt: ["b"] },
      { wind: 10 },
      false,
    ]);
  });

  it("an order or a curve is kept only while the page is open", async () => {
    const { session, fail, waiting, store, state } = isolatedSession();
    void session.exchange({ to: order("b"), from: order() });
    expect(session.isKept).toBe(false);
    await fail(UNREACHABLE);
    expect(state().isOffline).toBe(true);
    waiting.shift()!();
    await store();
    expect([session.isKept, state().isOffline, state().stored.orders]).toEqual([true, false, { lt: ["b"] }]);
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
    expect(copy.state().moves).toEqual(original.session.steps.done[0]!.inverse);
    expect([copy.state().canUndo, copy.state().canRedo]).toEqual([false, true]);
  });
});

describe("undo before the server's answer", () => {
  it("undo before the server's answer undoes the waiting release, not the previous one", async () => {
    const { session, state, store, sent } = isolatedSession();
    session.set({ sun: 5 });
    await store();
    session.move("wind", 20);
    session.release();
    expect(state().canUndo).toBe(true);
    session.undo();
    expect([state().moves, state().unsent, sent.length]).toEqual([{ wind: 10 }, 2, 1]);
    await store();
    expect((await store()).changes).toEqual({ wind: 10 });
    expect(state()).toMatchObject({ stored: { userValues: { wind: 10, sun: 5 } }, canUndo: true, canRedo: true });
  });

  it("undo before the server's answer sends nothing more if the release is then refused, and leaves nothing to redo", async () => {
    const { session, state, fail, sent } = isolatedSession();
    session.set({ wind: 99 });
    session.undo();
    await fail(refusal("Input wind cannot be greater than 60.0"));
    expect([sent.length, state().unsent, state().moves]).toEqual([0, 0, {}]);
    expect([state().canUndo, state().canRedo]).toEqual([false, false]);
  });

  it("undo before the server's answer restores the values before a refused release and the one after it", async () => {
    const { session, state, fail, store } = isolatedSession();
    session.set({ wind: 99 });
    session.set({ wind: 20 });
    session.undo();
    await fail(refusal("Input wind cannot be greater than 60.0"));
    await store();
    expect((await store()).changes).toEqual({ wind: 10 });
    expect(state().stored.userValues).toEqual({ wind: 10 });
  });

  it("undo before the server's answer restores the values before both refused releases of the same value around it", async () => {
    const { session, state, fail, store } = isolatedSession();
    const refused = refusal("Input wind cannot be greater than 60.0");
    for (const wind of [99, 0, 99, 5]) session.set({ wind });
    session.undo();
    await fail(refused);
    await store();
    await fail(refused);
    await store();
    expect((await store()).changes).toEqual({ wind: 0 });
    session.undo();
    await store();
    expect(state().stored.userValues).toEqual({ wind: 10 });
  });

  it("undo before the server's answer leads back to the first state after any sequence of changes, undos, redos, answers and refusals, and redo to the last one", async () => {
    const LIMIT = 60;
    const event = fc.oneof(
      fc.record({ kind: fc.constant("set" as const), key: fc.constantFrom("wind", "sun"), value: fc.nat(2 * LIMIT) }),
      fc.record({ kind: fc.constantFrom("undo", "redo", "settle") }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 30 }), async (events) => {
        const { session, state, sent, store, fail, stored } = isolatedSession();
        const settle = async (): Promise<void> => {
          if (sent.length === 0) return;
          const isRefused = Object.values(sent[0]!.changes).some((value) => typeof value === "number" && value > LIMIT);
          if (isRefused) await fail(refusal("too much"));
          else await store();
        };
        const settleAll = async (): Promise<void> => {
          while (sent.length > 0) await settle();
        };
        for (const each of events) {
          if (each.kind === "set") session.set({ [each.key]: each.value });
          else if (each.kind === "settle") await settle();
          else session[each.kind]();
        }
        await settleAll();
        while (state().canRedo) session.redo();
        await settleAll();
        const end = stored().userValues;
        while (state().canUndo) session.undo();
        await settleAll();
        expect(stored().userValues).toEqual(STORED.userValues);
        while (state().canRedo) session.redo();
        await settleAll();
        expect(stored().userValues).toEqual(end);
      }),
      { numRuns: 100 },
    );
  });
});

describe("undo in a scenario that others change as well", () => {
  it("undo in a scenario that others change as well reverts the user's own change, except sliders that another person has moved since", async () => {
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
    expect(state().stored.userValues).toEqual({ wind: 30, cars: 2 });
    expect(state().canUndo).toBe(false);
  });

  it("undo in a scenario that others change as well identifies this page's changes by their commands", async () => {
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
    const { session, state, sent, fail, store } = isolatedSession();
    session.set({ wind: 20 });
    await fail({ kind: "signedOut" });
    session.set({ sun: 5 });
    expect([state().isSignedOut, state().unsent, sent.length, state().moves]).toEqual([
      true,
      2,
      0,
      { wind: 20, sun: 5 },
    ]);
    session.resume(1);
    await store();
    await store();
    expect([state().isSignedOut, state().unsent, state().stored.userValues]).toEqual([false, 0, { wind: 20, sun: 5 }]);
  });
});

describe("another person's sign-in", () => {
  it("another person's sign-in sends none of the previous person's waiting changes, and keeps them", async () => {
    const shelf: PendingChange[] = [];
    const outbox: Outbox = { read: () => [...shelf], add: (waiting) => void shelf.push(waiting), remove: () => {} };
    let person: number | null = 7;
    const { session, state, sent, fail, store } = isolatedSession({ outbox, maker: () => person });
    session.set({ wind: 20 });
    expect(sent[0]!.maker).toBe(7);
    await fail({ kind: "signedOut" });
    person = 8;
    session.resume(8);
    expect([state().moves, state().unsent, state().canUndo, sent.length]).toEqual([{}, 0, false, 0]);
    session.set({ sun: 5 });
    expect(await store()).toMatchObject({ changes: { sun: 5 }, maker: 8 });
    expect(state().stored.userValues).toEqual({ wind: 10, sun: 5 });
    expect(shelf[0]).toMatchObject({ changes: { wind: 20 }, maker: 7 });
  });

  it("another person's sign-in reveals their own changes of an earlier page", async () => {
    const left: PendingChange = {
      command: "earlier",
      changes: { wind: 20 },
      inverse: { wind: 10 },
      exchange: null,
      maker: 7,
    };
    let person: number | null = null;
    const outbox: Outbox = {
      read: () => [left].filter(({ maker }) => maker === person),
      add: () => {},
      remove: () => {},
    };
    const { session, state, sent, store } = isolatedSession({ outbox, maker: () => person });
    expect([state().moves, state().unsent, sent.length]).toEqual([{}, 0, 0]);
    person = 7;
    session.resume(7);
    expect(state().moves).toEqual({ wind: 20 });
    expect(await store()).toMatchObject({ command: "earlier", maker: 7 });
    session.resume(7);
    expect([state().unsent, sent.length, state().stored.userValues]).toEqual([0, 0, { wind: 20 }]);
  });

  it("another person's sign-in sends the changes of the guest before the sign-in", async () => {
    let person: number | null = null;
    const { session, sent, fail, state } = isolatedSession({ maker: () => person });
    session.set({ wind: 20 });
    await fail({ kind: "signedOut" });
    person = 8;
    session.resume(8);
    expect([sent.length, sent[0]!.maker, state().moves]).toEqual([1, null, { wind: 20 }]);
  });
});

describe("unsent changes of an earlier page", () => {
  it("unsent changes of an earlier page are applied to the stored sliders, sent under their names, and removed from the outbox once stored", async () => {
    const left: PendingChange[] = [
      { command: "earlier", changes: { wind: 30 }, inverse: { wind: 10 }, exchange: null, maker: null },
    ];
    const outbox: Outbox = {
      read: () => [...left],
      add: (waiting) => void left.push(waiting),
      remove: (command) =>
        void left.splice(
          left.findIndex((each) => each.command === command),
          1,
        ),
    };
    const { state, sent, store, session } = isolatedSession({ outbox });
    expect([state().moves, sent.map(({ command }) => command)]).toEqual([{ wind: 30 }, ["earlier"]]);
    session.set({ sun: 5 });
    expect(left.map(({ changes }) => changes)).toEqual([{ wind: 30 }, { sun: 5 }]);
    await store();
    await store();
    await session.allStored();
    expect([left, state().stored.userValues]).toEqual([[], { wind: 30, sun: 5 }]);
  });
});

describe("couplings", () => {
  it("a group is coupled and uncoupled; the removal of all groups is undone by restoring the version before it", async () => {
    const { session, state, store } = isolatedSession();
    const steel = { kind: "coupling", groups: ["steel"] } as const;
    void session.exchange({ to: { ...steel, step: "couple" }, from: { ...steel, step: "uncouple" } });
    await store();
    expect(state().stored.activeCouplings).toEqual(["steel"]);
    const { version } = state().stored;
    void session.exchange({
      to: { kind: "coupling", groups: [], step: "remove" },
      from: { kind: "version", version },
    });
    await store();
    expect(state().stored.activeCouplings).toEqual([]);
    session.undo();
    await store();
    expect(state().stored.activeCouplings).toEqual(["steel"]);
    session.undo();
    await store();
    expect([state().stored.activeCouplings, state().canUndo]).toEqual([[], false]);
  });

  it("a removal is not undone once another person has changed the scenario, whose change it would revert", async () => {
    const { session, state, store } = isolatedSession();
    const { version } = state().stored;
    void session.exchange({ to: { kind: "coupling", groups: [], step: "remove" }, from: { kind: "version", version } });
    await store();
    session.excludeFromUndo(["sun"]);
    expect(state().canUndo).toBe(false);
  });
});
