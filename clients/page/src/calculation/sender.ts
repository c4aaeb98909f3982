/** Queues this page's changes and sends them to the server one after the other, each until the server answers. */
import type { ChangedScenario, Changes, StoredScenario } from "./calculator.ts";
import type { Pending } from "./numbers.ts";
import { type Exchange, partOf } from "./replacements.ts";
import { type Outbox, OwnChanges, type Steps } from "./own-changes.ts";
import type { SessionStore } from "./session-state.ts";
import type { Storage } from "./storage.ts";

const RETRY_MS = 2_000;

/** Values of sliders before an exchange that has replaced or removed them, as a curve does. */
const replacedBetween = (before: StoredScenario, { userValues }: StoredScenario): Changes =>
  Object.fromEntries(Object.entries(before.userValues).filter(([key, value]) => userValues[key] !== value));

export class Sender {
  readonly #state: SessionStore;
  readonly #own: OwnChanges;
  readonly #storage: Storage;
  readonly #newCommand: () => string;
  readonly #maker: () => number | null;
  readonly #later: (work: () => void, ms: number) => void;
  readonly #onStored: (scenario: StoredScenario) => void;
  readonly #onChange: () => void;
  /** The commands of this page's changes. */
  readonly #commands = new Set<string>();
  /** Callers that wait for an exchange, by its command. */
  readonly #waiting = new Map<string, PromiseWithResolvers<readonly string[]>>();
  #isSending = false;
  /** The person whose changes were read from the outbox; null before the first read. */
  #adoptedFor: number | null;

  /**
   * @param newCommand creates a change's id, so that it is stored only once
   * @param maker the current user, whose changes these are; null for a guest
   * @param onStored receives the scenario after each stored change
   * @param onChange is called after the queue has changed
   */
  constructor(
    state: SessionStore,
    {
      storage,
      outbox,
      steps,
      newCommand,
      maker,
      later,
      onStored,
      onChange,
    }: {
      readonly storage: Storage;
      readonly outbox: Outbox;
      readonly steps: Steps | undefined;
      readonly newCommand: () => string;
      readonly maker: () => number | null;
      readonly later: (work: () => void, ms: number) => void;
      readonly onStored: (scenario: StoredScenario) => void;
      readonly onChange: () => void;
    },
  ) {
    this.#state = state;
    this.#own = new OwnChanges(outbox, steps);
    this.#storage = storage;
    this.#newCommand = newCommand;
    this.#maker = maker;
    this.#adoptedFor = maker();
    // Wrapped, because browsers reject a timer that is called as a method of another object.
    this.#later = (work, ms) => {
      later(work, ms);
    };
    this.#onStored = onStored;
    this.#onChange = onChange;
    for (const { command } of this.#own.waiting) this.#commands.add(command);
  }

  /** The latest value of each slider in the waiting changes, and the steps that can be undone. */
  get pending(): Pending {
    const { moves, waiting, canUndo, canRedo } = this.#own;
    return { moves, unsent: waiting.length, canUndo, canRedo };
  }

  /** The changes that can be undone and redone. */
  get steps(): Steps {
    return this.#own.steps;
  }

  /** Whether all waiting changes outlive the page: a browser may refuse to store them. */
  get isKept(): boolean {
    return this.#own.isKept;
  }

  /** Whether a change was made by this page. */
  hasSent(command: string | undefined): boolean {
    return command !== undefined && this.#commands.has(command);
  }

  nameCommand(): string {
    const command = this.#newCommand();
    this.#commands.add(command);
    return command;
  }

  /** Queues a change and sends it. */
  make(changes: Changes): void {
    this.#own.make(changes, this.#state.getState().stored.userValues, this.nameCommand(), this.#maker());
    this.#queued();
  }

  /**
   * Queues an exchange and sends it.
   * @returns the service's warnings, once it is stored
   * @throws ApiError if it is refused
   */
  exchange(exchange: Exchange): Promise<readonly string[]> {
    const command = this.nameCommand();
    const waiting = Promise.withResolvers<readonly string[]>();
    this.#waiting.set(command, waiting);
    this.#own.exchange(exchange, command, this.#maker());
    this.#queued();
    return waiting.promise;
  }

