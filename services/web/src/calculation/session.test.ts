import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type {
  Answer,
  Changes,
  InspectionQuestion,
  Question,
  StoredScenario,
  Told,
  VariantsQuestion,
} from "./calculator.ts";
import type { Outbox, Waiting } from "./own-changes.ts";
import { type Restored, Session, type Stored } from "./session.ts";

const STORED: StoredScenario = {
  id: 1,
  version: 1,
  title: "",
  area: "nl",
  startYear: 2023,
  endYear: 2050,
  isReadOnly: false,
  userValues: { wind: 10 },
  balancedValues: {},
  activeCouplings: [],
  inactiveCouplings: [],
  orders: {},
  curves: {},
  scaling: null,
};

const applied = (userValues: StoredScenario["userValues"], changes: Changes) =>
  Object.fromEntries(Object.entries({ ...userValues, ...changes }).filter(([, value]) => value !== "reset"));

const UNREACHABLE = { kind: "unreachable", errors: ["No answer"] } as const;

/**
 * A session on a desk: questions are answered, and changes stored, when the test says so.
 * @param isOnServer whether the calculator is one that can do nothing but answer
 */
function desk({
  outbox,
  isOnServer = false,
  maker = () => null,
}: { readonly outbox?: Outbox; readonly isOnServer?: boolean; readonly maker?: () => number | null } = {}) {
  const questions: Question[] = [];
  const explored: VariantsQuestion[] = [];
  const sent: { changes: Changes; command: string; maker: number | null; settle: (stored: Stored) => void }[] = [];
  const waiting: (() => void)[] = [];
  let told: Told | null = null;
  let stored = STORED;
  const versions = new Map([[STORED.version, STORED]]);
  const keep = (next: StoredScenario): void => {
    stored = next;
    versions.set(next.version, next);
  };
  const read: { readonly version: number; readonly answer: () => void }[] = [];
  const restored: { readonly version: number; readonly settle: (outcome: Restored) => void }[] = [];
  const inspected: InspectionQuestion[] = [];
  const explained: string[] = [];
  let commands = 0;
  const session = new Session(STORED, {
    calculator: (callbacks) => {
      told = callbacks;
      return {
        ask: (question) => void questions.push(question),
        tryOut: isOnServer ? null : (question) => void explored.push(question),
        inspect: isOnServer ? null : (question) => void inspected.push(question),
        explain: isOnServer ? null : (query) => void explained.push(query),
        close: () => {},
      };
    },
    storage: {
      change: (_id, { changes, command, maker }) =>
        new Promise((settle) => sent.push({ changes, command, maker, settle })),
      read: async () => stored,
      readVersion: (_scenario, version) =>
        new Promise((resolve, reject) =>
          read.push({
            version,
            answer: () => {
              const found = versions.get(version);
              if (found === undefined) reject(new Error(`there is no version ${version}`));
              else resolve(found);
            },
          }),
        ),
      restore: (_id, version) => new Promise((settle) => restored.push({ version, settle })),
    },
    newCommand: () => `command ${++commands}`,
    maker,
    later: (work) => void waiting.push(work),
    ...(outbox === undefined ? {} : { outbox }),
  });
  const answerTo = ({ n, stored: base, changes }: Question): Answer => ({
    n,
    version: base.version,
    sliders: { userValues: applied(base.userValues, changes), balancedValues: {} },
    refused: [],
    results: new Map(),
    curves: new Map(),
    recipe: null,
  });
  /** Lets everything happen that waits for a promise alone. */
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 12; turn++) await Promise.resolve();
  };
  return {
    session,
    questions,
    explored,
    inspected,
    explained,
    tell: () => told!,
    sent,
    waiting,
    read,
    restored,
    settled,
    /** Answers the versions that are being read, one after the other. */
    readVersions: async () => {
      for (let next = read.shift(); next !== undefined; next = read.shift()) {
        next.answer();
        await settled();
      }
    },
    restore: async () => {
      const { version, settle } = restored.shift()!;
      const found = versions.get(version);
      if (found !== undefined) keep({ ...found, version: stored.version + 1 });
      settle(found === undefined ? { kind: "refused", errors: ["There is no such version"] } : { kind: "restored" });
      await settled();
    },
    state: () => session.state.getState(),
    answer: (question = questions.at(-1)!, but: Partial<Answer> = {}) =>
      told!.onAnswer({ ...answerTo(question), ...but }),
    store: async () => {
      const next = sent.shift()!;
      keep({ ...stored, version: stored.version + 1, userValues: applied(stored.userValues, next.changes) });
      next.settle({ kind: "stored", scenario: stored });
      await settled();
      return next;
    },
    fail: async (outcome: Stored) => {
      sent.shift()!.settle(outcome);
      await settled();
    },
    changeElsewhere: (changes: Changes) => {
      keep({ ...stored, version: stored.version + 1, userValues: applied(stored.userValues, changes) });
    },
    stored: () => stored,
  };
}

