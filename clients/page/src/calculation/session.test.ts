import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UNREACHABLE, isolatedSession, refusal } from "./session.fixture.ts";

describe("an inspected hour", () => {
  it("the selected hour is requested from the calculator, and its report is kept with its answer", () => {
    const { session, inspected, callbacks, state, answer } = isolatedSession();
    session.want({ queries: [], curves: [] });
    answer();
    expect([session.canInspect, state().shown!.inspection]).toEqual([true, undefined]);
    session.inspect({ network: "merit_order", hour: 497 });
    expect(inspected).toEqual([{ network: "merit_order", hour: 497 }]);
    const { n } = state().shown!;
    callbacks().onInspection({ n, hour: null });
    callbacks().onInspection({ n: n + 1, hour: null });
    expect(state().shown!.inspection).toEqual({ n, hour: null });
  });

  it("a cancelled drag restores the previous report, and recalculates the scenario for later ones", () => {
    const { session, callbacks, state, answer, questions } = isolatedSession();
    session.want({ queries: [], curves: [] });
    answer();
    const report = { n: state().shown!.n, hour: null };
    callbacks().onInspection(report);
    session.press("wind");
    session.move("wind", 30);
    answer();
    session.cancel();
    expect(state().shown!.inspection).toEqual(report);
    expect(questions.at(-1)).toMatchObject({ n: state().shown!.n, changes: {} });
  });
});