  /** Notes an exchange that is stored already: it can be undone. */
  noteExchange(exchange: Exchange): void {
    this.#own.noteExchange(exchange);
  }

  undo(): void {
    this.#own.undo(() => this.nameCommand(), this.#maker());
    this.#queued();
  }

  redo(): void {
    this.#own.redo(() => this.nameCommand(), this.#maker());
    this.#queued();
  }

  /** Other people moved these sliders, or replaced these parts: undo and redo no longer change them. */
  excludeFromUndo(keys: readonly string[]): void {
    this.#own.excludeFromUndo(keys);
  }

  /** Makes undo and redo impossible, as after an earlier version was restored. */
  clearSteps(): void {
    this.#own.clearSteps();
  }

  #queued(): void {
    this.#onChange();
    void this.send();
  }

  /** Sends the waiting changes. */
  async send(): Promise<void> {
    if (this.#isSending || this.#state.getState().isSignedOut) return;
    this.#isSending = true;
    try {
      for (let [next] = this.#own.waiting; next !== undefined; [next] = this.#own.waiting) {
        const outcome = await this.#storage.change(this.#state.getState().stored.id, next);
        if (outcome.kind === "unreachable") {
          this.#state.setState({ isOffline: true });
          this.#later(() => void this.send(), RETRY_MS);
          return;
        }
        if (outcome.kind === "signedOut") {
          this.#state.setState({ isOffline: false, isSignedOut: true });
          return;
        }
        this.#state.setState({ isOffline: false });
        if (outcome.kind === "stored") {
          // The slider keeps its pending value until the scenario is read.
          const { stored } = this.#state.getState();
          const scenario = await this.#afterChange(outcome.scenario);
          this.#own.takeStored(next.exchange === null ? {} : replacedBetween(stored, scenario));
          this.#onStored(scenario);
          this.#settle(next.command)?.resolve(outcome.warnings);
        } else {
          this.#own.takeRefused();
          if (outcome.kind === "denied") this.#state.setState({ isReadOnly: true });
          const waiting = this.#settle(next.command);
          waiting?.reject(outcome.cause);
          const parts = next.exchange === null ? Object.keys(next.changes) : [partOf(next.exchange.to)];
          // A waiting caller reports the refusal.
          this.#refuse(waiting === undefined ? parts : [], outcome.errors);
        }
      }
    } finally {
      this.#isSending = false;
    }
  }

  /** A person has signed in: their waiting changes are sent, other people's stay in the outbox. */
  resume(person: number): void {
    // The server has accepted the change in flight, or refused it.
    const isShorter = !this.#isSending && this.#own.leaveToOthers(person);
    const adopted = this.#adoptedFor === person ? [] : this.#own.adoptOf(person);
    this.#adoptedFor = person;
    for (const { command } of adopted) this.#commands.add(command);
    if (isShorter || adopted.length > 0) this.#onChange();
    if (!this.#state.getState().isSignedOut && adopted.length === 0) return;
    this.#state.setState({ isSignedOut: false });
    void this.send();
  }

  /** Resolves once no change is waiting. */
  async allStored(): Promise<void> {
    if (this.#state.getState().unsent === 0) return;
    await new Promise<void>((resolve) => {
      const stop = this.#state.subscribe(({ unsent }) => {
        if (unsent > 0) return;
        stop();
        resolve();
      });
    });
  }

  #settle(command: string): PromiseWithResolvers<readonly string[]> | undefined {
    const waiting = this.#waiting.get(command);
    this.#waiting.delete(command);
    return waiting;
  }

  #refuse(parts: readonly string[], errors: readonly string[]): void {
    const refusals = Object.fromEntries(parts.map((part) => [part, errors]));
    this.#state.setState((state) => ({ refusals: { ...state.refusals, ...refusals } }));
    this.#onChange();
  }

  /**
   * The scenario after a change. Earlier changes of other people may concern more than sliders, so it is read again.
   */
  async #afterChange(changed: ChangedScenario): Promise<StoredScenario> {
    const { stored } = this.#state.getState();
    const known = { ...stored, ...changed };
    return changed.version <= stored.version + 1 ? known : this.#storage.read(stored.id).catch(() => known);
  }
}
