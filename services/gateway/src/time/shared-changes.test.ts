/** One stream of changes shared by subscribers with equal rights, who each see it as their own. */
import type { ScenarioChange, ScenariosServiceDefinition } from "@etesian/contracts/scenarios";
import type { Actor, Calls } from "@etesian/service-kit";
import { expect, test } from "vitest";
import { SharedChanges } from "./shared-changes.ts";

const change = (version: number): ScenarioChange => ({
  version,
  time: new Date("2026-01-02T03:04:05.678Z"),
  actor: "user:12",
  type: "InputsSet",
  dataJson: "{}",
});

/**
 * A scenario whose changes arrive when the test emits them. They are stored, and sent to readers from a version on.
 */
class Scenario {
  readonly #versions: number[] = [];
  #changed = Promise.withResolvers<void>();
  isHidden = false;
  opened = 0;

  add(...versions: readonly number[]): void {
    this.#versions.push(...versions);
    this.#notify();
  }

  hide(): void {
    this.isHidden = true;
    this.#notify();
  }

  #notify(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  async *follow(after: number, signal: AbortSignal): AsyncGenerator<ScenarioChange, void, undefined> {
    this.opened += 1;
    const gone = Promise.withResolvers<void>();
    signal.addEventListener("abort", () => gone.resolve());
    for (let last = after; !signal.aborted && !this.isHidden;) {
      const changed = this.#changed.promise;
      for (const version of this.#versions.filter((version) => version > last)) {
        last = version;
        yield change(version);
      }
      await Promise.race([changed, gone.promise]);
    }
  }
}

function listening(scenario: Scenario) {
  const scenarios = {
    followScenario: ({ after = 0 }: { after?: number | undefined }, origin?: { signal?: AbortSignal }) =>
      scenario.follow(after, origin!.signal!),
  } as Partial<Calls<ScenariosServiceDefinition>> as Calls<ScenariosServiceDefinition>;
  const getPeople = async ({ ids }: { readonly ids: readonly number[] }) => ({
    people: ids.map((id) => ({ id, email: "", name: `Person ${id}`, hasAccount: true })),
  });
  const shared = new SharedChanges({ scenarios, accounts: { getPeople } });
  return (after: number, present: number, actor: Actor = "anonymous", claims: readonly string[] = []) => {
    const gone = new AbortController();
    const context = { requestId: "r", actor, scopes: null, admin: false, signal: gone.signal };
    const messages = shared.of({ id: 1, after, present }, { claims }, context);
    /** Versions of the next messages. */
    const next = async (count: number): Promise<number[]> => {
      const versions = [];
      for (let n = 0; n < count; n++) {
        const { value } = await messages.next();
        versions.push(Number(/^id: (\d+)/.exec(value ?? "")?.[1]));
      }
      return versions;
    };
    const text = async (): Promise<string> => (await messages.next()).value ?? "";
    return { next, text, leave: () => gone.abort(), isOver: async () => (await messages.next()).done === true };
  };
}

test("a hundred subscribers receive the same changes from one stream", async () => {
  const scenario = new Scenario();
  const listen = listening(scenario);
  const listeners = Array.from({ length: 100 }, () => listen(3, 3));
  const received = Promise.all(listeners.map(({ next }) => next(3)));
  scenario.add(4, 5);
  scenario.add(6);
  expect(await received).toEqual(listeners.map(() => [4, 5, 6]));
  expect(scenario.opened).toBe(1);
});

test("a subscriber that joins later or resumes from an earlier version receives every change once", async () => {
  const scenario = new Scenario();
  scenario.add(1, 2, 3);
  const listen = listening(scenario);
  const first = listen(3, 3);
  const received = first.next(2);
  scenario.add(4, 5);
  expect(await received).toEqual([4, 5]);
  const [back, now, ahead] = [listen(1, 5), listen(5, 5), listen(99, 5)];
  const all = Promise.all([back.next(5), now.next(1), ahead.next(1), first.next(1)]);
  // Emitted after the subscription.
  await new Promise((resolve) => setImmediate(resolve));
  scenario.add(6);
  expect(await all).toEqual([[2, 3, 4, 5, 6], [6], [6], [6]]);
});

test("a change between two visible ones may be hidden", async () => {
  const scenario = new Scenario();
  const listen = listening(scenario);
  const received = listen(1, 7).next(2);
  scenario.add(2, 8);
  expect(await received).toEqual([2, 8]);
});

test("callers with different rights have separate streams; a subscriber that leaves does not affect others", async () => {
  const scenario = new Scenario();
  const listen = listening(scenario);
  const [one, two, other] = [listen(0, 0), listen(0, 0), listen(0, 0, "user:7")];
  const received = Promise.all([one.next(1), two.next(1), other.next(1)]);
  scenario.add(1);
  expect(await received).toEqual([[1], [1], [1]]);
  expect(scenario.opened).toBe(2);
  const over = one.isOver();
  one.leave();
  expect(await over).toBe(true);
  const more = two.next(1);
  scenario.add(2);
  expect(await more).toEqual([2]);
});

test("all subscriptions end when the scenario may no longer be seen", async () => {
  const scenario = new Scenario();
  const listen = listening(scenario);
  const over = [listen(0, 0), listen(0, 0)].map(({ isOver }) => isOver());
  await new Promise((resolve) => setImmediate(resolve));
  scenario.hide();
  expect(await Promise.all(over)).toEqual([true, true]);
});

test("subscribers receive names of authors only with the claim `profile`, even while others have it", async () => {
  const scenario = new Scenario();
  const listen = listening(scenario);
  const [program, page] = [listen(0, 0, "user:7"), listen(0, 0, "user:7", ["email", "profile"])];
  const both = Promise.all([program.text(), page.text()]);
  scenario.add(1);
  const [toProgram, toPage] = await both;
  expect(toProgram).toContain('"actor":"user:12"');
  expect([toProgram.includes("actor_name"), toPage.includes('"actor_name":"Person 12"')]).toEqual([false, true]);
});
