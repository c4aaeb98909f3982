/**
 * The person who uses the page. The session is a cookie that scripts cannot read; a change carries its CSRF token,
 * which is kept in memory only.
 */
import { ApiError, type Errors, UnreachableError } from "@etesian/client";
import { createStore, type StoreApi } from "zustand/vanilla";

export interface Person {
  readonly id: number;
  readonly name: string | null;
  readonly email: string | null;
  readonly has_password: boolean;
}
/** Another issuer for signing in. */
export interface Issuer {
  readonly id: string;
  readonly name: string;
}

export interface VisitorState {
  /** Null if no person is signed in. */
  readonly person: Person | null;
  /** The person whose sign-in ended without their action; null if there is none. */
  readonly expired: Person | null;
  /** Whether the server has answered once or was unreachable. */
  readonly isKnown: boolean;
  /**
   * The owner of the browser, as the server reports: the person who signed in last and did not sign out. Null for none;
   * undefined if unknown.
   */
  readonly owner: number | null | undefined;
  readonly issuers: readonly Issuer[];
}

export interface Token {
  readonly key: string;
  readonly label: string;
  readonly scopes: readonly string[];
  readonly expires_at: string | null;
  readonly used_at: string | null;
}
export interface NewToken {
  readonly label: string;
  readonly scopes: readonly string[];
  /** 0: no expiry. */
  readonly days: number;
  /** The account's password, if it has one and the token may delete. */
  readonly current: string;
}

/** The outcome for the scenarios of a deleted account. */
export interface Dispositions {
  readonly public_scenarios: string;
  readonly private_scenarios: string;
  readonly saved_scenarios: string;
  /** Email of the account that receives the scenarios. */
  readonly heir: string;
}

interface Answer {
  readonly person: Person | null;
  readonly owner: number | null;
  readonly csrf_token: string | null;
  readonly issuers: readonly Issuer[];
}

const VISITOR = "/account/visitor";
export const CSRF = "x-csrf-token";

/** Notifies the other tabs of the page that the person has changed. Absent if there is one tab, as in tests. */
export type Tabs = Pick<BroadcastChannel, "postMessage" | "addEventListener">;

type Leave = (work: () => Promise<unknown>) => Promise<unknown>;

export class Visitor {
  readonly state: StoreApi<VisitorState>;
  readonly #fetch: typeof fetch;
  readonly #tabs: Tabs | null;
  readonly #leaving: Leave;
  #csrf: string | null = null;
  #reading: Promise<void> | null = null;

  /** @param leave runs an action that ends the session, after which the browser deletes its data of this origin */
  constructor(send: typeof fetch, tabs: Tabs | null = null, leave: Leave = (work) => work()) {
    this.#fetch = send;
    this.#tabs = tabs;
    this.#leaving = leave;
    this.state = createStore<VisitorState>()(() => ({
      person: null,
      expired: null,
      isKnown: false,
      owner: undefined,
      issuers: [],
    }));
    tabs?.addEventListener("message", () => void this.refresh());
  }

