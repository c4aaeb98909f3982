import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shallow } from "zustand/vanilla/shallow";
import type { Session } from "./session.ts";
import { UNREACHABLE, isolatedSession, refusal } from "./session.fixture.ts";

describe("an inspected hour", () => {
  it("the selected hour is requested from the calculator, and its report is kept with its answer", () => {
    const { session, inspectionRequests, callbacks, state, answer } = isolatedSession();
    session.requestResults({ queries: [], curves: [] });
    answer();
    expect([session.canInspect, state().answer!.inspection]).toEqual([true, undefined]);
    session.inspect({ network: "merit_order", hour: 497 });
    expect(inspectionRequests).toEqual([{ network: "merit_order", hour: 497 }]);
    const { n } = state().answer!;
    callbacks().onInspection({ n, hour: null });
    callbacks().onInspection({ n: n + 1, hour: null });
    expect(state().answer!.inspection).toEqual({ n, hour: null });
  });

  it("a cancelled drag restores the previous report, and recalculates the scenario for later reports", () => {
    const { session, callbacks, state, answer, requests } = isolatedSession();
    session.requestResults({ queries: [], curves: [] });
    answer();
    const report = { n: state().answer!.n, hour: null };
    callbacks().onInspection(report);
    session.press("wind");
    session.move("wind", 30);
    answer();
    session.cancel();
    expect(state().answer!.inspection).toEqual(report);
    expect(requests.at(-1)).toMatchObject({ n: state().answer!.n, changes: {} });
  });
});

describe("an explained result", () => {
  it("an explained result keeps its explanation until another answer is shown, and ignores explanations of other answers", () => {
    const { session, explanationSubjects, callbacks, state, answer } = isolatedSession();
    session.requestResults({ queries: [], curves: [] });
    answer();
    session.explain("query cost");
    expect([session.canExplain, explanationSubjects]).toEqual([true, ["query cost"]]);
    const explanation = { subject: "node mill", kind: "object", node: null, inputs: ["wind"] } as const;
    const { n } = state().answer!;
    callbacks().onExplanation({ n: n + 1, ...explanation });
    expect(state().explanations.size).toBe(0);
    callbacks().onExplanation({ n, ...explanation });
    expect(state().explanations.get("node mill")).toEqual({ n, ...explanation });
    session.move("wind", 20);
    answer();
    expect(state().explanations.size).toBe(0);
  });
});

describe("the numbers of a screen", () => {
  it("the numbers of a screen are requested once, and again after an answer without curves", () => {
    const { session, requests, state, answer } = isolatedSession();
    const request = { queries: ["cost"], curves: ["price"] };
    session.requestResults(request);
    session.requestResults({ ...request });
    expect(requests.length).toBe(1);
    answer(requests[0], { curves: null });
    expect(state()).toMatchObject({ answer: { n: 1, curves: null }, isCalculating: true });
    answer();
    expect(state()).toMatchObject({ answer: { n: 1, curves: new Map() }, isCalculating: false });
    session.requestResults({ ...request, curves: [] });
    expect(requests.length).toBe(2);
  });
});

describe("a drag before the curves arrive", () => {
  it("a drag before the curves arrive has the current numbers as its ghost, and recalculates these numbers when it is cancelled", () => {
    const { session, requests, state, answer } = isolatedSession();
    session.requestResults({ queries: ["cost"], curves: ["price"] });
    answer(requests[0], { curves: null });
    session.press("wind");
    session.move("wind", 20);
    expect(state().previousAnswer).toMatchObject({ n: 1, curves: null });
    session.cancel();
    expect(requests.at(-1)).toMatchObject({ n: 4, changes: {} });
    answer();
    expect(state()).toMatchObject({ answer: { n: 4 }, isCalculating: false });
  });
});

