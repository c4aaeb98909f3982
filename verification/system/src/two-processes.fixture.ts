/**
 * Two saved-scenario processes on one store that receive every event: one handles events immediately, the other pauses
 * for an arbitrary time before each of its calls.
 */
import { scalarCodec } from "@etesian/contracts/codecs";
import type { Role } from "@etesian/contracts/rights";
import { type Process, type RecordedEvent, START } from "@etesian/event-store";
import { type SavedScenariosInMemory, savedScenariosInMemory } from "@etesian/saved-scenarios/testing";
import { type ScenariosInMemory, scenariosInMemory } from "@etesian/scenarios/testing";
import fc from "fast-check";
import { afterAll, beforeAll } from "vitest";

const OWNER = 1;
const AS_OWNER = { actor: `user:${OWNER}` } as const;
const { toMessage: scalar } = scalarCodec;
const NO_FIELDS = {
  scenarioId: undefined,
  title: undefined,
  description: undefined,
  private: undefined,
  discarded: undefined,
};
const CREATION = {
  areaCode: undefined,
  endYear: undefined,
  userValues: {},
  scale: undefined,
  descale: false,
  privateByDefault: false,
  private: true,
};
const NO_CHANGE = {
  userValues: {},
  reset: false,
  autobalance: true,
  source: undefined,
  template: undefined,
  preview: false,
} as const;

const role = fc.option(fc.constantFrom<Role>("viewer", "collaborator", "owner"));
const index = fc.nat(2);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant("share" as const), person: fc.integer({ min: 2, max: 5 }), role }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("add version" as const), index }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("go back" as const), index }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("compatible" as const), index, isKept: fc.boolean() }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("prompt" as const) }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("slow" as const), isWholeEvent: fc.boolean() }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

let scenarios: ScenariosInMemory;
let savedScenarios: SavedScenariosInMemory;

/** Opens both services for the tests of the calling file. */
export function openServices(): void {
  beforeAll(async () => {
    scenarios = await scenariosInMemory();
    savedScenarios = await savedScenariosInMemory(scenarios.calls);
  });
  afterAll(async () => {
    await savedScenarios.close();
    await scenarios.close();
  });
}

/** A process that pauses before each of its calls until `next` releases it. */
class SlowProcess {
  readonly #process: Process;
  #position = START;
  /** Releases the paused call. */
  #resume: (() => void) | null = null;
  #stopped = Promise.withResolvers<void>();
  /** Resolves when the current event is handled; null if there is none. */
  #handling: Promise<void> | null = null;

