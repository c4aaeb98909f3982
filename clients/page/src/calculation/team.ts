/** The comments on a scenario, and the people who have it open. The server decides who sees them, at each request. */
import { createStore, type StoreApi } from "zustand/vanilla";
import { type Api, ApiError, type components, type TeamMessage } from "@etesian/client";

export type Comment = components["schemas"]["Comment"];
export type TeamMember = components["schemas"]["TeamMember"];

/** The part of the scenario that comments are about. */
export interface Subject {
  readonly kind: "slider" | "chart";
  readonly key: string;
}

export interface TeamState {
  /** Whether the person may see the comments; false until the server has responded. */
  readonly isAllowed: boolean;
  readonly comments: readonly Comment[];
  /** Whether the person may delete comments of others. */
  readonly mayModerate: boolean;
  /** People with a role who have the scenario open, including the visitor. */
  readonly viewers: readonly TeamMember[];
}

const EMPTY_TEAM: TeamState = { isAllowed: false, comments: [], mayModerate: false, viewers: [] };

/** Statuses for people who may not see the comments. */
const DENIED_STATUSES = [401, 403, 404];

export class Team {
  readonly state: StoreApi<TeamState> = createStore<TeamState>()(() => EMPTY_TEAM);
  readonly #api: Api;
  readonly #path: { readonly id: number };
  readonly #newCommand: () => string;
  /** Resolves to whether a person is signed in: guests have no role. */
  readonly shouldFollow: () => Promise<boolean>;
  /** Version of the comments that were read last. */
  #knownVersion = -1;
  #currentRead: Promise<void> = Promise.resolve();
  /** Idempotency keys of comments without a response, by content, so that a retry does not add a second comment. */
  readonly #unanswered = new Map<string, string>();

  constructor(
    api: Api,
    id: number,
    { newCommand, shouldFollow }: { readonly newCommand: () => string; readonly shouldFollow: () => Promise<boolean> },
  ) {
    this.#api = api;
    this.#path = { id };
    this.#newCommand = newCommand;
    this.shouldFollow = shouldFollow;
  }

  /** Receives a message from the event stream; a new version is read with the person's permissions at that time. */
  receive({ comments, present: viewers }: Pick<TeamMessage, "comments" | "present">): void {
    if (comments === null) {
      this.#knownVersion = -1;
      this.state.setState(EMPTY_TEAM);
      return;
    }
    this.state.setState({ viewers });
    if (comments !== this.#knownVersion) void this.#read();
  }

  /**
   * Reads the comments after the current read. A failed read is repeated after the next message, which a reconnection
   * triggers.
   */
  #read(): Promise<void> {
    this.#currentRead = this.#currentRead.then(() => this.#readNow()).catch(() => {});
    return this.#currentRead;
  }

  async #readNow(): Promise<void> {
    try {
      const { data } = await this.#api.GET("/api/v3/scenarios/{id}/comments", { params: { path: this.#path } });
      this.#knownVersion = data!.version;
      this.state.setState({ isAllowed: true, comments: data!.comments, mayModerate: data!.may_delete_all });
    } catch (error) {
      if (!(error instanceof ApiError) || !DENIED_STATUSES.includes(error.status)) throw error;
      this.#knownVersion = -1;
      this.state.setState(EMPTY_TEAM);
    }
  }

  /** People who can be mentioned. */
  async people(): Promise<readonly TeamMember[]> {
    return (await this.#api.GET("/api/v3/scenarios/{id}/team", { params: { path: this.#path } })).data!.people;
  }

  /** @throws ApiError when it is refused */
  async add({ kind, key }: Subject, text: string, mentions: readonly number[]): Promise<void> {
    const comment = { [kind]: key, text, mentions: [...mentions] };
    const content = JSON.stringify(comment);
    const command = this.#unanswered.get(content) ?? this.#newCommand();
    this.#unanswered.set(content, command);
    try {
      await this.#api.POST("/api/v3/scenarios/{id}/comments", {
        params: { path: this.#path, header: { "Idempotency-Key": command } },
        body: { comment },
      });
      this.#unanswered.delete(content);
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
      if (isRefused) this.#unanswered.delete(content);
      throw error;
    }
    await this.#read();
  }

  /** @throws ApiError when it is refused */
  async change(
    comment: number,
    change: { readonly resolved: boolean } | { readonly text: string; readonly mentions: number[] },
  ): Promise<void> {
    await this.#api.PUT("/api/v3/scenarios/{id}/comments/{comment}", {
      params: { path: { ...this.#path, comment }, header: { "Idempotency-Key": this.#newCommand() } },
      body: { comment: change },
    });
    await this.#read();
  }

  /** @throws ApiError when it is refused */
  async remove(comment: number): Promise<void> {
    await this.#api.DELETE("/api/v3/scenarios/{id}/comments/{comment}", {
      params: { path: { ...this.#path, comment }, header: { "Idempotency-Key": this.#newCommand() } },
    });
    await this.#read();
  }
}

/** The part of the scenario that a comment is about. */
export const subjectOf = ({ slider, chart }: Pick<Comment, "slider" | "chart">): Subject =>
  slider === null ? { kind: "chart", key: chart ?? "" } : { kind: "slider", key: slider };

export const isAbout = (comment: Comment, { kind, key }: Subject): boolean => comment[kind] === key;