describe("a drag", () => {
  it("a drag previews each position and stores one change when it is released", async () => {
    const { session, sentChanges, state, answer, store, requests } = isolatedSession();
    session.requestResults({ queries: ["cost"], curves: [] });
    answer();
    session.press("wind");
    for (const value of [11, 12, 13]) session.move("wind", value);
    expect(sentChanges).toEqual([]);
    expect(requests.at(-1)!.changes).toEqual({ wind: 13 });
    session.release();
    expect(sentChanges.map(({ changes }) => changes)).toEqual([{ wind: 13 }]);
    await store();
    expect(sentChanges).toEqual([]);
    expect([state().scenario.version, state().moves]).toEqual([2, {}]);
  });

  it("a cancelled drag stores nothing, and shows the previous numbers immediately", () => {
    const { session, sentChanges, state, answer, requests } = isolatedSession();
    session.requestResults({ queries: [], curves: [] });
    answer();
    const previousAnswer = state().answer!;
    session.press("wind");
    session.move("wind", 30);
    const lateRequest = requests.at(-1)!;
    session.cancel();
    expect(state().answer!.sliders).toEqual(previousAnswer.sliders);
    expect([state().isCalculating, state().previousAnswer, state().moves]).toEqual([false, null, {}]);
    answer(lateRequest);
    expect(state().answer!.sliders).toEqual(previousAnswer.sliders);
    expect(sentChanges).toEqual([]);
  });

  it("the ghost of a change is the state before it, even while the preceding change is calculated again once stored", async () => {
    const { session, requests, state, answer, store } = isolatedSession();
    session.requestResults({ queries: [], curves: [] });
    answer();
    session.set({ wind: 20 });
    answer();
    await store();
    const lateRequest = requests.at(-1)!;
    expect(state().isCalculating).toBe(true);
    session.set({ wind: 30 });
    expect(state().previousAnswer!.sliders.userValues).toEqual({ wind: 20 });
    answer(lateRequest);
    answer();
    expect(state().answer!.sliders.userValues).toEqual({ wind: 30 });
    expect(state().previousAnswer!.sliders.userValues).toEqual({ wind: 20 });
  });

  it("the ghost of a change is the state before it, even while other results are calculated for that state", () => {
    const { session, state, answer } = isolatedSession();
    session.requestResults({ queries: [], curves: [] });
    answer();
    session.move("wind", 30);
    session.cancel();
    session.requestResults({ queries: ["cost"], curves: [] });
    session.set({ wind: 20 });
    expect(state().previousAnswer!.sliders.userValues).toEqual({ wind: 10 });
  });

  it("the ghost of a change is never the state of a visited version with the same slider values", async () => {
    const { session, state, answer, store, readVersions } = isolatedSession();
    session.requestResults({ queries: [], curves: [] });
    const { version } = state().scenario;
    void session.replacePart({
      to: { kind: "order", name: "heat_network_order_lt", members: ["b", "a"] },
      from: { kind: "order", name: "heat_network_order_lt", members: ["a", "b"] },
    });
    await store();
    answer();
    session.visit(version);
    await readVersions();
    answer();
    expect(state().answer!.version).toBe(version);
    session.set({ wind: 20 });
    expect(state().previousAnswer!.version).toBe(version + 1);
  });

  it("a drag keeps the previous numbers as its ghost until the next one", async () => {
    const { session, state, answer, store } = isolatedSession();
    session.requestResults({ queries: [], curves: [] });
    answer();
    session.move("wind", 20);
    answer();
    expect(state().previousAnswer!.sliders.userValues).toEqual({ wind: 10 });
    session.release();
    await store();
    answer();
    expect(state().previousAnswer!.sliders.userValues).toEqual({ wind: 10 });
    session.press("sun");
    expect(state().previousAnswer!.sliders.userValues).toEqual({ wind: 20 });
  });

  it("a drag without a move stores nothing", () => {
    const { session, sentChanges } = isolatedSession();
    session.press("wind");
    session.release();
    expect(sentChanges).toEqual([]);
  });
});