  private constructor(open: (pause: () => Promise<void>) => Process) {
    this.#process = open(async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#resume = resolve;
      this.#stopped.resolve();
      await promise;
    });
  }

  static async start(position: typeof START): Promise<SlowProcess> {
    let pause = async (): Promise<void> => {};
    const calls = new Proxy(scenarios.calls, {
      get:
        (target, method) =>
        async (...call: unknown[]) => {
          await pause();
          return (Reflect.get(target, method) as (...call: unknown[]) => unknown)(...call);
        },
    });
    const process = await savedScenarios.processInOtherProgram(calls);
    const slow = new SlowProcess((onCall) => {
      pause = onCall;
      return process;
    });
    slow.#position = position;
    return slow;
  }

  /** Continues to its next call, or to the end of the event. Returns false if there is no event left. */
  async next(): Promise<boolean> {
    if (this.#handling === null) {
      const [event] = await this.#events(1);
      if (event === undefined) return false;
      this.#position = event.position;
      this.#stopped = Promise.withResolvers();
      this.#handling = this.#process.handle(event, new AbortController().signal).finally(() => (this.#handling = null));
    } else {
      this.#stopped = Promise.withResolvers();
      this.#resume?.();
    }
    await Promise.race([this.#stopped.promise, this.#handling]);
    return true;
  }

  async finishEvent(): Promise<boolean> {
    if (!(await this.next())) return false;
    while (this.#handling !== null) await this.next();
    return true;
  }

  async #events(limit: number): Promise<readonly RecordedEvent[]> {
    const events = await eventsAfter(this.#position, this.#process);
    return events.slice(0, limit);
  }
}

async function eventsAfter(position: typeof START, process: Process): Promise<readonly RecordedEvent[]> {
  const events = await savedScenarios.store.readAll(position, 500);
  return events.filter((event) => process.handles(event));
}

/** Handles all events after a position, without pauses; returns the new position. */
async function handleAll(position: typeof START): Promise<typeof START> {
  let last = position;
  for (const event of await eventsAfter(position, savedScenarios.process)) {
    await savedScenarios.process.handle(event, new AbortController().signal);
    last = event.position;
  }
  return last;
}

export const sequences = fc.array(step, { minLength: 5, maxLength: 40, size: "max" });

interface ScenarioState {
  readonly roles: unknown;
  /** Undefined if the owner did not decide it. */
  readonly isKept: boolean | undefined;
}

/** Performs a sequence; returns the states of its scenarios, and their expected states. */
export async function statesAfter(
  steps: readonly Step[],
): Promise<Readonly<Record<"actual" | "expected", readonly ScenarioState[]>>> {
  const startPosition = await savedScenarios.store.head();
  const ids: number[] = [];
  for (let n = 0; n < 3; n++) {
    const { outcome } = await scenarios.calls.createScenario(CREATION, AS_OWNER);
    if (outcome?.$case === "scenario") ids.push(outcome.value.id);
  }
  const fields = { ...NO_FIELDS, scenarioId: scalar(ids[0]!), title: scalar("A title"), private: scalar(true) };
  const { outcome } = await savedScenarios.calls.createSavedScenario({ fields, privateByDefault: false }, AS_OWNER);
  if (outcome?.$case !== "savedScenario") throw new Error("nothing was saved");
  const { id } = outcome.value;
  const [slow, roles] = [await SlowProcess.start(startPosition), new Map<number, Role>([[OWNER, "owner"]])];
  let position = startPosition;
  let versions: readonly number[] = [ids[0]!];
  const decisions = new Map<number, boolean>();

  const putVersion = async (scenario: number): Promise<void> => {
    if (scenario === versions.at(-1)) return;
    await savedScenarios.calls.updateSavedScenario(
      { id, fields: { ...NO_FIELDS, scenarioId: scalar(scenario) }, restore: false },
      AS_OWNER,
    );
    // An earlier version that becomes the current one moves to the end; the others keep their order.
    versions = [...versions.filter((version) => version !== scenario), scenario];
    decisions.clear();
  };
  for (const step of steps) {
    switch (step.kind) {
      case "share": {
        const { person } = step;
        const changes = [{ person, role: step.role ?? undefined, isMember: roles.has(person) }];
        const { outcomes } = await savedScenarios.calls.changeRoles({ id, changes, invited: [] }, AS_OWNER);
        if (outcomes[0]?.problem !== undefined) break;
        if (step.role === null) roles.delete(person);
        else roles.set(person, step.role);
        break;
      }
      case "add version":
        await putVersion(ids[step.index]!);
        break;
      case "go back":
        await putVersion(versions[step.index % versions.length]!);
        break;
      case "compatible": {
        // The owner decides after seeing the effect of saving.
        position = await handleAll(position);
        const update = { id: ids[step.index]!, ...NO_CHANGE, keepCompatible: step.isKept };
        await scenarios.calls.updateScenario(update, AS_OWNER);
        decisions.set(ids[step.index]!, step.isKept);
        break;
      }
      case "prompt":
        position = await handleAll(position);
        break;
      case "slow":
        await (step.isWholeEvent ? slow.finishEvent() : slow.next());
        break;
      default:
        step satisfies never;
    }
  }
  await handleAll(position);
  while (await slow.finishEvent());

  const actual = await Promise.all(
    ids.map(async (scenario) => {
      const { state } = await scenarios.state(scenario);
      if (state.status !== "present") throw new Error(`scenario ${scenario} does not exist`);
      return { roles: state.roles, isKept: decisions.has(scenario) ? state.keepCompatible : undefined };
    }),
  );
  const expected = ids.map((scenario) => ({
    roles: versions.includes(scenario) ? Object.fromEntries(roles) : { [OWNER]: "owner" },
    isKept: decisions.get(scenario),
  }));
  return { actual, expected };
}
