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
/** An external identity provider. */
export interface Issuer {
  readonly id: string;
  readonly name: string;
}

export interface VisitorState {
  /** Null if no person is signed in. */
  readonly person: Person | null;
  /** The person whose sign-in expired; null if there is none. */
  readonly expiredPerson: Person | null;
  /** Whether the server has responded at least once, or was unreachable. */
  readonly isSettled: boolean;
  /**
   * The owner of the browser, as the server reports: the person who signed in last and did not sign out. Null if
   * there is none; undefined if unknown.
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
/** An email address that an invitation added to the account. */
export interface AddedAddress {
  readonly id: number;
  readonly email: string;
}
export interface NewToken {
  readonly label: string;
  readonly scopes: readonly string[];
  /** Days until it expires; 0 for never. */
  readonly days: number;
  /** The account's password, required if it has one and the token may delete. */
  readonly current: string;
}

/** The disposition of a deleted account's scenarios. */
export interface Dispositions {
  readonly public_scenarios: string;
  readonly private_scenarios: string;
  readonly saved_scenarios: string;
  /** Email of the account that receives the scenarios. */
  readonly heir: string;
}

interface VisitorJson {
  readonly person: Person | null;
  readonly owner: number | null;
  readonly csrf_token: string | null;
  readonly issuers: readonly Issuer[];
}

const VISITOR_PATH = "/account/visitor";
export const CSRF_HEADER = "x-csrf-token";

/** Notifies the page's other tabs that the person has changed. Null for a single tab, such as in tests. */
export type Tabs = Pick<BroadcastChannel, "postMessage" | "addEventListener">;

type EndSession = (work: () => Promise<unknown>) => Promise<unknown>;

export class Visitor {
  readonly state: StoreApi<VisitorState>;
  readonly #fetch: typeof fetch;
  readonly #tabs: Tabs | null;
  readonly #endSession: EndSession;
  #csrf: string | null = null;
  #refreshing: Promise<void> | null = null;

  /** @param endSession runs an action that ends the session, after which the browser deletes this origin's data */
  constructor(send: typeof fetch, tabs: Tabs | null = null, endSession: EndSession = (work) => work()) {
    this.#fetch = send;
    this.#tabs = tabs;
    this.#endSession = endSession;
    this.state = createStore<VisitorState>()(() => ({
      person: null,
      expiredPerson: null,
      isSettled: false,
      owner: undefined,
      issuers: [],
    }));
    tabs?.addEventListener("message", () => void this.refresh());
  }

  /** Requests the visitor from the server; if it is unreachable, nothing changes. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#request("GET", VISITOR_PATH)
      .then((state) => this.#update(state as VisitorJson))
      .catch(() => this.state.setState({ isSettled: true }))
      .finally(() => (this.#refreshing = null));
    return this.#refreshing;
  }

  /** Resolves once the server has named the visitor or was unreachable. */
  async waitUntilSettled(): Promise<void> {
    if (!this.state.getState().isSettled) await this.refresh();
  }

  /** The CSRF token for changes; null without a session. Waits for the server's first response. */
  async csrfToken(): Promise<string | null> {
    await this.waitUntilSettled();
    return this.#csrf;
  }

