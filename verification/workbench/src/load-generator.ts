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
  /**
   * Time at which its last change was acknowledged (`performance.now`); null if a change is pending or it was deleted.
   */
  settledAt: number | null;
}

const ACCOUNTS = ["ada@example.org", "bob@example.org", "cleo@example.org", "dora@example.org"];
/** Longer than roles take to propagate from a saved scenario to its versions (ms). */
const SETTLED_MS = 30_000;
/** Pause between a user's changes (ms), so that all of them can be checked afterwards. */
const PAUSE_MS = 200;
/** Maximum number of resources that are checked again after the next restore. */
const MAX_RESOURCES = 150;
const PRICES = "12.5\n".repeat(8760);

export class LoadGenerator {
  #url: string;
  #stores: AccountStores;
  readonly #curve: string;
  readonly #tokens = new Map<string, string>();
  readonly #resources = new Map<string, Resource>();
  #guestCount = 0;
  #isStopping = false;
  #pendingWrites: Promise<unknown> = Promise.resolve();
  #acknowledgedCount = 0;
  /** Number of requests for resources; every user requests each of them. */
  #readCount = 0;
  #readResourceCount = 0;
  /** Resources created after a restore. */
  #createdCount = 0;

  private constructor(url: string, stores: AccountStores, curve: string) {
    this.#url = url;
    this.#stores = stores;
    this.#curve = curve;
  }

  /** Creates accounts. `stores` are the stores of the server at `url`; `curve` is the price curve to upload. */
  static async open(url: string, stores: AccountStores, curve: string): Promise<LoadGenerator> {
    const generator = new LoadGenerator(url, stores, curve);
    for (const email of ACCOUNTS) generator.#tokens.set(email, await issueToken(stores, email));
    return generator;
  }

  /** Starts the users; each user makes one change after another until `stop`. */
  start(): void {
    this.#isStopping = false;
    this.#pendingWrites = Promise.all(
      [...this.#tokens.keys()].map((email, index) => this.#writeUntilStopped(email, index)),
    );
    // `stop` rejects with the error.
    this.#pendingWrites.catch(() => {});
  }

