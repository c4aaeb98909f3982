/** One scenario on the screen: its drag, its pending changes, its visited versions and its numbers. */
import {
  applyChanges,
  type Calculator,
  type Changes,
  type ExplanationSubject,
  type ServerExplorer,
  type InspectionQuestion,
  type Sliders,
  type StoredScenario,
  type CalculatorListener,
  type Value,
  type ResultRequest,
} from "./calculator.ts";
import { Drag } from "./drag.ts";
import { Explorations } from "./explorations.ts";
import { Numbers, type PendingState } from "./numbers.ts";
import type { ReversibleReplacement } from "./replacements.ts";
import { NO_OUTBOX, type Outbox, type Steps } from "./own-changes.ts";
import { Sender } from "./sender.ts";
import { sessionStore, type SessionStore } from "./session-state.ts";
import type { Storage } from "./storage.ts";
import { Trials } from "./trials.ts";
import { Visits } from "./visits.ts";

export class Session {
  readonly state: SessionStore;
  /** Changes that are calculated but not applied. */
  readonly trials: Trials;
  /** Runs over many variants of the scenario. */
  readonly explorations: Explorations;
  readonly #storage: Storage;
  readonly #calculator: Calculator;
  readonly #numbers: Numbers;
  readonly #drag: Drag;
  readonly #sender: Sender;
  readonly #visits: Visits;

