/** Queues this page's changes and sends them to the server one after another, each until the server responds. */
import type { ChangedScenario, Changes, StoredScenario } from "./calculator.ts";
import type { PendingState } from "./numbers.ts";
import { type ReversibleReplacement, partOf } from "./replacements.ts";
import { type Outbox, OwnChanges, type Steps } from "./own-changes.ts";
import type { SessionStore } from "./session-state.ts";
import type { Storage } from "./storage.ts";

const RETRY_MS = 2_000;

/** Slider values that a replacement, such as an attached curve, has changed or removed. */
const replacedValues = (previous: StoredScenario, { userValues }: StoredScenario): Changes =>
  Object.fromEntries(Object.entries(previous.userValues).filter(([key, value]) => userValues[key] !== value));

export class Sender {
  readonly #state: SessionStore;
  readonly #ownChanges: OwnChanges;
  readonly #storage: Storage;
  readonly #newCommand: () => string;
  readonly #author: () => number | null;
  readonly #schedule: (work: () => void, ms: number) => void;
  readonly #onStored: (scenario: StoredScenario) => void;
  readonly #onChange: () => void;
  /** The commands for this page's changes. */
  readonly #commands = new Set<string>();
  /** Callers that wait for a replacement, by its command. */
  readonly #completions = new Map<string, PromiseWithResolvers<readonly string[]>>();
  #isSending = false;
  /** The person whose changes were read from the outbox; null before the first read. */
  #adoptedAuthor: number | null;

  /**
   * @param newCommand creates a change's ID, so that it is stored only once
   * @param author the current user, whose changes these are; null for a guest
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
      author,
      schedule,
      onStored,
      onChange,
    }: {
      readonly storage: Storage;
      readonly outbox: Outbox;
      readonly steps: Steps | undefined;
      readonly newCommand: () => string;
      readonly author: () => number | null;
      readonly schedule: (work: () => void, ms: number) => void;
      readonly onStored: (scenario: StoredScenario) => void;
      readonly onChange: () => void;
    },
  ) {
    this.#state = state;
    this.#ownChanges = new OwnChanges(outbox, steps);
    this.#storage = storage;
    this.#newCommand = newCommand;
    this.#author = author;
    this.#adoptedAuthor = author();
    // Wrapped, because browsers reject a timer that is called as a method of another object.
    this.#schedule = (work, ms) => {
      schedule(work, ms);
    };
    this.#onStored = onStored;
    this.#onChange = onChange;
    for (const { command } of this.#ownChanges.pendingChanges) this.#commands.add(command);
  }

  /** The latest value of each slider in the waiting changes, and the steps that can be undone. */
  get pending(): PendingState {
    const { moves, pendingChanges, canUndo, canRedo } = this.#ownChanges;
    return { moves, unsentCount: pendingChanges.length, canUndo, canRedo };
  }

  /** The changes that can be undone and redone. */
  get steps(): Steps {
    return this.#ownChanges.steps;
  }

  /** Whether all waiting changes outlive the page: a browser may refuse to store them. */
  get isPersisted(): boolean {
    return this.#ownChanges.isPersisted;
  }

  /** Whether a change was made by this page. */
  hasSent(command: string | undefined): boolean {
    return command !== undefined && this.#commands.has(command);
  }

  createCommand(): string {
    const command = this.#newCommand();
    this.#commands.add(command);
    return command;
  }