describe("an hour that is looked at", () => {
  it("an hour that is looked at is asked of the calculator, and its report is kept with the answer that it is of", () => {
    const { session, inspected, tell, state, answer } = desk();
    session.want({ queries: [], curves: [] });
    answer();
    expect([session.canInspect, state().shown!.inspection]).toEqual([true, undefined]);
    session.inspect({ network: "merit_order", hour: 497 });
    expect(inspected).toEqual([{ network: "merit_order", hour: 497 }]);
    const { n } = state().shown!;
    tell().onInspection({ n, hour: null });
    tell().onInspection({ n: n + 1, hour: null });
    expect(state().shown!.inspection).toEqual({ n, hour: null });
  });

  it("after a cancelled drag the report is that of before, and the scenario is calculated again for further ones", () => {
    const { session, tell, state, answer, questions } = desk();
    session.want({ queries: [], curves: [] });
    answer();
    const report = { n: state().shown!.n, hour: null };
    tell().onInspection(report);
    session.press("wind");
    session.move("wind", 30);
    answer();
    session.cancel();
    expect(state().shown!.inspection).toEqual(report);
    expect(questions.at(-1)).toMatchObject({ n: state().shown!.n, changes: {} });
  });
});

describe("a result that is explained", () => {
  it("has its explanation until another answer is shown, and none of another answer", () => {
    const { session, explained, tell, state, answer } = desk();
    session.want({ queries: [], curves: [] });
    answer();
    session.explain("cost");
    expect([session.canExplain, explained]).toEqual([true, ["cost"]]);
    const result = { today: 1, future: 2, fault: null };
    const explanation = { query: "cost", formula: "Q(wood) + 1", unit: "euro", result, parts: ["wood"] };
    const { n } = state().shown!;
    tell().onExplanation({ n: n + 1, ...explanation });
    expect(state().explanations.size).toBe(0);
    tell().onExplanation({ n, ...explanation });
    expect(state().explanations.get("cost")?.parts).toEqual(["wood"]);
    session.move("wind", 20);
    answer();
    expect(state().explanations.size).toBe(0);
  });
});