  /**
   * The person whose changes can be sent, as the server reports; a person whose sign-in has ended may sign in again.
   * Null for a guest.
   * @throws UnreachableError if the server has not responded yet
   */
  async currentPerson(): Promise<number | null> {
    if (!this.#isIdentified) await this.refresh();
    if (!this.#isIdentified) throw new UnreachableError(VISITOR_PATH, new TypeError("no response"));
    return this.author;
  }

  /** The author of new changes: the current person, or null if unknown. */
  get author(): number | null {
    const { person, expiredPerson } = this.state.getState();
    return (person ?? expiredPerson)?.id ?? null;
  }

  /** Whether the server has named the visitor. */
  get #isIdentified(): boolean {
    return this.state.getState().owner !== undefined;
  }

  /**
   * Whether a person's data in this browser may be shown: to that person, and while the owner of the browser is
   * unknown.
   * @param author author of the data; null for a guest, whose changes are public
   */
  mayShow(author: number | null): boolean {
    return author === null || !this.#isIdentified || author === this.author;
  }

  /** Requests the visitor again if an API response belongs to a person other than the known one. */
  refreshIfDifferent(person: string | null): void {
    if (person === null || !this.#isIdentified) return;
    if (person !== String(this.state.getState().person?.id ?? "none")) void this.refresh();
  }

  /** Whether a person was signed in here and no longer is, as the server reports. */
  async hasExpired(): Promise<boolean> {
    if (this.state.getState().person !== null) await this.refresh();
    return this.state.getState().expiredPerson !== null;
  }

  /** @throws ApiError with the server's messages */
  async signIn(email: string, password: string): Promise<void> {
    this.#update((await this.#request("POST", VISITOR_PATH, { email, password })) as VisitorJson);
    this.#tabs?.postMessage("signed in");
  }

  /**
   * Sends a sign-in link, which also creates an account for an unknown email.
   * @returns the directory of written emails, if the server has no mail server and runs on this machine; otherwise null
   */
  async sendLink(email: string): Promise<string | null> {
    const { written_to } = (await this.#request("POST", `${VISITOR_PATH}/link`, { email })) as {
      readonly written_to: string | null;
    };
    return written_to;
  }

  async signOut(): Promise<void> {
    await this.#endSession(() => this.#request("DELETE", VISITOR_PATH));
    this.#clearPerson();
  }

  #clearPerson(): void {
    this.#csrf = null;
    this.state.setState({ person: null, expiredPerson: null, owner: null });
    this.#tabs?.postMessage("signed out");
  }

  async tokens(): Promise<readonly Token[]> {
    return ((await this.#request("GET", `${VISITOR_PATH}/tokens`)) as { readonly tokens: readonly Token[] }).tokens;
  }
  /** @returns the token, which the server shows only once */
  async issueToken(newToken: NewToken): Promise<string> {
    return ((await this.#request("POST", `${VISITOR_PATH}/tokens`, newToken)) as { readonly token: string }).token;
  }
  async revokeToken(key: string): Promise<void> {
    await this.#request("DELETE", `${VISITOR_PATH}/tokens/${encodeURIComponent(key)}`);
  }

  async changeName(name: string): Promise<void> {
    this.#update((await this.#request("PUT", `${VISITOR_PATH}/name`, { name })) as VisitorJson);
  }
  /**
   * Sends a confirmation link to a new email, which becomes the account's email when the link is opened.
   * @param current the account's current password, if it has one
   * @returns the directory of written emails, if the server has no mail server and runs on this machine; otherwise null
   */
  async changeEmail(email: string, current: string): Promise<string | null> {
    const { written_to } = (await this.#request("POST", `${VISITOR_PATH}/email`, { email, current })) as {
      readonly written_to: string | null;
    };
    return written_to;
  }
  /** Addresses other than the account's email, which invitations added. */
  async addedAddresses(): Promise<readonly AddedAddress[]> {
    const { addresses } = (await this.#request("GET", `${VISITOR_PATH}/addresses`)) as {
      readonly addresses: readonly AddedAddress[];
    };
    return addresses;
  }
  async removeAddress({ id }: AddedAddress): Promise<void> {
    await this.#request("DELETE", `${VISITOR_PATH}/addresses/${id}`);
  }
  /** Also ends the person's other sessions and, with `revoke_tokens`, revokes their tokens. */
  async changePassword(change: {
    readonly password: string;
    readonly current: string;
    readonly revoke_tokens: boolean;
  }): Promise<void> {
    this.#update((await this.#request("PUT", `${VISITOR_PATH}/password`, change)) as VisitorJson);
    this.#tabs?.postMessage("password changed");
  }
  /** Deletes the account permanently. */
  async deleteAccount(choices: Dispositions & { readonly current: string }): Promise<void> {
    await this.#endSession(() => this.#request("DELETE", `${VISITOR_PATH}/account`, choices));
    this.#clearPerson();
  }

  /** Names of the people with a role in a saved scenario; only owners may request them. */
  async namesIn(savedScenario: number): Promise<ReadonlyMap<number, string>> {
    const { people } = (await this.#request("GET", `${VISITOR_PATH}/people?saved_scenario=${savedScenario}`)) as {
      readonly people: readonly { readonly id: number; readonly name: string | null }[];
    };
    return new Map(people.flatMap(({ id, name }) => (name === null ? [] : [[id, name]])));
  }

  #update({ person, owner, csrf_token, issuers }: VisitorJson): void {
    this.#csrf = csrf_token;
    this.state.setState(({ person: previousPerson, expiredPerson }) => {
      const lastPerson = previousPerson ?? expiredPerson;
      // A person who signed out on another page counts as signed out, not as expired.
      const isStillOwner = person === null && lastPerson?.id === owner;
      return { person, expiredPerson: isStillOwner ? lastPerson : null, isSettled: true, owner, issuers };
    });
  }

  async #request(method: string, path: string, body: object | null = null): Promise<unknown> {
    const headers = new Headers();
    if (body !== null) headers.set("content-type", "application/json");
    if (method !== "GET" && this.#csrf !== null) headers.set(CSRF_HEADER, this.#csrf);
    // Wrapped, because browsers reject `fetch` when it is called as a method of another object.
    const send = this.#fetch;
    const response = await send(path, {
      method,
      headers,
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw error instanceof TypeError ? new UnreachableError(path, error) : error;
    });
    const text = await response.text();
    if (response.ok) return text === "" ? null : (JSON.parse(text) as unknown);
    throw new ApiError(response.status, response.headers.get("x-error-code") ?? "", errorsOf(text));
  }
}

function errorsOf(body: string): Errors {
  try {
    return (JSON.parse(body) as { readonly errors: Errors }).errors;
  } catch {
    return [body];
  }
}

/** The server's messages; for an error that is not from the server, its own message. */
export const errorMessages = (error: unknown): readonly string[] =>
  error instanceof ApiError
    ? Object.entries(error.errors).flatMap(([name, messages]) =>
        Array.isArray(messages) ? messages.map((message) => fieldMessage(name, String(message))) : [String(messages)],
      )
    : [error instanceof Error ? error.message : String(error)];

/** A message prefixed with its field's name; list indices are omitted. */
const fieldMessage = (name: string, message: string): string =>
  /^\d+$/.test(name) || name === "base" ? message : `${name}: ${message}`;