  /** Queues a change and sends it. */
  submit(changes: Changes): void {
    this.#ownChanges.addChange(
      changes,
      this.#state.getState().scenario.userValues,
      this.createCommand(),
      this.#author(),
    );
    this.#onQueued();
  }

  /**
   * Queues a replacement and sends it.
   * @returns the server's warnings, once it is stored
   * @throws ApiError if it is refused
   */
  replacePart(replacement: ReversibleReplacement): Promise<readonly string[]> {
    const command = this.createCommand();
    const completion = Promise.withResolvers<readonly string[]>();
    this.#completions.set(command, completion);
    this.#ownChanges.addReplacement(replacement, command, this.#author());
    this.#onQueued();
    return completion.promise;
  }

  /** Records a replacement that is already stored, so that it can be undone. */
  recordReplacement(replacement: ReversibleReplacement): void {
    this.#ownChanges.recordReplacement(replacement);
  }

  undo(): void {
    this.#ownChanges.undo(() => this.createCommand(), this.#author());
    this.#onQueued();
  }

  redo(): void {
    this.#ownChanges.redo(() => this.createCommand(), this.#author());
    this.#onQueued();
  }

  /** Excludes sliders and parts that other people have changed from undo and redo. */
  excludeFromUndo(keys: readonly string[]): void {
    this.#ownChanges.excludeFromUndo(keys);
  }

  /** Makes undo and redo impossible, as after an earlier version was restored. */
  clearSteps(): void {
    this.#ownChanges.clearSteps();
  }

  #onQueued(): void {
    this.#onChange();
    void this.send();
  }

  /** Sends the waiting changes. */
  async send(): Promise<void> {
    if (this.#isSending || this.#state.getState().isSignedOut) return;
    this.#isSending = true;
    try {
      for (let [next] = this.#ownChanges.pendingChanges; next !== undefined; [next] = this.#ownChanges.pendingChanges) {
        const outcome = await this.#storage.change(this.#state.getState().scenario.id, next);
        if (outcome.kind === "unreachable") {
          this.#state.setState({ isOffline: true });
          this.#schedule(() => void this.send(), RETRY_MS);
          return;
        }
        if (outcome.kind === "signedOut") {
          this.#state.setState({ isOffline: false, isSignedOut: true });
          return;
        }
        this.#state.setState({ isOffline: false });
        if (outcome.kind === "stored") {
          // The slider keeps its pending value until the scenario is read.
          const { scenario: previousScenario } = this.#state.getState();
          const scenario = await this.#scenarioAfter(outcome.scenario);
          this.#ownChanges.confirmFirst(next.replacement === null ? {} : replacedValues(previousScenario, scenario));
          this.#onStored(scenario);
          this.#settle(next.command)?.resolve(outcome.warnings);
        } else {
          this.#ownChanges.rejectFirst();
          if (outcome.kind === "denied") this.#state.setState({ isReadOnly: true });
          const completion = this.#settle(next.command);
          completion?.reject(outcome.cause);
          const parts = next.replacement === null ? Object.keys(next.changes) : [partOf(next.replacement.to)];
          // A waiting caller reports the refusal.
          this.#refuse(completion === undefined ? parts : [], outcome.errors);
        }
      }
    } finally {
      this.#isSending = false;
    }
  }

  /** Sends the waiting changes of a person who has signed in; other people's stay in the outbox. */
  resume(person: number): void {
    // The queue keeps the change in flight until the server responds to it.
    const hasSetAside = !this.#isSending && this.#ownChanges.setAsideOthers(person);
    const adoptedChanges = this.#adoptedAuthor === person ? [] : this.#ownChanges.adoptChangesOf(person);
    this.#adoptedAuthor = person;
    for (const { command } of adoptedChanges) this.#commands.add(command);
    if (hasSetAside || adoptedChanges.length > 0) this.#onChange();
    if (!this.#state.getState().isSignedOut && adoptedChanges.length === 0) return;
    this.#state.setState({ isSignedOut: false });
    void this.send();
  }

  /** Resolves once no change is waiting. */
  async waitUntilStored(): Promise<void> {
    if (this.#state.getState().unsentCount === 0) return;
    await new Promise<void>((resolve) => {
      const unsubscribe = this.#state.subscribe(({ unsentCount }) => {
        if (unsentCount > 0) return;
        unsubscribe();
        resolve();
      });
    });
  }

  #settle(command: string): PromiseWithResolvers<readonly string[]> | undefined {
    const completion = this.#completions.get(command);
    this.#completions.delete(command);
    return completion;
  }

  #refuse(parts: readonly string[], errors: readonly string[]): void {
    const refusals = Object.fromEntries(parts.map((part) => [part, errors]));
    this.#state.setState((state) => ({ refusals: { ...state.refusals, ...refusals } }));
    this.#onChange();
  }

  /**
   * The scenario after a change. It is read again if other people have changed it, because their changes may concern
   * more than sliders.
   */
  async #scenarioAfter(changedScenario: ChangedScenario): Promise<StoredScenario> {
    const { scenario } = this.#state.getState();
    const updated = { ...scenario, ...changedScenario };
    return changedScenario.version <= scenario.version + 1
      ? updated
      : this.#storage.readCurrent(scenario.id).catch(() => updated);
  }
}
