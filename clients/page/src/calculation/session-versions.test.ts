import { describe, expect, it } from "vitest";
import { UNREACHABLE, isolatedSession, refusal } from "./session.fixture.ts";

describe("an earlier version", () => {
  /** Versions 1 to 4: wind 10, 11, 12, 13, each calculated. */
  async function fourVersions() {
    const fixture = isolatedSession();
    fixture.session.requestResults({ queries: [], curves: [] });
    fixture.answer();
    for (const wind of [11, 12, 13]) {
      fixture.session.set({ wind });
      await fixture.store();
      fixture.answer();
    }
    return fixture;
  }

  it("an earlier version is shown with its own sliders and the current version as the ghost, and nothing is stored", async () => {
    const { session, state, answer, readVersions, sentChanges } = await fourVersions();
    session.visit(2);
    await readVersions();
    answer();
    expect(state()).toMatchObject({ visitedVersion: 2, isCalculating: false, moves: {} });
    expect(state().answer!).toMatchObject({ version: 2, sliders: { userValues: { wind: 11 } } });
    expect(state().previousAnswer!.sliders.userValues).toEqual({ wind: 13 });
    expect(sentChanges).toEqual([]);
    session.leave();
    expect(state()).toMatchObject({ visitedVersion: null, isCalculating: false, base: { version: 4 } });
    expect(state().answer!.sliders.userValues).toEqual({ wind: 13 });
  });

  it("an earlier version is skipped if the user moves on while another is read, and each version is read only once", async () => {
    const { session, state, versionReads, readVersions, requests } = await fourVersions();
    session.visit(3);
    session.visit(2);
    session.visit(1);
    expect(versionReads.map(({ version }) => version)).toEqual([3]);
    await readVersions();
    expect(requests.at(-1)!.scenario.version).toBe(1);
    expect(state().base.userValues).toEqual({ wind: 10 });
    session.visit(3);
    expect(versionReads).toEqual([]);
    expect(state().base.userValues).toEqual({ wind: 12 });
  });

  it("an earlier version does not replace the current version if it arrives late", async () => {
    const { session, state, readVersions, answer, requests } = await fourVersions();
    session.visit(2);
    session.leave();
    await readVersions();
    expect(state()).toMatchObject({ visitedVersion: null, base: { version: 4 } });
    session.visit(2);
    await readVersions();
    const lateRequest = requests.at(-1)!;
    session.leave();
    answer(lateRequest);
    expect(state().answer!.sliders.userValues).toEqual({ wind: 13 });
  });

  it("an earlier version is replaced by the current version, with the reason, if it cannot be read", async () => {
    const { session, state, readVersions } = await fourVersions();
    session.visit(99);
    await readVersions();
    expect(state()).toMatchObject({ visitedVersion: null, visitFault: "there is no version 99" });
  });

  it("moving a slider leaves an earlier version", async () => {
    const { session, state, readVersions, store } = await fourVersions();
    session.visit(1);
    await readVersions();
    session.move("wind", 14);
    expect(state()).toMatchObject({ visitedVersion: null, moves: { wind: 14 }, base: { version: 4 } });
    session.release();
    expect((await store()).changes).toEqual({ wind: 14 });
  });

  it("an earlier version is restored as a new version; undo reverts it and earlier steps, unless another person changes the scenario", async () => {
    const { session, state, readVersions, restore, settlePromises, store } = await fourVersions();
    session.visit(2);
    await readVersions();
    void session.restore();
    await settlePromises();
    await restore();
    expect(state()).toMatchObject({ visitedVersion: null, scenario: { version: 5, userValues: { wind: 11 } } });
    expect(state().base).toEqual(state().scenario);
    for (const wind of [13, 12]) {
      session.undo();
      await store();
      expect(state().scenario.userValues).toEqual({ wind });
    }
    for (const wind of [13, 11]) {
      session.redo();
      await store();
      expect(state().scenario.userValues).toEqual({ wind });
    }
    session.excludeFromUndo(["sun"]);
    expect([state().canUndo, state().canRedo]).toEqual([false, false]);
  });

  it("an earlier version stays on the screen with the server's message if restoring it is refused", async () => {
    const { session, state, readVersions, restoreCalls, settlePromises } = await fourVersions();
    session.visit(2);
    await readVersions();
    void session.restore();
    await settlePromises();
    restoreCalls[0]!.settle(refusal("Scenario is read-only"));
    await settlePromises();
    expect(state()).toMatchObject({ visitedVersion: 2, visitFault: "Scenario is read-only", scenario: { version: 4 } });
  });

  it("an earlier version shows the reason if the server does not respond; only unsent changes make the page offline", async () => {
    const { session, state, readVersions, restoreCalls, settlePromises } = await fourVersions();
    session.visit(2);
    await readVersions();
    void session.restore();
    await settlePromises();
    restoreCalls[0]!.settle(UNREACHABLE);
    await settlePromises();
    expect(state()).toMatchObject({ visitedVersion: 2, visitFault: "No answer", isOffline: false });
    session.leave();
    expect(state().visitFault).toBeNull();
  });

  it("an earlier version is restored after the pending changes, unless the user leaves it first", async () => {
    const { session, state, store, readVersions, restore, restoreCalls, settlePromises } = await fourVersions();
    const ask = async (version: number): Promise<void> => {
      session.visit(version);
      await readVersions();
      void session.restore();
      await settlePromises();
    };
    session.set({ sun: 5 });
    await ask(2);
    expect(restoreCalls).toEqual([]);
    await store();
    await restore();
    expect(state()).toMatchObject({ visitedVersion: null, scenario: { version: 6, userValues: { wind: 11 } } });
    session.set({ sun: 6 });
    await ask(1);
    session.leave();
    await store();
    expect([restoreCalls, state().scenario.userValues]).toEqual([[], { wind: 11, sun: 6 }]);
  });
});
