/**
 * Users who write while backups are made, with the expected visibility of all they make. After a restore, everything
 * acknowledged before the backup is there for the users who may see it. Nothing private is visible to others.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Place } from "@etesian/accounts";
import { issueToken } from "@etesian/standalone/testing";

/** A scenario or a saved scenario, all of them private. */
interface Thing {
  readonly kind: "scenarios" | "saved_scenarios";
  readonly id: number;
  /** By e-mail: users who have, or may have, a role in it. */
  readonly people: Set<string>;
  readonly hasCurve: boolean;
  /** When its last change was acknowledged (`performance.now`); null: it is being changed, or was deleted. */
  settledAt: number | null;
}

const ACCOUNTS = ["ada@example.org", "bob@example.org", "cleo@example.org", "dora@example.org"];
/** Longer than roles need to come from a saved scenario to its versions. */
const SETTLED_MS = 30_000;
/** Between the changes of one person: as many as can be looked at afterwards. */
const PAUSE_MS = 200;
/** Things that are looked at again after the next restore. */
const REMEMBERED = 150;
const PRICES = "12.5\n".repeat(8760);

export class LoadGenerator {
  #url: string;
  #place: Place;
  readonly #curve: string;
  readonly #tokens = new Map<string, string>();
  readonly #things = new Map<string, Thing>();
  #invited = 0;
  #stopping = false;
  #writing: Promise<unknown> = Promise.resolve();
  #acknowledged = 0;
  /** Requests for a thing, one for each user. */
  #looks = 0;
  #seen = 0;
  /** Things that were made after a restore. */
  #given = 0;

  private constructor(url: string, place: Place, curve: string) {
    this.#url = url;
    this.#place = place;
    this.#curve = curve;
  }

  /** Opens accounts. `place` is where the accounts of the server at the URL are, `curve` a price that can be uploaded. */
  static async open(url: string, place: Place, curve: string): Promise<LoadGenerator> {
    const generator = new LoadGenerator(url, place, curve);
    for (const email of ACCOUNTS) generator.#tokens.set(email, await issueToken(place, email));
    return generator;
  }

  /** Each writes, one change after the other, until `stop`. */
  start(): void {
    this.#stopping = false;
    this.#writing = Promise.all([...this.#tokens.keys()].map((email, index) => this.#keepWriting(email, index)));
    // `stop` rejects with the error.
    this.#writing.catch(() => {});
  }