describe("what is wanted", () => {
  it("is asked for once, and is calculated on after an answer whose curves follow", () => {
    const { session, questions, state, answer } = desk();
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

describe("a hand that comes before the curves", () => {
  it("has the numbers that are there as its ghost; those without curves are asked for again when it is cancelled", () => {
    const { session, questions, state, answer } = desk();
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
  it("previews each position and stores one change when it is released", async () => {
    const { session, sent, state, answer, store, questions } = desk();
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

  it("that is cancelled stores nothing and shows the numbers of before at once", () => {
    const { session, sent, state, answer, questions } = desk();
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

  it("keeps the numbers of before as its ghost until the next one", async () => {
    const { session, state, answer, store } = desk();
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

  it("without a move stores nothing", () => {
    const { session, sent } = desk();
    session.press("wind");
    session.release();
    expect(sent).toEqual([]);
  });
});

describe("answers", () => {
  it("that are older than the one shown are dropped", () => {
    const { session, state, answer, questions } = desk();
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

describe("a refused change", () => {
  it("goes back, with the service's sentence at its slider", async () => {
    const { session, state, fail, questions } = desk();
    session.move("wind", 99);
    session.release();
    await fail({ kind: "refused", errors: ["Input wind cannot be greater than 60.0"] });
    expect(state().refusals).toEqual({ wind: ["Input wind cannot be greater than 60.0"] });
    expect(questions.at(-1)!.changes).toEqual({});
    session.press("wind");
    expect(state().refusals).toEqual({});
  });

  it.each([false, true])(
    "leaves nothing in the numbers that a cancelled drag shows again (calculated on the server: %s)",
    async (isOnServer) => {
      const { session, state, answer, fail } = desk({ isOnServer });
      session.set({ wind: 99 });
      answer();
      session.move("sun", 5);
      await fail({ kind: "refused", errors: ["Input wind cannot be greater than 60.0"] });
      session.cancel();
      answer();
      expect(state().shown!.sliders.userValues).toEqual({ wind: 10 });
    },
  );
});

describe("a server that does not answer", () => {
  it("gets the same command again, and nothing is lost", async () => {
    const { session, state, fail, sent, waiting, store } = desk();
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

describe("undo and redo", () => {
  it("take a change back as a change of its own, and make it again", async () => {
    const { session, state, store } = desk();
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

describe("undo before the server has answered", () => {
  it("takes back the release that waits, not the one before it", async () => {
    const { session, state, store, sent } = desk();
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

  it("of a release that is then refused sends nothing more, and leaves nothing to redo", async () => {
    const { session, state, fail, sent } = desk();
    session.set({ wind: 99 });
    session.undo();
    await fail({ kind: "refused", errors: ["Input wind cannot be greater than 60.0"] });
    expect([sent.length, state().unsent, state().moves]).toEqual([0, 0, {}]);
    expect([state().canUndo, state().canRedo]).toEqual([false, false]);
  });

  it("of a release after a refused one leads back to before both", async () => {
    const { session, state, fail, store } = desk();
    session.set({ wind: 99 });
    session.set({ wind: 20 });
    session.undo();
    await fail({ kind: "refused", errors: ["Input wind cannot be greater than 60.0"] });
    await store();
    expect((await store()).changes).toEqual({ wind: 10 });
    expect(state().stored.userValues).toEqual({ wind: 10 });
  });

  it("of a release between two refused ones of the same value leads back to before both of them", async () => {
    const { session, state, fail, store } = desk();
    const refused = { kind: "refused", errors: ["Input wind cannot be greater than 60.0"] } as const;
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

  it("with any course of changes, undos, redos, answers and refusals leads back to the beginning, and redo to the end", async () => {
    const LIMIT = 60;
    const event = fc.oneof(
      fc.record({ kind: fc.constant("set" as const), key: fc.constantFrom("wind", "sun"), value: fc.nat(2 * LIMIT) }),
      fc.record({ kind: fc.constantFrom("undo", "redo", "settle") }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 30 }), async (events) => {
        const { session, state, sent, store, fail, stored } = desk();
        const settle = async (): Promise<void> => {
          if (sent.length === 0) return;
          const isRefused = Object.values(sent[0]!.changes).some((value) => typeof value === "number" && value > LIMIT);
          if (isRefused) await fail({ kind: "refused", errors: ["too much"] });
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

describe("what a slider does", () => {
  it("is collected point by point, by rising value, and points of an earlier question are dropped", () => {
    const { session, state, explored, tell } = desk();
    session.explore("wind", [0, 10, 20], ["cost"]);
    session.explore("sun", [0, 5], ["cost"]);
    const [wind, sun] = explored;
    const results = new Map([["cost", 1]]);
    expect(sun!.variants).toEqual([{ sun: 0 }, { sun: 5 }]);
    tell().onVariant({ id: sun!.id, index: 1, results, refused: [] });
    tell().onVariant({ id: wind!.id, index: 1, results, refused: [] });
    tell().onVariant({ id: sun!.id, index: 0, results, refused: [] });
    expect(state().response).toMatchObject({ key: "sun", version: 1, points: [{ value: 0 }, { value: 5 }] });
  });

  it("is not asked twice for one version", () => {
    const { session, explored } = desk();
    session.explore("wind", [0], []);
    session.explore("wind", [0], []);
    expect(explored.length).toBe(1);
  });
});

describe("changes that are weighed", () => {
  it("are each tried out alone, and those of an earlier question are dropped", () => {
    const { session, state, explored, tell } = desk();
    session.weigh([{ wind: 1 }], ["cost"]);
    session.weigh([{ sun: 1 }, { cars: 2 }], ["cost"]);
    const [first, second] = explored;
    const results = new Map([["cost", 3]]);
    tell().onVariant({ id: second!.id, index: 1, results, refused: [] });
    tell().onVariant({ id: first!.id, index: 0, results, refused: [] });
    expect([...state().effects!.known.keys()]).toEqual([1]);
    tell().onVariant({ id: second!.id, index: 0, results: new Map(), refused: ["Input sun is disabled"] });
    expect(state().effects!.known.get(0)!.refused).toEqual(["Input sun is disabled"]);
  });
});

describe("a change made elsewhere", () => {
  it("is taken below the move of the hand", async () => {
    const { session, state, changeElsewhere, questions } = desk();
    session.move("wind", 20);
    changeElsewhere({ sun: 7, wind: 1 });
    await session.refresh();
    expect(state().hand).toBe("wind");
    expect(questions.at(-1)!.stored.userValues).toEqual({ wind: 1, sun: 7 });
    expect(questions.at(-1)!.changes).toEqual({ wind: 20 });
  });
});

describe("an earlier version", () => {
  /** Versions 1 to 4: wind 10, 11, 12, 13, each calculated. */
  async function fourVersions() {
    const table = desk();
    table.session.want({ queries: [], curves: [] });
    table.answer();
    for (const wind of [11, 12, 13]) {
      table.session.set({ wind });
      await table.store();
      table.answer();
    }
    return table;
  }

  it("is shown with its own sliders, with the present as the ghost, and nothing is stored", async () => {
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

  it("that is passed while another is read is left out, and one that was read is not read again", async () => {
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

  it("that comes too late does not replace the present", async () => {
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

  it("that cannot be read leads back to the present, with the reason", async () => {
    const { session, state, readVersions } = await fourVersions();
    session.visit(99);
    await readVersions();
    expect(state()).toMatchObject({ visiting: null, visitFault: "there is no version 99" });
  });

  it("is left when a slider is moved", async () => {
    const { session, state, readVersions, store } = await fourVersions();
    session.visit(1);
    await readVersions();
    session.move("wind", 14);
    expect(state()).toMatchObject({ visiting: null, moves: { wind: 14 }, base: { version: 4 } });
    session.release();
    expect((await store()).changes).toEqual({ wind: 14 });
  });

  it("is restored as a new version, and undo does not reach behind it", async () => {
    const { session, state, readVersions, restore, settled } = await fourVersions();
    session.visit(2);
    await readVersions();
    void session.restore();
    await settled();
    await restore();
    expect(state()).toMatchObject({ visiting: null, canUndo: false, stored: { version: 5, userValues: { wind: 11 } } });
    expect(state().base).toEqual(state().stored);
  });

  it("that is refused stays on the screen, with the service's sentence", async () => {
    const { session, state, readVersions, restored, settled } = await fourVersions();
    session.visit(2);
    await readVersions();
    void session.restore();
    await settled();
    restored[0]!.settle({ kind: "refused", errors: ["Scenario is read-only"] });
    await settled();
    expect(state()).toMatchObject({ visiting: 2, visitFault: "Scenario is read-only", stored: { version: 4 } });
  });

  it("that meets a server which does not answer says why, and the page is no longer offline than its changes are", async () => {
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

  it("is restored after the changes that wait, unless it is left meanwhile", async () => {
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

describe("undo, where others change the same scenario", () => {
  it("takes back one's own change and leaves sliders alone that another person has moved since", async () => {
    const { session, state, store, changeElsewhere } = desk();
    session.set({ wind: 20, sun: 5 });
    await store();
    session.set({ cars: 1 });
    await store();
    changeElsewhere({ wind: 30, cars: 2 });
    session.giveWay(["wind", "cars"]);
    await session.refresh();
    session.undo();
    await store();
    expect(state().stored.userValues).toEqual({ wind: 30, cars: 2 });
    expect(state().canUndo).toBe(false);
  });

  it("knows the changes of this page by their commands", async () => {
    const { session, store } = desk();
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
  it("keeps changes in order until the person is back, and sends each once", async () => {
    const { session, state, sent, fail, store } = desk();
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

describe("another person at the page", () => {
  it("sends none of the changes that waited for the one before, who finds them again", async () => {
    const shelf: Waiting[] = [];
    const outbox: Outbox = { read: () => [...shelf], add: (waiting) => void shelf.push(waiting), remove: () => {} };
    let person: number | null = 7;
    const { session, state, sent, fail, store } = desk({ outbox, maker: () => person });
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

  it("sends what a guest has moved before signing in", async () => {
    let person: number | null = null;
    const { session, sent, fail, state } = desk({ maker: () => person });
    session.set({ wind: 20 });
    await fail({ kind: "signedOut" });
    person = 8;
    session.resume(8);
    expect([sent.length, sent[0]!.maker, state().moves]).toEqual([1, null, { wind: 20 }]);
  });
});

describe("changes that an earlier page left unsent", () => {
  it("are laid over the stored sliders and sent under their names, and leave the outbox once stored", async () => {
    const left: Waiting[] = [{ command: "earlier", changes: { wind: 30 }, inverse: { wind: 10 }, maker: null }];
    const outbox: Outbox = {
      read: () => [...left],
      add: (waiting) => void left.push(waiting),
      remove: (command) =>
        void left.splice(
          left.findIndex((each) => each.command === command),
          1,
        ),
    };
    const { state, sent, store, session } = desk({ outbox });
    expect([state().moves, sent.map(({ command }) => command)]).toEqual([{ wind: 30 }, ["earlier"]]);
    session.set({ sun: 5 });
    expect(left.map(({ changes }) => changes)).toEqual([{ wind: 30 }, { sun: 5 }]);
    await store();
    await store();
    await session.allStored();
    expect([left, state().stored.userValues]).toEqual([[], { wind: 30, sun: 5 }]);
  });
});

it("after any course of events, at rest, the numbers shown are of the sliders that are stored", async () => {
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
      const table = desk({ isOnServer });
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
            if (sent.length > 0) await table.fail({ kind: "refused", errors: ["too much"] });
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