describe("answers", () => {
  it("answers are dropped if they are older than the current one", () => {
    const { session, state, answer, requests } = isolatedSession();
    session.requestResults({ queries: [], curves: [] });
    session.move("wind", 11);
    session.move("wind", 12);
    const [, second, third] = requests;
    answer(third);
    answer(second);
    expect(state().answer!.sliders.userValues).toEqual({ wind: 12 });
    expect(state().isCalculating).toBe(false);
  });
});

describe("the response of a slider", () => {
  it("the response of a slider is collected point by point in ascending order, and points of an earlier request are dropped", () => {
    const { session, state, variantRequests, callbacks } = isolatedSession();
    session.trials.explore("wind", [{ wind: 0 }, { wind: 10, sun: 4 }, { wind: 20 }], ["cost"]);
    session.trials.explore("sun", [{ sun: 0 }, { sun: 5 }], ["cost"]);
    const [wind, sun] = variantRequests;
    const results = new Map([["cost", 1]]);
    expect(sun!.variants).toEqual([{ sun: 0 }, { sun: 5 }]);
    callbacks().onVariant({ id: sun!.id, index: 1, results, refusals: [] });
    callbacks().onVariant({ id: wind!.id, index: 1, results, refusals: [] });
    callbacks().onVariant({ id: sun!.id, index: 0, results, refusals: [] });
    expect(state().response).toMatchObject({ key: "sun", points: [{ value: 0 }, { value: 5 }] });
  });

  it("the response of a slider is requested once per state of the scenario, which includes unsaved changes", async () => {
    const { session, variantRequests, answer, store } = isolatedSession();
    session.requestResults({ queries: [], curves: [] });
    answer();
    session.trials.explore("wind", [{ wind: 0 }], []);
    session.trials.explore("wind", [{ wind: 0 }], []);
    expect(variantRequests.map(({ variants }) => variants)).toEqual([[{ wind: 0 }]]);
    session.set({ sun: 5 });
    answer();
    session.trials.explore("wind", [{ wind: 0 }], []);
    await store();
    answer();
    session.trials.explore("wind", [{ wind: 0 }], []);
    expect(variantRequests.slice(1).map(({ variants }) => variants)).toEqual([[{ sun: 5, wind: 0 }]]);
  });
});

describe("tentative changes", () => {
  it("tentative changes are each calculated alone, and results of an earlier request are dropped", () => {
    const { session, state, variantRequests, callbacks } = isolatedSession();
    session.trials.compareEffects([{ wind: 1 }], ["cost"]);
    session.trials.compareEffects([{ sun: 1 }, { cars: 2 }], ["cost"]);
    const [first, second] = variantRequests;
    const results = new Map([["cost", 3]]);
    callbacks().onVariant({ id: second!.id, index: 1, results, refusals: [] });
    callbacks().onVariant({ id: first!.id, index: 0, results, refusals: [] });
    expect([...state().effects!.resultsByIndex.keys()]).toEqual([1]);
    callbacks().onVariant({ id: second!.id, index: 0, results: new Map(), refusals: ["Input sun is disabled"] });
    expect(state().effects!.resultsByIndex.get(0)!.refusals).toEqual(["Input sun is disabled"]);
  });
});

describe("a change from another page", () => {
  it("a change from another page does not override the move of the drag", async () => {
    const { session, state, changeElsewhere, requests } = isolatedSession();
    session.move("wind", 20);
    changeElsewhere({ sun: 7, wind: 1 });
    await session.refresh();
    expect(state().draggedSlider).toBe("wind");
    expect(requests.at(-1)!.scenario.userValues).toEqual({ wind: 1, sun: 7 });
    expect(requests.at(-1)!.changes).toEqual({ wind: 20 });
  });
});

type Values = Session["valuesAtRest"]["userValues"];

