/**
 * Simulated users who write during backups, with the expected visibility of everything they create. After a restore,
 * everything acknowledged before the backup is present for the users who may see it, and nothing private is visible to
 * others.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { AccountStores } from "@etesian/accounts";
import { issueToken } from "@etesian/standalone/testing";

/** A scenario or a saved scenario; all are private. */
interface Resource {
  readonly kind: "scenarios" | "saved_scenarios";
  readonly id: number;
  /** Emails of users who have, or may have, a role in it. */
  readonly people: Set<string>;
  readonly hasCurve: boolean;
  /** When its last change was acknowledged (`performance.now`); null if a change is pending or it was deleted. */
  settledAt: number | null;
}

const ACCOUNTS = ["ada@example.org", "bob@example.org", "cleo@example.org", "dora@example.org"];
/** Longer than the propagation of roles from a saved scenario to its versions (ms). */
const SETTLED_MS = 30_000;
/** Pause between a user's changes (ms), so that all of them can be checked afterwards. */
const PAUSE_MS = 200;
/** Maximum of resources that are checked again after the next restore. */
const MAX_RESOURCES = 150;
const PRICES = "12.5\n".repeat(8760);

export class LoadGenerator {
  #url: string;
  #place: AccountStores;
  readonly #curve: string;
  readonly #tokens = new Map<string, string>();
  readonly #resources = new Map<string, Resource>();
  #invited = 0;
  #stopping = false;
  #writing: Promise<unknown> = Promise.resolve();
  #acknowledged = 0;
  /** Concurrent requests for a resource, one per user. */
  #reads = 0;
  #seen = 0;
  /** Resources created after a restore. */
  #created = 0;

  private constructor(url: string, place: AccountStores, curve: string) {
    this.#url = url;
    this.#place = place;
    this.#curve = curve;
  }

  /** Opens accounts. `place` has the accounts of the server at `url`, `curve` is a price curve that can be uploaded. */
  static async open(url: string, place: AccountStores, curve: string): Promise<LoadGenerator> {
    const generator = new LoadGenerator(url, place, curve);
    for (const email of ACCOUNTS) generator.#tokens.set(email, await issueToken(place, email));
    return generator;
  }

  /** Lets each user write, one change after the other, until `stop`. */
  start(): void {
    this.#stopping = false;
    this.#writing = Promise.all([...this.#tokens.keys()].map((email, index) => this.#writeUntilStopped(email, index)));
    // `stop` rejects with the error.
    this.#writing.catch(() => {});
  }

