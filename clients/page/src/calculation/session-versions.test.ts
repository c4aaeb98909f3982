import { describe, expect, it } from "vitest";
import { UNREACHABLE, isolatedSession, refusal } from "./session.fixture.ts";

describe("an earlier version", () => {
  /** Versions 1 to 4: wind 10, 11, 12, 13, each calculated. */
  async function fourVersions() {
    const table = isolatedSession();
    table.session.want({ queries: [], curves: [] });
    table.answer();
    for (const wind of [11, 12, 13]) {
      table.session.set({ wind });
      await table.store();
      table.answer();
    }
    return table;
  }

  it("an earlier version is shown with its own sliders and the current version as the ghost, and nothing is stored", async () => {
    const { session, state, answer, readVersions, sent } = await fourVersions();
    session.visit(2);
    await readVersions();
    answer();
    expect(state()).toMatchObject({ visiting: 2, isCalculating: false, moves: {} });
    expect(state().shown!).toMatchObject({ version: 2, sliders: { userValues: { wind: 11 } } });
    expect(state().before!.sliders.userValues).toEqual({ wind: 13 });
    expect(sent).toEqual([]);
    session.leave();
    expect(state()).toMatchObject({ visiting: null, isCalculating: false, base: { version: 4 } });
    expect(state().shown!.sliders.userValues).toEqual({ wind: 13 });
  });

  it("an earlier version is skipped if the user moves on while another one is read, and is read only once", async () => {
    const { session, state, read, readVersions, questions } = await fourVersions();
    session.visit(3);
    session.visit(2);
    session.visit(1);
    expect(read.map(({ version }) => version)).toEqual([3]);
    await readVersions();
    expect(questions.at(-1)!.stored.version).toBe(1);
    expect(state().base.userValues).toEqual({ wind: 10 });
    session.visit(3);
    expect(read).toEqual([]);
    expect(state().base.userValues).toEqual({ wind: 12 });
  });

  it("an earlier version does not replace the current version if it arrives late", async () => {
    const { session, state, readVersions, answer, questions } = await fourVersions();
    session.visit(2);
    session.leave();
    await readVersions();
    expect(state()).toMatchObject({ visiting: null, base: { version: 4 } });
    session.visit(2);
    await readVersions();
    const late = questions.at(-1)!;
    session.leave();
    answer(late);
    expect(state().shown!.sliders.userValues).toEqual({ wind: 13 });
  });

  it("an earlier version is replaced by the current version, with the reason, if it cannot be read", async () => {
    const { session, state, readVersions } = await fourVersions();
    session.visit(99);
    await readVersions();
    expect(state()).toMatchObject({ visiting: null, visitFault: "there is no version 99" });
  });

  it("an earlier version is left by moving a slider", async () => {
    const { session, state, readVersions, store } = await fourVersions();
    session.visit(1);
    await readVersions();
    session.move("wind", 14);
    expect(state()).toMatchObject({ visiting: null, moves: { wind: 14 }, base: { version: 4 } });
    session.release();
    expect((await store()).changes).toEqual({ wind: 14 });
  });

  it("an earlier version is restored as a new version; undo reverts it and earlier steps, unless another person changes the scenario", async () => {
    const { session, state, readVersions, restore, settled, store } = await fourVersions();
    session.visit(2);
    await readVersions();
    void session.restore();
    await settled();
    await restore();
    expect(state()).toMatchObject({ visiting: null, stored: { version: 5, userValues: { wind: 11 } } });
    expect(state().base).toEqual(state().stored);
    for (const wind of [13, 12]) {
      session.undo();
      await store();
      expect(state().stored.userValues).toEqual({ wind });
    }
    for (const wind of [13, 11]) {
      session.redo();
      await store();
      expect(state().stored.userValues).toEqual({ wind });
    }
    session.excludeFromUndo(["sun"]);
    expect([state().canUndo, state().canRedo]).toEqual([false, false]);
  });

  it("an earlier version stays on the screen with the service's message if restoring it is refused", async () => {
    const { session, state, readVersions, restored, settled } = await fourVersions();
    session.visit(2);
    await readVersions();
    void session.restore();
    await settled();
    restored[0]!.settle(refusal("Scenario is read-only"));
    await settled();
    expect(state()).toMatchObject({ visiting: 2, visitFault: "Scenario is read-only", stored: { version: 4 } });
  });

  it("an earlier version shows the reason if the server does not answer, and the page is offline only while its changes are", async () => {
    const { session, state, readVersions, restored, settled } = await fourVersions();
    session.visit(2);
    await readVersions();
    void session.restore();
    await settled();
    restored[0]!.settle(UNREACHABLE);
    await settled();
    expect(state()).toMatchObject({ visiting: 2, visitFault: "No answer", isOffline: false });
    session.leave();
    expect(state().visitFault).toBeNull();
  });

  it("an earlier version is restored after the waiting changes, unless the user leaves it meanwhile", async () => {
    const { session, state, store, readVersions, restore, restored, settled } = await fourVersions();
    const ask = async (version: number): Promise<void> => {
      session.visit(version);
      await readVersions();
      void session.restore();
      await settled();
    };
    session.set({ sun: 5 });
    await ask(2);
    expect(restored).toEqual([]);
    await store();
    await restore();
    expect(state()).toMatchObject({ visiting: null, stored: { version: 6, userValues: { wind: 11 } } });
    session.set({ sun: 6 });
    await ask(1);
    session.leave();
    await store();
    expect([restored, state().stored.userValues]).toEqual([[], { wind: 11, sun: 6 }]);
  });
});