describe("an explained result", () => {
  it("an explained result keeps its explanation until another answer is shown, and has none of another answer", () => {
    const { session, explained, callbacks, state, answer } = isolatedSession();
    session.want({ queries: [], curves: [] });
    answer();
    session.explain("query cost");
    expect([session.canExplain, explained]).toEqual([true, ["query cost"]]);
    const explanation = { of: "node mill", kind: "object", node: null, inputs: ["wind"] } as const;
    const { n } = state().shown!;
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
  it("the numbers of a screen are requested once, and again after an answer whose curves are still to come", () => {
    const { session, questions, state, answer } = isolatedSession();
    const wanted = { queries: ["cost"], curves: ["price"] };
    session.want(wanted);
    session.want({ ...wanted });
    expect(questions.length).toBe(1);
    answer(questions[0], { curves: null });
    expect(state()).toMatchObject({ shown: { n: 1, curves: null }, isCalculating: true });
    answer();
    expect(state()).toMatchObject({ shown: { n: 1, curves: new Map() }, isCalculating: false });
    session.want({ ...wanted, curves: [] });
    expect(questions.length).toBe(2);
  });
});

describe("a drag before the curves arrive", () => {
  it("a drag before the curves arrive has the current numbers as its ghost, and requests numbers without curves again when it is cancelled", () => {
    const { session, questions, state, answer } = isolatedSession();
    session.want({ queries: ["cost"], curves: ["price"] });
    answer(questions[0], { curves: null });
    session.press("wind");
    session.move("wind", 20);
    expect(state().before).toMatchObject({ n: 1, curves: null });
    session.cancel();
    expect(questions.at(-1)).toMatchObject({ n: 4, changes: {} });
    answer();
    expect(state()).toMatchObject({ shown: { n: 4 }, isCalculating: false });
  });
});

describe("a drag", () => {
  it("a drag previews each position and stores one change when it is released", async () => {
    const { session, sent, state, answer, store, questions } = isolatedSession();
    session.want({ queries: ["cost"], curves: [] });
    answer();
    session.press("wind");
    for (const value of [11, 12, 13]) session.move("wind", value);
    expect(sent).toEqual([]);
    expect(questions.at(-1)!.changes).toEqual({ wind: 13 });
    session.release();
    expect(sent.map(({ changes }) => changes)).toEqual([{ wind: 13 }]);
    await store();
    expect(sent).toEqual([]);
    expect([state().stored.version, state().moves]).toEqual([2, {}]);
  });

  it("a cancelled drag stores nothing, and shows the previous numbers at once", () => {
    const { session, sent, state, answer, questions } = isolatedSession();
    session.want({ queries: [], curves: [] });
    answer();
    const before = state().shown!;
    session.press("wind");
    session.move("wind", 30);
    const late = questions.at(-1)!;
    session.cancel();
    expect(state().shown!.sliders).toEqual(before.sliders);
    expect([state().isCalculating, state().before, state().moves]).toEqual([false, null, {}]);
    answer(late);
    expect(state().shown!.sliders).toEqual(before.sliders);
    expect(sent).toEqual([]);
  });

  it("a drag keeps the previous numbers as its ghost until the next one", async () => {
    const { session, state, answer, store } = isolatedSession();
    session.want({ queries: [], curves: [] });
    answer();
    session.move("wind", 20);
    answer();
    expect(state().before!.sliders.userValues).toEqual({ wind: 10 });
    session.release();
    await store();
    answer();
    expect(state().before!.sliders.userValues).toEqual({ wind: 10 });
    session.press("sun");
    expect(state().before!.sliders.userValues).toEqual({ wind: 20 });
  });

  it("a drag without a move stores nothing", () => {
    const { session, sent } = isolatedSession();
    session.press("wind");
    session.release();
    expect(sent).toEqual([]);
  });
});

describe("answers", () => {
  it("answers are dropped if they are older than the current one", () => {
    const { session, state, answer, questions } = isolatedSession();
    session.want({ queries: [], curves: [] });
    session.move("wind", 11);
    session.move("wind", 12);
    const [, second, third] = questions;
    answer(third);
    answer(second);
    expect(state().shown!.sliders.userValues).toEqual({ wind: 12 });
    expect(state().isCalculating).toBe(false);
  });
});

describe("the response of a slider", () => {
  it("the response of a slider is collected point by point in ascending order, and points of an earlier question are dropped", () => {
    const { session, state, explored, callbacks } = isolatedSession();
    session.trials.explore("wind", [{ wind: 0 }, { wind: 10, sun: 4 }, { wind: 20 }], ["cost"]);
    session.trials.explore("sun", [{ sun: 0 }, { sun: 5 }], ["cost"]);
    const [wind, sun] = explored;
    const results = new Map([["cost", 1]]);
    expect(sun!.variants).toEqual([{ sun: 0 }, { sun: 5 }]);
    callbacks().onVariant({ id: sun!.id, index: 1, results, refused: [] });
    callbacks().onVariant({ id: wind!.id, index: 1, results, refused: [] });
    callbacks().onVariant({ id: sun!.id, index: 0, results, refused: [] });
    expect(state().response).toMatchObject({ key: "sun", version: 1, points: [{ value: 0 }, { value: 5 }] });
  });

  it("the response of a slider is requested once per version", () => {
    const { session, explored } = isolatedSession();
    session.trials.explore("wind", [{ wind: 0 }], []);
    session.trials.explore("wind", [{ wind: 0 }], []);
    expect(explored.length).toBe(1);
  });
});

describe("tentative changes", () => {
  it("tentative changes are each calculated alone, and results of an earlier question are dropped", () => {
    const { session, state, explored, callbacks } = isolatedSession();
    session.trials.weigh([{ wind: 1 }], ["cost"]);
    session.trials.weigh([{ sun: 1 }, { cars: 2 }], ["cost"]);
    const [first, second] = explored;
    const results = new Map([["cost", 3]]);
    callbacks().onVariant({ id: second!.id, index: 1, results, refused: [] });
    callbacks().onVariant({ id: first!.id, index: 0, results, refused: [] });
    expect([...state().effects!.known.keys()]).toEqual([1]);
    callbacks().onVariant({ id: second!.id, index: 0, results: new Map(), refused: ["Input sun is disabled"] });
    expect(state().effects!.known.get(0)!.refused).toEqual(["Input sun is disabled"]);
  });
});

describe("a change from another page", () => {
  it("a change from another page is applied beneath the move of the drag", async () => {
    const { session, state, changeElsewhere, questions } = isolatedSession();
    session.move("wind", 20);
    changeElsewhere({ sun: 7, wind: 1 });
    await session.refresh();
    expect(state().dragged).toBe("wind");
    expect(questions.at(-1)!.stored.userValues).toEqual({ wind: 1, sun: 7 });
    expect(questions.at(-1)!.changes).toEqual({ wind: 20 });
  });
});

it("the numbers at rest belong to the stored sliders after any sequence of events", async () => {
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
      const table = isolatedSession({ isOnServer });
      const { session, sent, questions, waiting, state, restored, settled } = table;
      session.want({ queries: [], curves: [] });
      for (const each of events) {
        switch (each.kind) {
          case "move":
            session.move(each.key, each.value);
            break;
          case "answer":
            table.answer();
            break;
          case "answer late":
            table.answer(questions[Math.floor(questions.length / 2)]);
            break;
          case "store":
            if (sent.length > 0) await table.store();
            break;
          case "unreachable":
            if (sent.length > 0) await table.fail(UNREACHABLE);
            break;
          case "refused":
            if (sent.length > 0) await table.fail(refusal("too much"));
            break;
          case "visit":
            session.visit(each.version);
            break;
          case "restore":
            void session.restore();
            await settled();
            break;
          case "restored":
            if (restored.length > 0) await table.restore();
            break;
          case "read":
            await table.readVersions();
            break;
          case "signedOut":
            if (sent.length > 0) await table.fail({ kind: "signedOut" });
            break;
          case "elsewhere":
            table.changeElsewhere({ sun: 3 });
            await session.refresh();
            break;
          case "resume":
            session.resume(1);
            break;
          default:
            session[each.kind]();
        }
      }
      session.release();
      while (restored.length > 0) await table.restore();
      session.leave();
      await table.readVersions();
      session.resume(1);
      for (let round = 0; round < 100 && (sent.length > 0 || waiting.length > 0); round++) {
        session.resume(1);
        waiting.shift()?.();
        if (sent.length > 0) await table.store();
      }
      table.answer();
      expect([state().moves, state().unsent, state().isCalculating]).toEqual([{}, 0, false]);
      expect(state().stored).toEqual(table.stored());
      expect(state().shown!.sliders.userValues).toEqual(table.stored().userValues);
    }),
    { numRuns: 300 },
  );
});
