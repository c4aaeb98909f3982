/** Tests that subscribers with equal rights share one stream of changes, and each receives all of them. */
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
 * A scenario whose changes arrive when the test emits them. They are stored, and sent to readers that start at any
 * version.
 */
class Scenario {
  readonly #versions: number[] = [];
  #change = Promise.withResolvers<void>();
  isHidden = false;
  openStreams = 0;

  add(...versions: readonly number[]): void {
    this.#versions.push(...versions);
    this.#notify();
  }

  hide(): void {
    this.isHidden = true;
    this.#notify();
  }

  #notify(): void {
    this.#change.resolve();
    this.#change = Promise.withResolvers();
  }

  async *follow(after: number, signal: AbortSignal): AsyncGenerator<ScenarioChange, void, undefined> {
    this.openStreams += 1;
    const aborted = Promise.withResolvers<void>();
    signal.addEventListener("abort", () => aborted.resolve());
    for (let last = after; !signal.aborted && !this.isHidden;) {
      const nextChange = this.#change.promise;
      for (const version of this.#versions.filter((version) => version > last)) {
        last = version;
        yield change(version);
      }
      await Promise.race([nextChange, aborted.promise]);
    }
  }
}

function createListener(scenario: Scenario) {
  const scenarios = {
    followScenario: ({ after = 0 }: { after?: number | undefined }, origin?: { signal?: AbortSignal }) =>
      scenario.follow(after, origin!.signal!),
  } as Partial<Calls<ScenariosServiceDefinition>> as Calls<ScenariosServiceDefinition>;
  const getPeople = async ({ ids }: { readonly ids: readonly number[] }) => ({
    people: ids.map((id) => ({ id, email: "", name: `Person ${id}`, hasAccount: true })),
  });
  const shared = new SharedChanges({ scenarios, accounts: { getPeople } });
  return (after: number, currentVersion: number, actor: Actor = "anonymous", claims: readonly string[] = []) => {
    const abort = new AbortController();
    const context = { requestId: "r", actor, scopes: null, admin: false, signal: abort.signal };
    const messages = shared.follow({ id: 1, after, currentVersion }, { claims }, context);
    /** Returns the versions of the next messages. */
    const next = async (count: number): Promise<number[]> => {
      const versions = [];
      for (let n = 0; n < count; n++) {
        const { value } = await messages.next();
        versions.push(Number(/^id: (\d+)/.exec(value ?? "")?.[1]));
      }
      return versions;
    };
    const text = async (): Promise<string> => (await messages.next()).value ?? "";
    return { next, text, leave: () => abort.abort(), hasEnded: async () => (await messages.next()).done === true };
  };
}

test("a hundred subscribers receive the same changes from one stream", async () => {
  const scenario = new Scenario();
  const listen = createListener(scenario);
  const listeners = Array.from({ length: 100 }, () => listen(3, 3));
  const versions = Promise.all(listeners.map(({ next }) => next(3)));
  scenario.add(4, 5);
  scenario.add(6);
  expect(await versions).toEqual(listeners.map(() => [4, 5, 6]));
  expect(scenario.openStreams).toBe(1);
});

test("a subscriber that joins later or resumes from an earlier version receives every change once", async () => {
  const scenario = new Scenario();
  scenario.add(1, 2, 3);
  const listen = createListener(scenario);
  const first = listen(3, 3);
  const versions = first.next(2);
  scenario.add(4, 5);
  expect(await versions).toEqual([4, 5]);
  const [earlier, current, future] = [listen(1, 5), listen(5, 5), listen(99, 5)];
  const all = Promise.all([earlier.next(5), current.next(1), future.next(1), first.next(1)]);
  // Lets all subscriptions start before the change.
  await new Promise((resolve) => setImmediate(resolve));
  scenario.add(6);
  expect(await all).toEqual([[2, 3, 4, 5, 6], [6], [6], [6]]);
});

test("a change between two visible ones may be hidden", async () => {
  const scenario = new Scenario();
  const listen = createListener(scenario);
  const versions = listen(1, 7).next(2);
  scenario.add(2, 8);
  expect(await versions).toEqual([2, 8]);
});

test("callers with different rights have separate streams; a subscriber that leaves does not affect others", async () => {
  const scenario = new Scenario();
  const listen = createListener(scenario);
  const [firstListener, secondListener, otherListener] = [listen(0, 0), listen(0, 0), listen(0, 0, "user:7")];
  const versions = Promise.all([firstListener.next(1), secondListener.next(1), otherListener.next(1)]);
  scenario.add(1);
  expect(await versions).toEqual([[1], [1], [1]]);
  expect(scenario.openStreams).toBe(2);
  const end = firstListener.hasEnded();
  firstListener.leave();
  expect(await end).toBe(true);
  const nextVersions = secondListener.next(1);
  scenario.add(2);
  expect(await nextVersions).toEqual([2]);
});

test("all subscriptions end when the scenario may no longer be seen", async () => {
  const scenario = new Scenario();
  const listen = createListener(scenario);
  const ends = [listen(0, 0), listen(0, 0)].map(({ hasEnded }) => hasEnded());
  await new Promise((resolve) => setImmediate(resolve));
  scenario.hide();
  expect(await Promise.all(ends)).toEqual([true, true]);
});

test("subscribers receive names of authors only with the `profile` claim, even while others have it", async () => {
  const scenario = new Scenario();
  const listen = createListener(scenario);
  const [program, page] = [listen(0, 0, "user:7"), listen(0, 0, "user:7", ["email", "profile"])];
  const messages = Promise.all([program.text(), page.text()]);
  scenario.add(1);
  const [programMessage, pageMessage] = await messages;
  expect(programMessage).toContain('"actor":"user:12"');
  expect([programMessage.includes("actor_name"), pageMessage.includes('"actor_name":"Person 12"')]).toEqual([
    false,
    true,
  ]);
});