  /** Stops, and resolves when no change is pending. @throws if a change was refused. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#pendingWrites;
  }

  async #writeUntilStopped(email: string, seed: number): Promise<void> {
    for (let step = seed; !this.#isStopping; step++) {
      const guest = step % 5 === 4 ? `guest-${++this.#guestCount}@example.org` : this.#otherUser(email, step);
      if (step % 3 === 0) await this.#shareScenario(email, guest);
      else if (step % 3 === 1) await this.#saveAndShare(email, guest);
      else if (step % 2 === 0) await this.#attachCurve(email);
      else await this.#deleteCurveScenario(email);
      await sleep(PAUSE_MS);
    }
  }

  #otherUser(email: string, step: number): string {
    const otherUsers = [...this.#tokens.keys()].filter((token) => token !== email);
    return otherUsers[step % otherUsers.length]!;
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
    const fields = { scenario_id: scenario.id, title: "Saved", private: true };
    const { id } = await this.#write<{ id: number }>(email, "POST", "/saved_scenarios", { saved_scenario: fields });
    const savedResource = this.#track({
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
    savedResource.settledAt = performance.now();
    scenario.settledAt = savedResource.settledAt;
  }

  async #attachCurve(email: string): Promise<void> {
    const resource = await this.#makeScenario(email, true);
    const form = new FormData();
    form.append("file", new Blob([PRICES]), "prices.csv");
    await this.#write(email, "PUT", `/scenarios/${resource.id}/custom_curves/${this.#curve}`, form);
    resource.settledAt = performance.now();
  }

  async #deleteCurveScenario(email: string): Promise<void> {
    const resource = [...this.#resources.values()].find(
      ({ hasCurve, people, settledAt }) => hasCurve && settledAt !== null && people.has(email),
    );
    if (resource === undefined) return;
    resource.settledAt = null;
    await this.#write(email, "DELETE", `/scenarios/${resource.id}`);
  }

  async #makeScenario(email: string, hasCurve: boolean): Promise<Resource> {
    const { id } = await this.#write<{ id: number }>(email, "POST", "/scenarios", { scenario: { private: true } });
    return this.#track({ kind: "scenarios", id, people: new Set([email]), hasCurve, settledAt: null });
  }

  #track(resource: Resource): Resource {
    this.#resources.set(`${resource.kind} ${resource.id}`, resource);
    return resource;
  }

  async #write<T>(email: string, method: string, path: string, body?: object): Promise<T> {
    const response = await this.#send(email, method, path, body);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    this.#acknowledgedCount += 1;
    return (text === "" ? null : JSON.parse(text)) as T;
  }

  async #send(email: string, method: string, path: string, body?: object): Promise<Response> {
    const isForm = body instanceof FormData;
    // A change whose response was lost may have been executed; a retry under the same key does not repeat it.
    const key = method === "GET" ? {} : { "idempotency-key": randomUUID() };
    for (;;) {
      const response = await fetch(`${this.#url}/api/v3${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.#tokens.get(email)}`,
          ...key,
          ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
        },
        body: body === undefined ? null : isForm ? body : JSON.stringify(body),
      });
      // The server is temporarily busy.
      if (response.status !== 503) return response;
      await response.arrayBuffer();
      await sleep(50);
    }
  }

  /**
   * Lets all users request everything from a server on stores restored from a backup, and then lets them and a new user
   * create resources. Returns the problems found. `startedAt`: start of the backup (`performance.now`).
   */
  async problemsAfterRestore(url: string, stores: AccountStores, startedAt: number): Promise<readonly string[]> {
    this.#url = url;
    this.#stores = stores;
    const problems: string[] = [];
    for (const resource of this.#resources.values()) problems.push(...(await this.#problemsOf(resource, startedAt)));
    problems.push(...(await this.#problemsOfNewUsers()));
    // Otherwise the number of resources would grow without bound.
    for (const name of [...this.#resources.keys()].slice(0, -MAX_RESOURCES)) this.#resources.delete(name);
    return problems;
  }

  get summary(): string {
    return `${this.#acknowledgedCount} acknowledged changes, ${this.#readCount} reads of ${this.#readResourceCount} resources, ${this.#createdCount} new ones`;
  }

  async #problemsOf(resource: Resource, startedAt: number): Promise<readonly string[]> {
    const { kind, id, people, hasCurve, settledAt } = resource;
    this.#readResourceCount += 1;
    const existed = settledAt !== null && settledAt < startedAt;
    // A pending change may have been restored in part. From now on the only certainty is that users without a role must
    // not see it.
    if (!existed) resource.settledAt = null;
    const expected = [...this.#tokens.keys()].filter((email) => people.has(email));
    const isAsExpected = (users: readonly string[]): boolean => users.join() === expected.join();
    const end = performance.now() + SETTLED_MS;
    let viewers = await this.#viewersOf(resource);
    const isLate = (): boolean => !existed || performance.now() > end;
    while (!isAsExpected(viewers) && !isLate()) {
      await sleep(50);
      viewers = await this.#viewersOf(resource);
    }
    const strangers = viewers.filter((email) => !people.has(email));
    if (strangers.length > 0) return [`${kind} ${id} is visible to ${strangers.join(", ")} without a role`];
    if (existed && !isAsExpected(viewers)) {
      return [`${kind} ${id} is visible to ${viewers.join(", ") || "no user"}, expected ${expected.join(", ")}`];
    }
    const [owner] = people;
    // It was created after the backup, or deleted before it: another resource may get its ID later.
    if (!viewers.includes(owner!)) this.#resources.delete(`${kind} ${id}`);
    if (!hasCurve || !viewers.includes(owner!)) return [];
    const path = `/scenarios/${id}/custom_curves`;
    const curves = (await (await this.#send(owner!, "GET", path)).json()) as readonly {
      readonly attached: boolean;
    }[];
    if (existed && !curves.some((curve) => curve.attached)) return [`scenario ${id} has lost its curve`];
    if (!curves.some((curve) => curve.attached)) return [];
    const { status } = await this.#send(owner!, "GET", `${path}/${this.#curve}.csv`);
    return status === 200 ? [] : [`scenario ${id} has an attached curve that returns ${status}`];
  }

  /** Emails of the accounts that can see a resource. */
  async #viewersOf({ kind, id }: Pick<Resource, "kind" | "id">): Promise<readonly string[]> {
    this.#readCount += this.#tokens.size;
    const problems = await Promise.all(
      [...this.#tokens.keys()].map(async (email) => {
        const response = await this.#send(email, "GET", `/${kind}/${id}`);
        await response.arrayBuffer();
        const isHidden = response.status === 403 || response.status === 404;
        return response.ok ? [email] : isHidden ? [] : [`${email} (${response.status})`];
      }),
    );
    return problems.flat();
  }

  /** New IDs must never have been used before, for resources or users. */
  async #problemsOfNewUsers(): Promise<readonly string[]> {
    const problems: string[] = [];
    const previousResources = [...this.#resources.values()];
    const [newUser, owner] = [`new-user-${this.#acknowledgedCount}@example.org`, ACCOUNTS[0]!];
    this.#tokens.set(newUser, await issueToken(this.#stores, newUser));
    for (const { kind, id } of previousResources) {
      const { ok } = await this.#send(newUser, "GET", `/${kind}/${id}`);
      if (ok) problems.push(`${kind} ${id} is visible to an account that was opened after the restore`);
    }
    for (const email of [owner, newUser, owner, newUser]) {
      const scenario = await this.#makeScenario(email, false);
      this.#createdCount += 2;
      const fields = { scenario_id: scenario.id, title: "New", private: true };
      const { id } = await this.#write<{ id: number }>(email, "POST", "/saved_scenarios", { saved_scenario: fields });
      const resources = [scenario, { kind: "saved_scenarios", id } as const];
      // Waits, because the roles of a previously used ID would arrive a moment later.
      await sleep(100);
      for (const resource of resources) {
        const strangers = (await this.#viewersOf(resource)).filter((viewer) => viewer !== email);
        if (strangers.length > 0)
          problems.push(`the new ${resource.kind} ${resource.id} of ${email} is visible to ${strangers.join()}`);
      }
      this.#track({
        kind: "saved_scenarios",
        id,
        people: new Set([email]),
        hasCurve: false,
        settledAt: performance.now(),
      });
      scenario.settledAt = performance.now();
    }
    this.#tokens.delete(newUser);
    return problems;
  }
}