  /** Stops, and resolves when no change is pending. @throws if a change was refused. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#writing;
  }

  async #writeUntilStopped(email: string, seed: number): Promise<void> {
    for (let step = seed; !this.#stopping; step++) {
      const guest = step % 5 === 4 ? `guest-${++this.#invited}@example.org` : this.#other(email, step);
      if (step % 3 === 0) await this.#shareScenario(email, guest);
      else if (step % 3 === 1) await this.#saveAndShare(email, guest);
      else if (step % 2 === 0) await this.#attachCurve(email);
      else await this.#deleteOne(email);
      await sleep(PAUSE_MS);
    }
  }

  #other(email: string, step: number): string {
    const others = [...this.#tokens.keys()].filter((each) => each !== email);
    return others[step % others.length]!;
  }

  async #shareScenario(email: string, guest: string): Promise<void> {
    const resource = await this.#makeScenario(email, false);
    resource.people.add(guest);
    await this.#write(email, "POST", `/scenarios/${resource.id}/users`, {
      scenario_users: [{ user_email: guest, role: "scenario_viewer" }],
    });
    resource.settledAt = performance.now();
  }

  async #saveAndShare(email: string, guest: string): Promise<void> {
    const scenario = await this.#makeScenario(email, false);
    const saved = { scenario_id: scenario.id, title: "Saved", private: true };
    const { id } = await this.#write<{ id: number }>(email, "POST", "/saved_scenarios", { saved_scenario: saved });
    const resource = this.#note({
      kind: "saved_scenarios",
      id,
      people: new Set([email, guest]),
      hasCurve: false,
      settledAt: null,
    });
    scenario.people.add(guest);
    await this.#write(email, "POST", `/saved_scenarios/${id}/users`, {
      saved_scenario_users: [{ user_email: guest, role: "scenario_viewer" }],
    });
    resource.settledAt = performance.now();
    scenario.settledAt = resource.settledAt;
  }

  async #attachCurve(email: string): Promise<void> {
    const resource = await this.#makeScenario(email, true);
    const form = new FormData();
    form.append("file", new Blob([PRICES]), "prices.csv");
    await this.#write(email, "PUT", `/scenarios/${resource.id}/custom_curves/${this.#curve}`, form);
    resource.settledAt = performance.now();
  }

  async #deleteOne(email: string): Promise<void> {
    const own = [...this.#resources.values()].find(
      ({ hasCurve, people, settledAt }) => hasCurve && settledAt !== null && people.has(email),
    );
    if (own === undefined) return;
    own.settledAt = null;
    await this.#write(email, "DELETE", `/scenarios/${own.id}`);
  }

  async #makeScenario(email: string, hasCurve: boolean): Promise<Resource> {
    const { id } = await this.#write<{ id: number }>(email, "POST", "/scenarios", { scenario: { private: true } });
    return this.#note({ kind: "scenarios", id, people: new Set([email]), hasCurve, settledAt: null });
  }

  #note(resource: Resource): Resource {
    this.#resources.set(`${resource.kind} ${resource.id}`, resource);
    return resource;
  }

  async #write<T>(email: string, method: string, path: string, body?: object): Promise<T> {
    const answer = await this.#send(email, method, path, body);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    this.#acknowledged += 1;
    return (text === "" ? null : JSON.parse(text)) as T;
  }

  async #send(email: string, method: string, path: string, body?: object): Promise<Response> {
    const isForm = body instanceof FormData;
    // A change whose answer was lost may have been executed; a retry under the same key does not repeat it.
    const key = method === "GET" ? {} : { "idempotency-key": randomUUID() };
    for (;;) {
      const answer = await fetch(`${this.#url}/api/v3${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.#tokens.get(email)}`,
          ...key,
          ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
        },
        body: body === undefined ? null : isForm ? body : JSON.stringify(body),
      });
      // The server is temporarily busy.
      if (answer.status !== 503) return answer;
      await answer.arrayBuffer();
      await sleep(50);
    }
  }

  /**
   * Lets all users request everything, from a server on stores restored from a backup, and then create new resources,
   * together with a new user. Returns the problems found. `startedAt`: start of the backup (`performance.now`).
   */
  async problemsAfterRestore(url: string, place: AccountStores, startedAt: number): Promise<readonly string[]> {
    this.#url = url;
    this.#place = place;
    const problems: string[] = [];
    for (const resource of this.#resources.values()) problems.push(...(await this.#problemsOf(resource, startedAt)));
    problems.push(...(await this.#problemsOfNewUsers()));
    // Otherwise the number of resources would grow without bound.
    for (const name of [...this.#resources.keys()].slice(0, -MAX_RESOURCES)) this.#resources.delete(name);
    return problems;
  }

  get summary(): string {
    return `${this.#acknowledged} acknowledged changes, ${this.#reads} reads of ${this.#seen} resources, ${this.#created} new ones`;
  }

  async #problemsOf(resource: Resource, startedAt: number): Promise<readonly string[]> {
    const { kind, id, people, hasCurve, settledAt } = resource;
    this.#seen += 1;
    const existed = settledAt !== null && settledAt < startedAt;
    // A pending change may have been restored in part. From now on only users without a role are certain: they must not
    // see it.
    if (!existed) resource.settledAt = null;
    const expected = [...this.#tokens.keys()].filter((email) => people.has(email));
    const isAsExpected = (seen: readonly string[]): boolean => seen.join() === expected.join();
    const end = performance.now() + SETTLED_MS;
    let seen = await this.#viewersOf(resource);
    const isLate = (): boolean => !existed || performance.now() > end;
    while (!isAsExpected(seen) && !isLate()) {
      await sleep(50);
      seen = await this.#viewersOf(resource);
    }
    const strangers = seen.filter((email) => !people.has(email));
    if (strangers.length > 0) return [`${kind} ${id} is visible to ${strangers.join(", ")} without a role`];
    if (existed && !isAsExpected(seen)) {
      return [`${kind} ${id} is visible to ${seen.join(", ") || "no user"}, expected ${expected.join(", ")}`];
    }
    const [owner] = people;
    // It was created after the backup, or deleted before it: another resource may get its id later.
    if (!seen.includes(owner!)) this.#resources.delete(`${kind} ${id}`);
    if (!hasCurve || !seen.includes(owner!)) return [];
    const path = `/scenarios/${id}/custom_curves`;
    const attached = (await (await this.#send(owner!, "GET", path)).json()) as readonly {
      readonly attached: boolean;
    }[];
    if (existed && !attached.some((each) => each.attached)) return [`scenario ${id} has lost its curve`];
    if (!attached.some((each) => each.attached)) return [];
    const { status } = await this.#send(owner!, "GET", `${path}/${this.#curve}.csv`);
    return status === 200 ? [] : [`scenario ${id} has an attached curve that returns ${status}`];
  }

  /** Emails of the accounts that can see a resource. */
  async #viewersOf({ kind, id }: Pick<Resource, "kind" | "id">): Promise<readonly string[]> {
    this.#reads += this.#tokens.size;
    const answers = await Promise.all(
      [...this.#tokens.keys()].map(async (email) => {
        const answer = await this.#send(email, "GET", `/${kind}/${id}`);
        await answer.arrayBuffer();
        const isHidden = answer.status === 403 || answer.status === 404;
        return answer.ok ? [email] : isHidden ? [] : [`${email} (${answer.status})`];
      }),
    );
    return answers.flat();
  }

  /** New ids must never have been used before, for resources or users. */
  async #problemsOfNewUsers(): Promise<readonly string[]> {
    const problems: string[] = [];
    const former = [...this.#resources.values()];
    const [newUser, owner] = [`new-user-${this.#acknowledged}@example.org`, ACCOUNTS[0]!];
    this.#tokens.set(newUser, await issueToken(this.#place, newUser));
    for (const { kind, id } of former) {
      const { ok } = await this.#send(newUser, "GET", `/${kind}/${id}`);
      if (ok) problems.push(`${kind} ${id} is visible to an account that was opened after the restore`);
    }
    for (const email of [owner, newUser, owner, newUser]) {
      const made = await this.#makeScenario(email, false);
      this.#created += 2;
      const saved = { scenario_id: made.id, title: "New", private: true };
      const { id } = await this.#write<{ id: number }>(email, "POST", "/saved_scenarios", { saved_scenario: saved });
      const resources = [made, { kind: "saved_scenarios", id } as const];
      // Roles of an id that was used before would arrive after a moment.
      await sleep(100);
      for (const resource of resources) {
        const strangers = (await this.#viewersOf(resource)).filter((each) => each !== email);
        if (strangers.length > 0)
          problems.push(`the new ${resource.kind} ${resource.id} of ${email} is visible to ${strangers.join()}`);
      }
      this.#note({
        kind: "saved_scenarios",
        id,
        people: new Set([email]),
        hasCurve: false,
        settledAt: performance.now(),
      });
      made.settledAt = performance.now();
    }
    this.#tokens.delete(newUser);
    return problems;
  }
}