  /** Requests the person from the server; an unreachable server changes nothing. */
  refresh(): Promise<void> {
    this.#reading ??= this.#ask("GET", VISITOR)
      .then((answer) => this.#take(answer as Answer))
      .catch(() => this.state.setState({ isKnown: true }))
      .finally(() => (this.#reading = null));
    return this.#reading;
  }

  /** Resolves once the server has named the visitor or was unreachable. */
  async settled(): Promise<void> {
    if (!this.state.getState().isKnown) await this.refresh();
  }

  /** The CSRF token for changes; null without a session. Waits for the server's first answer. */
  async csrfToken(): Promise<string | null> {
    await this.settled();
    return this.#csrf;
  }

  /**
   * The person whose changes can be sent, as the server reports; a person whose sign-in has ended may sign in again.
   * Null for a guest.
   * @throws UnreachableError if the server has not answered yet
   */
  async currentPerson(): Promise<number | null> {
    if (!this.#isIdentified) await this.refresh();
    if (!this.#isIdentified) throw new UnreachableError(VISITOR, new TypeError("no answer"));
    return this.maker;
  }

  /** The same; null if unknown. */
  get maker(): number | null {
    const { person, expired } = this.state.getState();
    return (person ?? expired)?.id ?? null;
  }

  /** Whether the server has named the visitor. */
  get #isIdentified(): boolean {
    return this.state.getState().owner !== undefined;
  }

  /**
   * Whether a person's data in this browser may be shown: to that person, and while the owner of the browser is
   * unknown.
   * @param maker author of the data; null for a guest, whose changes are public
   */
  mayShow(maker: number | null): boolean {
    return maker === null || !this.#isIdentified || maker === this.maker;
  }

  /** An API response names its person: requests the visitor again when that differs from the known one. */
  notice(person: string | null): void {
    if (person === null || !this.#isIdentified) return;
    if (person !== String(this.state.getState().person?.id ?? "none")) void this.refresh();
  }

  /** Whether a person was signed in here and no longer is, as the server reports. */
  async hasExpired(): Promise<boolean> {
    if (this.state.getState().person !== null) await this.refresh();
    return this.state.getState().expired !== null;
  }

  /** @throws ApiError with the server's sentences */
  async signIn(email: string, password: string): Promise<void> {
    this.#take((await this.#ask("POST", VISITOR, { email, password })) as Answer);
    this.#tabs?.postMessage("signed in");
  }

  /**
   * Sends a sign-in link, which also creates an account for an unknown email.
   * @returns the directory of emails, if the server has no mail server and runs on this machine
   */
  async sendLink(email: string): Promise<string | null> {
    const { written_to } = (await this.#ask("POST", `${VISITOR}/link`, { email })) as {
      readonly written_to: string | null;
    };
    return written_to;
  }

  async signOut(): Promise<void> {
    await this.#leaving(() => this.#ask("DELETE", VISITOR));
    this.#leave();
  }

  #leave(): void {
    this.#csrf = null;
    this.state.setState({ person: null, expired: null, owner: null });
    this.#tabs?.postMessage("signed out");
  }

  async tokens(): Promise<readonly Token[]> {
    return ((await this.#ask("GET", `${VISITOR}/tokens`)) as { readonly tokens: readonly Token[] }).tokens;
  }
  /** @returns the token, which the server shows only once */
  async issueToken(wanted: NewToken): Promise<string> {
    return ((await this.#ask("POST", `${VISITOR}/tokens`, wanted)) as { readonly token: string }).token;
  }
  async revokeToken(key: string): Promise<void> {
    await this.#ask("DELETE", `${VISITOR}/tokens/${encodeURIComponent(key)}`);
  }

  async changeName(name: string): Promise<void> {
    this.#take((await this.#ask("PUT", `${VISITOR}/name`, { name })) as Answer);
  }
  /**
   * Sends a confirmation link to a new email, which becomes the account's email when the link is opened.
   * @param current the account's current password, if it has one
   * @returns the directory of emails, if the server has no mail server and runs on this machine
   */
  async changeEmail(email: string, current: string): Promise<string | null> {
    const { written_to } = (await this.#ask("POST", `${VISITOR}/email`, { email, current })) as {
      readonly written_to: string | null;
    };
    return written_to;
  }
  /** Ends all other sessions of the person, and with `revoke_tokens` their tokens. */
  async changePassword(change: {
    readonly password: string;
    readonly current: string;
    readonly revoke_tokens: boolean;
  }): Promise<void> {
    this.#take((await this.#ask("PUT", `${VISITOR}/password`, change)) as Answer);
    this.#tabs?.postMessage("password changed");
  }
  /** Cannot be undone. */
  async deleteAccount(choices: Dispositions & { readonly current: string }): Promise<void> {
    await this.#leaving(() => this.#ask("DELETE", `${VISITOR}/account`, choices));
    this.#leave();
  }

  /** Names of the people with a role in a saved scenario; only owners may request them. */
  async namesIn(savedScenario: number): Promise<ReadonlyMap<number, string>> {
    const { people } = (await this.#ask("GET", `${VISITOR}/people?saved_scenario=${savedScenario}`)) as {
      readonly people: readonly { readonly id: number; readonly name: string | null }[];
    };
    return new Map(people.flatMap(({ id, name }) => (name === null ? [] : [[id, name]])));
  }

  #take({ person, owner, csrf_token, issuers }: Answer): void {
    this.#csrf = csrf_token;
    this.state.setState(({ person: before, expired }) => {
      const latest = before ?? expired;
      // A person who signed out on another page has left, and has not expired.
      const isTheirs = person === null && latest?.id === owner;
      return { person, expired: isTheirs ? latest : null, isKnown: true, owner, issuers };
    });
  }

  async #ask(method: string, path: string, body: object | null = null): Promise<unknown> {
    const headers = new Headers();
    if (body !== null) headers.set("content-type", "application/json");
    if (method !== "GET" && this.#csrf !== null) headers.set(CSRF, this.#csrf);
    // Wrapped, because browsers reject `fetch` when it is called as a method of another object.
    const send = this.#fetch;
    const response = await send(path, {
      method,
      headers,
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw error instanceof TypeError ? new UnreachableError(path, error) : error;
    });
    const answer = await response.text();
    if (response.ok) return answer === "" ? null : (JSON.parse(answer) as unknown);
    throw new ApiError(response.status, response.headers.get("x-error-code") ?? "", errorsOf(answer));
  }
}

function errorsOf(answer: string): Errors {
  try {
    return (JSON.parse(answer) as { readonly errors: Errors }).errors;
  } catch {
    return [answer];
  }
}

/** The server's own sentences; for any other error, its message. */
export const sentencesOf = (error: unknown): readonly string[] =>
  error instanceof ApiError
    ? Object.entries(error.errors).flatMap(([name, words]) =>
        Array.isArray(words) ? words.map((each) => sentence(name, String(each))) : [String(words)],
      )
    : [error instanceof Error ? error.message : String(error)];

/** Messages keyed by field name the field; the keys of a list are only positions. */
const sentence = (name: string, words: string): string =>
  /^\d+$/.test(name) || name === "base" ? words : `${name}: ${words}`;
