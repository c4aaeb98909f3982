/** One scenario on the screen: its drag, its pending changes, its visits of versions and its numbers. */
import type {
  Calculator,
  Changes,
  Explained,
  ServerExplorer,
  InspectionQuestion,
  Sliders,
  StoredScenario,
  CalculatorListener,
  Value,
  Requested,
} from "./calculator.ts";
import { Drag } from "./drag.ts";
import { Explorations } from "./explorations.ts";
import { Numbers, type Pending } from "./numbers.ts";
import type { Exchange } from "./replacements.ts";
import { NO_OUTBOX, type Outbox, type Steps } from "./own-changes.ts";
import { Sender } from "./sender.ts";
import { sessionStore, type SessionStore } from "./session-state.ts";
import type { Storage } from "./storage.ts";
import { Trials } from "./trials.ts";
import { Visits } from "./visits.ts";

export class Session {
  readonly state: SessionStore;
  /** Changes that are calculated but not made. */
  readonly trials: Trials;
  /** Many variants of the scenario. */
  readonly explorations: Explorations;
  readonly #storage: Storage;
  readonly #calculator: Calculator;
  readonly #numbers: Numbers;
  readonly #drag: Drag;
  readonly #sender: Sender;
  readonly #visits: Visits;

  constructor(
    stored: StoredScenario,
    {
      storage,
      calculator,
      newCommand,
      maker = () => null,
      later = setTimeout,
      outbox = NO_OUTBOX,
      steps,
      sweeps = null,
    }: {
      readonly storage: Storage;
      readonly calculator: (listener: CalculatorListener) => Calculator;
      readonly newCommand: () => string;
      readonly maker?: () => number | null;
      readonly later?: (work: () => void, ms: number) => void;
      readonly outbox?: Outbox;
      /** Steps of the scenario that this one was copied from: they can be undone and redone in the copy. */
      readonly steps?: Steps | undefined;
      /** Explores sweeps on the server. */
      readonly sweeps?: ((onExplored: CalculatorListener["onExplored"]) => ServerExplorer) | null;
    },
  ) {
    this.state = sessionStore(stored);
    this.#storage = storage;
    this.#calculator = calculator({
      onAnswer: (answer) => this.#numbers.show(answer),
      onVariant: (variant) => this.trials.take(variant),
      onExplored: (explored) => this.explorations.take(explored),
      onInspection: (inspection) => this.#numbers.inspected(inspection),
      onExplanation: (explanation) => this.#numbers.explained(explanation),
      onFault: (fault) => this.state.setState({ fault, isCalculating: false }),
    });
    this.#numbers = new Numbers(this.state, this.#calculator, () => this.#pending());
    this.#drag = new Drag(this.state, this.#numbers, (changes) => this.#sender.make(changes));
    this.#visits = new Visits(this.state, storage, this.#numbers);
    this.trials = new Trials(this.state, this.#calculator);
    this.explorations = new Explorations(this.state, this.#calculator, {
      sweeps: sweeps?.((explored) => this.explorations.take(explored)) ?? null,
    });
    this.#sender = new Sender(this.state, {
      storage,
      outbox,
      steps,
      newCommand,
      maker,
      later,
      onStored: (scenario) => this.#take(scenario),
      onChange: () => this.#numbers.ask(),
    });
    this.#numbers.publish();
    void this.#sender.send();
  }

  /** Chooses the numbers of the screen; the same choice again calculates nothing. */
  want(wanted: Requested): void {
    this.#numbers.want(wanted);
  }

  /** Whether hours can be inspected: the server does not report them. */
  get canInspect(): boolean {
    return this.#calculator.inspect !== null;
  }

  /** Adds the report of a market's hour to the answers from now on; null ends the reports. */
  inspect(question: InspectionQuestion | null): void {
    this.#calculator.inspect?.(question);
  }

  /** Whether results can be explained: the server's cannot. */
  get canExplain(): boolean {
    return this.#calculator.explain !== null;
  }

  /** Requests the parts of a query's result in the answer on the screen. */
  explain(of: Explained): void {
    this.#calculator.explain?.(of);
  }

  /** Starts a drag of a slider: the numbers at rest become the ghost. */
  press(key: string): void {
    this.leave();
    this.#drag.press(key);
  }

  /**
   * Previews a value of the dragged slider.
   * @param others sliders that move along until the next preview, such as members of its share group
   */
  move(key: string, value: Value, others: Changes = {}): void {
    if (this.state.getState().dragged !== key) {
      this.release();
      this.press(key);
    }
    this.#drag.move(key, value, others);
  }

  /** Ends the drag: its moves become one change. */
  release(): void {
    this.#drag.release();
  }

  /** Cancels the drag. */
  cancel(): void {
    this.#drag.cancel();
  }

  /** Moves sliders without a drag: a typed value, or a reset. */
  set(changes: Changes): void {
    const [first] = Object.keys(changes);
    if (first === undefined) return;
    this.press(first);
    this.release();
    this.#sender.make(changes);
  }

  /**
   * Replaces an order or a curve, after pending changes.
   * @returns the service's warnings
   * @throws ApiError when it is refused
   */
  exchange(exchange: Exchange): Promise<readonly string[]> {
    this.leave();
    this.#numbers.keepBefore();
    return this.#sender.exchange(exchange);
  }

  /** Shows the reason why a typed value is refused at its slider. */
  refuse(key: string, reason: string): void {
    this.state.setState(({ refusals }) => ({ refusals: { ...refusals, [key]: [reason] } }));
  }

  /** Hides refusals, as after a change of the language that they are written in. */
  dropRefusals(): void {
    this.state.setState({ refusals: {} });
  }

  /** Undoes this page's latest change, whether it is stored yet or not. */
  undo(): void {
    if (!this.#sender.pending.canUndo) return;
    this.leave();
    this.#numbers.keepBefore();
    this.#sender.undo();
  }
  redo(): void {
    if (!this.#sender.pending.canRedo) return;
    this.leave();
    this.#numbers.keepBefore();
    this.#sender.redo();
  }

  /** Shows an earlier version of the scenario without storing anything. */
  visit(version: number): void {
    if (version === this.state.getState().stored.version) this.leave();
    else {
      this.cancel();
      this.#visits.visit(version);
    }
  }

  /** Shows the stored scenario again. */
  leave(): void {
    this.#visits.leave();
  }

  /** Stores the visited version as the current one, after pending changes. */
  async restore(): Promise<void> {
    const { visiting } = this.state.getState();
    if (visiting === null) return;
    await this.allStored();
    if (this.state.getState().visiting !== visiting) return;
    const { version } = this.state.getState().stored;
    if (!(await this.#visits.restore(visiting, this.#sender.nameCommand()))) return;
    this.#sender.noteExchange({ to: { kind: "version", version: visiting }, from: { kind: "version", version } });
    // The change feed reports it later if it cannot be read now.
    await this.refresh().catch(() => {});
    this.leave();
  }

  /** Slider values without the drag. */
  get valuesAtRest(): Sliders {
    const { base, before, dragged, shown } = this.state.getState();
    const values = Object.entries({ ...base.userValues, ...this.#sender.pending.moves });
    return {
      userValues: Object.fromEntries(values.filter(([, value]) => value !== "reset")),
      balancedValues: ((dragged === null ? shown : before)?.sliders ?? base).balancedValues,
    };
  }

  /** The changes that can be undone and redone. */
  get steps(): Steps {
    return this.#sender.steps;
  }

  /** Whether a change was made by this page. */
  hasSent(command: string | undefined): boolean {
    return this.#sender.hasSent(command);
  }

  /** Other people moved these sliders, or replaced these parts: undo and redo no longer change them. */
  excludeFromUndo(keys: readonly string[]): void {
    if (keys.length === 0) return;
    this.#sender.excludeFromUndo(keys);
    this.#numbers.publish();
  }

  /** Another person restored an earlier version: there is nothing to undo or redo afterwards. */
  clearSteps(): void {
    this.#sender.clearSteps();
    this.#numbers.publish();
  }

  /** Reads the scenario after a change from another page. */
  async refresh(): Promise<void> {
    const { id, version } = this.state.getState().stored;
    const stored = await this.#storage.read(id);
    if (stored.version > version) this.#take(stored);
  }

  /** A person has signed in: their waiting changes are sent, other people's stay in the outbox. */
  resume(person: number): void {
    this.#sender.resume(person);
  }

  /** Resolves once no change is waiting. */
  async allStored(): Promise<void> {
    await this.#sender.allStored();
  }

  /** Whether all waiting changes outlive the page: a browser may refuse to store them. */
  get isKept(): boolean {
    return this.#sender.isKept;
  }

  close(): void {
    this.explorations.leave();
    this.#calculator.close();
  }

  #take(stored: StoredScenario): void {
    const isNewer = stored.version >= this.state.getState().stored.version;
    if (isNewer) this.state.setState(({ visiting, base }) => ({ stored, base: visiting === null ? stored : base }));
    this.#numbers.ask();
  }

  /** The latest unsaved move of each slider. Unsaved moves are not part of an earlier version. */
  #pending(): Pending {
    const { pending } = this.#sender;
    const isVisiting = this.state.getState().visiting !== null;
    return { ...pending, moves: isVisiting ? {} : { ...pending.moves, ...this.#drag.moves } };
  }
}
