import {
  type Answer,
  applyChanges,
  type Changes,
  type ExplanationSubject,
  type ExplorationQuestion,
  type InspectionQuestion,
  type Question,
  type StoredScenario,
  type CalculatorListener,
  type VariantsQuestion,
} from "./calculator.ts";
import type { ReversibleReplacement, Replacement } from "./replacements.ts";
import type { Outbox, Steps } from "./own-changes.ts";
import { Session } from "./session.ts";
import type { RestoreOutcome, StoreOutcome } from "./storage.ts";
import { STORED } from "./stored-scenario.fixture.ts";

export const UNREACHABLE = { kind: "unreachable", errors: ["No answer"] } as const;

export const refusal = (...errors: string[]) =>
  ({ kind: "refused", errors, cause: new Error(errors.join(" ")) }) as const;

/**
 * A session in isolation: requests are answered, and changes stored, when the test decides.
 * @param isOnServer whether the calculator only answers requests, like the server
 */
export function isolatedSession({
  outbox,
  steps,
  isOnServer = false,
  author = () => null,
}: {
  readonly outbox?: Outbox;
  readonly steps?: Steps;
  readonly isOnServer?: boolean;
  readonly author?: () => number | null;
} = {}) {
  const requests: Question[] = [];
  const variantRequests: VariantsQuestion[] = [];
  const explorations: (ExplorationQuestion | null)[] = [];
  const sentChanges: {
    changes: Changes;
    replacement: ReversibleReplacement | null;
    command: string;
    author: number | null;
    settle: (outcome: StoreOutcome) => void;
  }[] = [];
  const timers: (() => void)[] = [];
  let listener: CalculatorListener | null = null;
  let currentScenario = STORED;
  const versions = new Map([[STORED.version, STORED]]);
  const storeVersion = (next: StoredScenario): void => {
    currentScenario = next;
    versions.set(next.version, next);
  };
  /** While it is attached, a curve sets the slider with its name to 99. */
  const applyReplacement = (previous: StoredScenario, to: Replacement): StoredScenario => {
    switch (to.kind) {
      case "order":
        return { ...previous, orders: { ...previous.orders, [to.name]: to.members } };
      case "curve":
        return {
          ...previous,
          userValues: applyChanges(previous.userValues, { [to.key]: to.file === null ? "reset" : 99 }),
        };
      case "coupling": {
        const others = previous.activeCouplings.filter((group) => !to.groups.includes(group));
        const activeCouplings = { couple: [...others, ...to.groups], uncouple: others, remove: [] }[to.step];
        return { ...previous, activeCouplings };
      }
      case "version":
        return versions.get(to.version)!;
    }
  };
  const versionReads: { readonly version: number; readonly answer: () => void }[] = [];
  const restoreCalls: { readonly version: number; readonly settle: (outcome: RestoreOutcome) => void }[] = [];
  const inspectionRequests: (InspectionQuestion | null)[] = [];
  const explanationSubjects: ExplanationSubject[] = [];
  const nameRequests: "names"[] = [];
  let commands = 0;
  const session = new Session(STORED, {
    calculator: (callbacks) => {
      listener = callbacks;
      return {
        ask: (request) => void requests.push(request),
        tryOut: isOnServer ? null : (request) => void variantRequests.push(request),
        explore: isOnServer ? null : (request) => void explorations.push(request),
        inspect: isOnServer ? null : (request) => void inspectionRequests.push(request),
        explain: isOnServer ? null : (subject) => void explanationSubjects.push(subject),
        listNames: isOnServer ? null : () => void nameRequests.push("names"),
        close: () => {},
      };
    },
    storage: {
      change: (_id, { changes, replacement, command, author }) =>
        new Promise((settle) => sentChanges.push({ changes, replacement, command, author, settle })),
      readCurrent: async () => currentScenario,
      readVersion: (_scenario, version) =>
        new Promise((resolve, reject) =>
          versionReads.push({
            version,
            answer: () => {
              const storedScenario = versions.get(version);
              if (storedScenario === undefined) reject(new Error(`there is no version ${version}`));
              else resolve(storedScenario);
            },
          }),
        ),
      restore: (_id, version) => new Promise((settle) => restoreCalls.push({ version, settle })),
    },
    newCommand: () => `command ${++commands}`,
    author,
    steps,
    schedule: (work) => void timers.push(work),
    ...(outbox === undefined ? {} : { outbox }),
  });
  const answerTo = ({ n, scenario: base, changes }: Question): Answer => {
    const userValues = applyChanges(base.userValues, changes);
    return {
      n,
      version: base.version,
      sliders: { userValues, balancedValues: {} },
      refusals: [],
      results: new Map(),
      curves: new Map(),
      recipe: JSON.stringify([userValues, base.orders]),
    };
  };
  /** Resolves once all pending promises are settled. */
  const settlePromises = async (): Promise<void> => {
    for (let turn = 0; turn < 12; turn++) await Promise.resolve();
  };
  return {
    session,
    requests,
    variantRequests,
    explorations,
    inspectionRequests,
    explanationSubjects,
    nameRequests,
    callbacks: () => listener!,
    sentChanges,
    timers,
    versionReads,
    restoreCalls,
    settlePromises,
    /** Answers the version requests one by one. */
    readVersions: async () => {
      for (let next = versionReads.shift(); next !== undefined; next = versionReads.shift()) {
        next.answer();
        await settlePromises();
      }
    },
    restore: async () => {
      const { version, settle } = restoreCalls.shift()!;
      const storedScenario = versions.get(version);
      if (storedScenario !== undefined) storeVersion({ ...storedScenario, version: currentScenario.version + 1 });
      settle(storedScenario === undefined ? refusal("There is no such version") : { kind: "restored" });
      await settlePromises();
    },
    state: () => session.state.getState(),
    answer: (request = requests.at(-1)!, overrides: Partial<Answer> = {}) =>
      listener!.onAnswer({ ...answerTo(request), ...overrides }),
    store: async () => {
      const next = sentChanges.shift()!;
      const nextScenario =
        next.replacement === null ? currentScenario : applyReplacement(currentScenario, next.replacement.to);
      storeVersion({
        ...nextScenario,
        version: currentScenario.version + 1,
        userValues: applyChanges(nextScenario.userValues, next.changes),
      });
      next.settle({ kind: "stored", scenario: currentScenario, warnings: [] });
      await settlePromises();
      return next;
    },
    fail: async (outcome: StoreOutcome) => {
      sentChanges.shift()!.settle(outcome);
      await settlePromises();
    },
    changeElsewhere: (changes: Changes) => {
      storeVersion({
        ...currentScenario,
        version: currentScenario.version + 1,
        userValues: applyChanges(currentScenario.userValues, changes),
      });
    },
    storedScenario: () => currentScenario,
  };
}