  constructor(
    scenario: StoredScenario,
    {
      storage,
      calculator,
      newCommand,
      author = () => null,
      schedule = setTimeout,
      outbox = NO_OUTBOX,
      steps,
      sweeps = null,
    }: {
      readonly storage: Storage;
      readonly calculator: (listener: CalculatorListener) => Calculator;
      readonly newCommand: () => string;
      readonly author?: () => number | null;
      readonly schedule?: (work: () => void, ms: number) => void;
      readonly outbox?: Outbox;
      /** Steps of the scenario that this one was copied from: they can be undone and redone in the copy. */
      readonly steps?: Steps | undefined;
      /** Explores sweeps on the server. */
      readonly sweeps?: ((onReport: CalculatorListener["onExplorationReport"]) => ServerExplorer) | null;
    },
  ) {
    this.state = sessionStore(scenario);
    this.#storage = storage;
    this.#calculator = calculator({
      onAnswer: (answer) => this.#numbers.show(answer),
      onVariant: (variant) => this.trials.receive(variant),
      onExplorationReport: (report) => this.explorations.receive(report),
      onInspection: (inspection) => this.#numbers.setInspection(inspection),
      onNames: (names) => this.state.setState({ names }),
      onExplanation: (explanation) => this.#numbers.addExplanation(explanation),
      onFault: (fault) => this.state.setState({ fault, isCalculating: false }),
    });
    this.#numbers = new Numbers(this.state, this.#calculator, () => this.#pending());
    this.#drag = new Drag(this.state, this.#numbers, (changes) => this.#sender.submit(changes));
    this.#visits = new Visits(this.state, storage, this.#numbers);
    this.trials = new Trials(this.state, this.#calculator);
    this.explorations = new Explorations(this.state, this.#calculator, {
      sweeps: sweeps?.((report) => this.explorations.receive(report)) ?? null,
    });
    this.#sender = new Sender(this.state, {
      storage,
      outbox,
      steps,
      newCommand,
      author,
      schedule,
      onStored: (scenario) => this.#update(scenario),
      onChange: () => this.#numbers.calculate(),
    });
    this.#numbers.publish();
    void this.#sender.send();
  }

  /** Sets the results that the screen needs; an unchanged request calculates nothing. */
  requestResults(request: ResultRequest): void {
    this.#numbers.setRequest(request);
  }

  /** Whether hours can be inspected; the server cannot report them. */
  get canInspect(): boolean {
    return this.#calculator.inspect !== null;
  }

  /** Adds the report of a market's hour to all following answers; null ends the reports. */
  inspect(request: InspectionQuestion | null): void {
    this.#calculator.inspect?.(request);
  }

  /** Whether results can be explained; the server cannot explain its results. */
  get canExplain(): boolean {
    return this.#calculator.explain !== null;
  }

  /** Whether user-defined queries have results; the server does not run them. */
  get canQuery(): boolean {
    return this.#calculator.listNames !== null;
  }

  /** Requests the names that user-defined queries can use, once. */
  listNames(): void {
    if (this.state.getState().names === null) this.#calculator.listNames?.();
  }

  /** Requests the parts of a query's result in the answer on the screen. */
  explain(subject: ExplanationSubject): void {
    this.#calculator.explain?.(subject);
  }

  /** Starts a drag of a slider: the numbers at rest become the ghost. */
  press(key: string): void {
    this.leave();
    this.#drag.press(key);
  }

  /**
   * Previews a value of the dragged slider.
   * @param linkedChanges sliders that move with it until the next preview, such as members of its share group
   */
  move(key: string, value: Value, linkedChanges: Changes = {}): void {
    if (this.state.getState().draggedSlider !== key) {
      this.release();
      this.press(key);
    }
    this.#drag.move(key, value, linkedChanges);
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
    this.#sender.submit(changes);
  }

  /**
   * Replaces a part of the scenario, such as an order or a curve, after pending changes.
   * @returns the server's warnings
   * @throws ApiError when it is refused
   */
  replacePart(replacement: ReversibleReplacement): Promise<readonly string[]> {
    this.leave();
    this.#numbers.keepPreviousAnswer();
    return this.#sender.replacePart(replacement);
  }

  /** Shows the reason why a typed value is refused, at its slider. */
  refuse(key: string, reason: string): void {
    this.state.setState(({ refusals }) => ({ refusals: { ...refusals, [key]: [reason] } }));
  }

  /** Hides refusals, for example after a change of language. */
  dropRefusals(): void {
    this.state.setState({ refusals: {} });
  }

  /** Undoes this page's latest change, whether or not it is stored yet. */
  undo(): void {
    if (!this.#sender.pending.canUndo) return;
    this.leave();
    this.#numbers.keepPreviousAnswer();
    this.#sender.undo();
  }
  redo(): void {
    if (!this.#sender.pending.canRedo) return;
    this.leave();
    this.#numbers.keepPreviousAnswer();
    this.#sender.redo();
  }

  /** Shows an earlier version of the scenario without storing anything. */
  visit(version: number): void {
    if (version === this.state.getState().scenario.version) this.leave();
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
    const { visitedVersion } = this.state.getState();
    if (visitedVersion === null) return;
    await this.waitUntilStored();
    if (this.state.getState().visitedVersion !== visitedVersion) return;
    const { version } = this.state.getState().scenario;
    if (!(await this.#visits.restore(visitedVersion, this.#sender.createCommand()))) return;
    this.#sender.recordReplacement({
      to: { kind: "version", version: visitedVersion },
      from: { kind: "version", version },
    });
    // If the scenario cannot be read now, the change feed reports the version later.
    await this.refresh().catch(() => {});
    this.leave();
  }

  /** Slider values without the drag. */
  get valuesAtRest(): Sliders {
    const { base, previousAnswer, draggedSlider, answer } = this.state.getState();
    return {
      userValues: applyChanges(base.userValues, this.#sender.pending.moves),
      balancedValues: ((draggedSlider === null ? answer : previousAnswer)?.sliders ?? base).balancedValues,
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

  /** Excludes sliders and parts that other people have changed from undo and redo. */
  excludeFromUndo(keys: readonly string[]): void {
    if (keys.length === 0) return;
    this.#sender.excludeFromUndo(keys);
    this.#numbers.publish();
  }

  /** Discards all steps after another person has restored an earlier version. */
  clearSteps(): void {
    this.#sender.clearSteps();
    this.#numbers.publish();
  }

  /** Reads the scenario after a change from another page. */
  async refresh(): Promise<void> {
    const { id, version } = this.state.getState().scenario;
    const scenario = await this.#storage.readCurrent(id);
    if (scenario.version > version) this.#update(scenario);
  }

  /** Sends the waiting changes of a person who has signed in; other people's stay in the outbox. */
  resume(person: number): void {
    this.#sender.resume(person);
  }

  /** Resolves once no change is waiting. */
  async waitUntilStored(): Promise<void> {
    await this.#sender.waitUntilStored();
  }

  /** Whether all waiting changes outlive the page: a browser may refuse to store them. */
  get isPersisted(): boolean {
    return this.#sender.isPersisted;
  }

  close(): void {
    this.explorations.leave();
    this.#calculator.close();
  }

  #update(scenario: StoredScenario): void {
    const isNewer = scenario.version >= this.state.getState().scenario.version;
    if (isNewer)
      this.state.setState(({ visitedVersion, base }) => ({
        scenario,
        base: visitedVersion === null ? scenario : base,
      }));
    this.#numbers.calculate();
  }

  /** The latest unsaved move of each slider. Unsaved moves are not part of an earlier version. */
  #pending(): PendingState {
    const { pending } = this.#sender;
    const isVisiting = this.state.getState().visitedVersion !== null;
    return { ...pending, moves: isVisiting ? {} : { ...pending.moves, ...this.#drag.moves } };
  }
}