it("the numbers at rest belong to the stored sliders after any sequence of events, and a drag's ghost to the state before it", async () => {
  const event = fc.oneof(
    fc.record({ kind: fc.constant("move" as const), key: fc.constantFrom("wind", "sun", "cars"), value: fc.nat(60) }),
    fc.record({
      kind: fc.constantFrom(
        "release",
        "cancel",
        "undo",
        "redo",
        "answer",
        "answer late",
        "store",
        "refused",
        "unreachable",
        "signedOut",
        "resume",
        "elsewhere",
        "leave",
        "read",
        "restore",
        "restored",
      ),
    }),
    fc.record({ kind: fc.constant("visit" as const), version: fc.integer({ min: 1, max: 4 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 40 }), fc.boolean(), async (events, isOnServer) => {
      const fixture = isolatedSession({ isOnServer });
      const { session, sentChanges, requests, timers, state, restoreCalls, settlePromises } = fixture;
      session.requestResults({ queries: [], curves: [] });
      // Values at rest whose numbers are on the screen; null if there are none, or if a version is visited.
      let shownValues: Values | null = null;
      const ghosts: { readonly expected?: Values; readonly ghost?: Values | undefined }[] = [];
      const areAtRest = (values: Values | null): boolean =>
        values !== null && shallow(session.valuesAtRest.userValues, values);
      for (const event of events) {
        switch (event.kind) {
          case "move":
            if (state().draggedSlider !== event.key) {
              session.release();
              const expected = areAtRest(shownValues) ? shownValues : null;
              session.press(event.key);
              const ghost = state().previousAnswer?.sliders.userValues;
              ghosts.push(expected === null ? {} : { expected, ghost });
            }
            session.move(event.key, event.value);
            break;
          case "answer":
            fixture.answer();
            break;
          case "answer late":
            fixture.answer(requests[Math.floor(requests.length / 2)]);
            break;
          case "store":
            if (sentChanges.length > 0) await fixture.store();
            break;
          case "unreachable":
            if (sentChanges.length > 0) await fixture.fail(UNREACHABLE);
            break;
          case "refused":
            if (sentChanges.length > 0) await fixture.fail(refusal("too much"));
            break;
          case "visit":
            session.visit(event.version);
            break;
          case "restore":
            void session.restore();
            await settlePromises();
            break;
          case "restored":
            if (restoreCalls.length > 0) await fixture.restore();
            break;
          case "read":
            await fixture.readVersions();
            break;
          case "signedOut":
            if (sentChanges.length > 0) await fixture.fail({ kind: "signedOut" });
            break;
          case "elsewhere":
            fixture.changeElsewhere({ sun: 3 });
            await session.refresh();
            break;
          case "resume":
            session.resume(1);
            break;
          default:
            session[event.kind]();
        }
        if (event.kind === "answer") shownValues = state().answer!.sliders.userValues;
        if (event.kind === "move") shownValues = null;
        const isAtRest = state().draggedSlider === null;
        if ((isAtRest && !areAtRest(shownValues)) || state().visitedVersion !== null) shownValues = null;
      }
      expect(ghosts.map(({ ghost }) => ghost)).toEqual(ghosts.map(({ expected }) => expected));
      session.release();
      while (restoreCalls.length > 0) await fixture.restore();
      session.leave();
      await fixture.readVersions();
      session.resume(1);
      for (let round = 0; round < 100 && (sentChanges.length > 0 || timers.length > 0); round++) {
        session.resume(1);
        timers.shift()?.();
        if (sentChanges.length > 0) await fixture.store();
      }
      fixture.answer();
      expect([state().moves, state().unsentCount, state().isCalculating]).toEqual([{}, 0, false]);
      expect(state().scenario).toEqual(fixture.storedScenario());
      expect(state().answer!.sliders.userValues).toEqual(fixture.storedScenario().userValues);
    }),
    { numRuns: 300 },
  );
});
