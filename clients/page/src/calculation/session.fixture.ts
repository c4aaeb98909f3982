import type {
  Answer,
  Changes,
  Explained,
  ExplorationQuestion,
  InspectionQuestion,
  Question,
  StoredScenario,
  CalculatorListener,
  VariantsQuestion,
} from "./calculator.ts";
import type { Exchange, Replacement } from "./replacements.ts";
import type { Outbox, Steps } from "./own-changes.ts";
import { Session } from "./session.ts";
import type { Restored, Stored } from "./storage.ts";
import { STORED } from "./stored-scenario.fixture.ts";

const applied = (userValues: StoredScenario["userValues"], changes: Changes) =>
  Object.fromEntries(Object.entries({ ...userValues, ...changes }).filter(([, value]) => value !== "reset"));

export const UNREACHABLE = { kind: "unreachable", errors: ["No answer"] } as const;

export const refusal = (...errors: string[]) =>
  ({ kind: "refused", errors, cause: new Error(errors.join(" ")) }) as const;

/**
 * A session in isolation: questions are answered, and changes stored, when the test decides.
 * @param isOnServer whether the calculator only answers, like the server's
 */
export function isolatedSession({
  outbox,
  steps,
  isOnServer = false,
  maker = () => null,
}: {
  readonly outbox?: Outbox;
  readonly steps?: Steps;
  readonly isOnServer?: boolean;
  readonly maker?: () => number | null;
} = {}) {
  const questions: Question[] = [];
  const explored: VariantsQuestion[] = [];
  const explorations: (ExplorationQuestion | null)[] = [];
  const sent: {
    changes: Changes;
    exchange: Exchange | null;
    command: string;
    maker: number | null;
    settle: (stored: Stored) => void;
  }[] = [];
  const waiting: (() => void)[] = [];
  let listener: CalculatorListener | null = null;
  let stored = STORED;
  const versions = new Map([[STORED.version, STORED]]);
  const keep = (next: StoredScenario): void => {
    stored = next;
    versions.set(next.version, next);
  };
  /** A curve sets the slider of its name to 99 while it is attached. */
  const replaced = (before: StoredScenario, to: Replacement): StoredScenario => {
    switch (to.kind) {
      case "order":
        return { ...before, orders: { ...before.orders, [to.name]: to.members } };
      case "curve":
        return { ...before, userValues: applied(before.userValues, { [to.key]: to.file === null ? "reset" : 99 }) };
      case "coupling": {
        const others = before.activeCouplings.filter((group) => !to.groups.includes(group));
        const activeCouplings = { couple: [...others, ...to.groups], uncouple: others, remove: [] }[to.step];
        return { ...before, activeCouplings };
      }
      case "version":
        return versions.get(to.version)!;
    }
  };
  const read: { readonly version: number; readonly answer: () => void }[] = [];
  const restored: { readonly version: number; readonly settle: (outcome: Restored) => void }[] = [];
  const inspected: (InspectionQuestion | null)[] = [];
  const explained: Explained[] = [];
  let commands = 0;
  const session = new Session(STORED, {
    calculator: (callbacks) => {
      listener = callbacks;
      return {
        ask: (question) => void questions.push(question),
        tryOut: isOnServer ? null : (question) => void explored.push(question),
        explore: isOnServer ? null : (question) => void explorations.push(question),
        inspect: isOnServer ? null : (question) => void inspected.push(question),
        explain: isOnServer ? null : (of) => void explained.push(of),
        close: () => {},
      };
    },
    storage: {
      change: (_id, { changes, exchange, command, maker }) =>
        new Promise((settle) => sent.push({ changes, exchange, command, maker, settle })),
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
    steps,
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
  /** Resolves once all pending promises are settled. */
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 12; turn++) await Promise.resolve();
  };
  return {
    session,
    questions,
    explored,
    explorations,
    inspected,
    explained,
    callbacks: () => listener!,
    sent,
    waiting,
    read,
    restored,
    settled,
    /** Answers the version requests one after the other. */
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
      settle(found === undefined ? refusal("There is no such version") : { kind: "restored" });
      await settled();
    },
    state: () => session.state.getState(),
    answer: (question = questions.at(-1)!, but: Partial<Answer> = {}) =>
      listener!.onAnswer({ ...answerTo(question), ...but }),
    store: async () => {
      const next = sent.shift()!;
      const after = next.exchange === null ? stored : replaced(stored, next.exchange.to);
      keep({ ...after, version: stored.version + 1, userValues: applied(after.userValues, next.changes) });
      next.settle({ kind: "stored", scenario: stored, warnings: [] });
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