  /** Resolves when nothing is under way any more. @throws when a change was refused. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#writing;
  }

  async #keepWriting(email: string, seed: number): Promise<void> {
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
    const thing = await this.#makeScenario(email, false);
    thing.people.add(guest);
    await this.#write(email, "POST", `/scenarios/${thing.id}/users`, {
      scenario_users: [{ user_email: guest, role: "scenario_viewer" }],
    });
    thing.settledAt = performance.now();
  }

  async #saveAndShare(email: string, guest: string): Promise<void> {
    const scenario = await this.#makeScenario(email, false);
    const saved = { scenario_id: scenario.id, title: "Saved", private: true };
    const { id } = await this.#write<{ id: number }>(email, "POST", "/saved_scenarios", { saved_scenario: saved });
    const thing = this.#note({
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
    thing.settledAt = performance.now();
    scenario.settledAt = thing.settledAt;
  }

  async #attachCurve(email: string): Promise<void> {
    const thing = await this.#makeScenario(email, true);
    const form = new FormData();
    form.append("file", new Blob([PRICES]), "prices.csv");
    await this.#write(email, "PUT", `/scenarios/${thing.id}/custom_curves/${this.#curve}`, form);
    thing.settledAt = performance.now();
  }

  async #deleteOne(email: string): Promise<void> {
    const own = [...this.#things.values()].find(
      ({ hasCurve, people, settledAt }) => hasCurve && settledAt !== null && people.has(email),
    );
    if (own === undefined) return;
    own.settledAt = null;
    await this.#write(email, "DELETE", `/scenarios/${own.id}`);
  }

  async #makeScenario(email: string, hasCurve: boolean): Promise<Thing> {
    const { id } = await this.#write<{ id: number }>(email, "POST", "/scenarios", { scenario: { private: true } });
    return this.#note({ kind: "scenarios", id, people: new Set([email]), hasCurve, settledAt: null });
  }

  #note(thing: Thing): Thing {
    this.#things.set(`${thing.kind} ${thing.id}`, thing);
    return thing;
  }

  async #write<T>(email: string, method: string, path: string, body?: object): Promise<T> {
    const answer = await this.#ask(email, method, path, body);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    this.#acknowledged += 1;
    return (text === "" ? null : JSON.parse(text)) as T;
  }

  async #ask(email: string, method: string, path: string, body?: object): Promise<Response> {
    const isForm = body instanceof FormData;
    // A change whose answer was lost may have been made: asked for again under its key it is made once.
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
      // The server is busy for a moment.
      if (answer.status !== 503) return answer;
      await answer.arrayBuffer();
      await sleep(50);
    }
  }

  /**
   * All users look at everything, at a server on stores that were restored from a backup. Then they make new things,
   * together with a new user. Answers the problems found. `begun`: start of the backup (`performance.now`).
   */
  async problemsAfter(url: string, place: Place, begun: number): Promise<readonly string[]> {
    this.#url = url;
    this.#place = place;
    const problems: string[] = [];
    for (const thing of this.#things.values()) problems.push(...(await this.#problemsOf(thing, begun)));
    problems.push(...(await this.#newcomers()));
    // Otherwise the number of things would grow without end.
    for (const name of [...this.#things.keys()].slice(0, -REMEMBERED)) this.#things.delete(name);
    return problems;
  }

  get summary(): string {
    return `${this.#acknowledged} acknowledged changes, ${this.#looks} looks at ${this.#seen} things, ${this.#given} new ones`;
  }

  async #problemsOf(thing: Thing, begun: number): Promise<readonly string[]> {
    const { kind, id, people, hasCurve, settledAt } = thing;
    this.#seen += 1;
    const wasThere = settledAt !== null && settledAt < begun;
    // Perhaps half of it was restored: from now on only strangers are known, who must not see it.
    if (!wasThere) thing.settledAt = null;
    const expected = [...this.#tokens.keys()].filter((email) => people.has(email));
    const isAsExpected = (seen: readonly string[]): boolean => seen.join() === expected.join();
    const end = performance.now() + SETTLED_MS;
    let seen = await this.#whoSees(thing);
    const isLate = (): boolean => !wasThere || performance.now() > end;
    while (!isAsExpected(seen) && !isLate()) {
      await sleep(50);
      seen = await this.#whoSees(thing);
    }
    const strangers = seen.filter((email) => !people.has(email));
    if (strangers.length > 0) return [`${kind} ${id} is seen by ${strangers.join(", ")} without a role`];
    if (wasThere && !isAsExpected(seen)) {
      return [`${kind} ${id} is seen by ${seen.join(", ") || "nobody"}, expected ${expected.join(", ")}`];
    }
    const [owner] = people;
    // It was made after the backup, or deleted before: its number may be another thing's by and by.
    if (!seen.includes(owner!)) this.#things.delete(`${kind} ${id}`);
    if (!hasCurve || !seen.includes(owner!)) return [];
    const path = `/scenarios/${id}/custom_curves`;
    const attached = (await (await this.#ask(owner!, "GET", path)).json()) as readonly { readonly attached: boolean }[];
    if (wasThere && !attached.some((each) => each.attached)) return [`scenario ${id} has lost its curve`];
    if (!attached.some((each) => each.attached)) return [];
    const { status } = await this.#ask(owner!, "GET", `${path}/${this.#curve}.csv`);
    return status === 200 ? [] : [`scenario ${id} has a curve attached that is answered ${status}`];
  }

  /** E-mails of the accounts that see a thing. */
  async #whoSees({ kind, id }: Pick<Thing, "kind" | "id">): Promise<readonly string[]> {
    this.#looks += this.#tokens.size;
    const answers = await Promise.all(
      [...this.#tokens.keys()].map(async (email) => {
        const answer = await this.#ask(email, "GET", `/${kind}/${id}`);
        await answer.arrayBuffer();
        const isHidden = answer.status === 403 || answer.status === 404;
        return answer.ok ? [email] : isHidden ? [] : [`${email} (${answer.status})`];
      }),
    );
    return answers.flat();
  }

  /** New numbers were never used before: neither those of things nor those of people. */
  async #newcomers(): Promise<readonly string[]> {
    const problems: string[] = [];
    const former = [...this.#things.values()];
    const [newcomer, owner] = [`newcomer-${this.#acknowledged}@example.org`, ACCOUNTS[0]!];
    this.#tokens.set(newcomer, await issueToken(this.#place, newcomer));
    for (const { kind, id } of former) {
      const { ok } = await this.#ask(newcomer, "GET", `/${kind}/${id}`);
      if (ok) problems.push(`${kind} ${id} is seen by an account that was opened after the restore`);
    }
    for (const email of [owner, newcomer, owner, newcomer]) {
      const made = await this.#makeScenario(email, false);
      this.#given += 2;
      const saved = { scenario_id: made.id, title: "New", private: true };
      const { id } = await this.#write<{ id: number }>(email, "POST", "/saved_scenarios", { saved_scenario: saved });
      const things = [made, { kind: "saved_scenarios", id } as const];
      // Roles of a number that was used before would arrive in a moment.
      await sleep(100);
      for (const thing of things) {
        const strangers = (await this.#whoSees(thing)).filter((each) => each !== email);
        if (strangers.length > 0)
          problems.push(`the new ${thing.kind} ${thing.id} of ${email} is seen by ${strangers.join()}`);
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
    this.#tokens.delete(newcomer);
    return problems;
  }
}
