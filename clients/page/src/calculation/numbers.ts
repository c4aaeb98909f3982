/**
 * The numbers on the screen. All of them belong to one answer: during a drag the newest one, at rest the one for the
 * current slider values.
 */
import type { Answer, Calculator, Explanation, Inspection, Question, Requested } from "./calculator.ts";
import type { SessionState, SessionStore } from "./session-state.ts";

const areSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((key, place) => key === others[place]);

export type Pending = Pick<SessionState, "moves" | "unsent" | "canUndo" | "canRedo">;

export class Numbers {
  readonly #state: SessionStore;
  readonly #calculator: Calculator;
  readonly #pending: () => Pending;
  #wanted: Requested = { queries: [], curves: [] };
  #n = 0;

  /** @param pending changes on top of the stored scenario */
  constructor(state: SessionStore, calculator: Calculator, pending: () => Pending) {
    this.#state = state;
    this.#calculator = calculator;
    this.#pending = pending;
  }

  /** Sets the queries for all later answers. */
  want(wanted: Requested): void {
    const { queries, curves } = this.#wanted;
    if (this.#n > 0 && areSame(wanted.queries, queries) && areSame(wanted.curves, curves)) return;
    this.#wanted = wanted;
    this.ask();
  }

  /** Publishes the pending changes without new numbers. */
  publish(): void {
    this.#state.setState(this.#pending());
  }

  /**
   * Publishes the pending changes and calculates their numbers. This is one state update, because each one redraws the
   * screen.
   */
  ask(): void {
    this.#state.setState({ ...this.#pending(), isCalculating: true });
    this.#calculator.ask(this.#question(++this.#n));
  }

  /** The answer for the current slider values, else the previous one. */
  atRest(): Answer | null {
    const { shown, before } = this.#state.getState();
    return shown?.n === this.#n ? shown : before;
  }

  /** Keeps the numbers on the screen as the ghost of the next change. */
  keepBefore(): void {
    this.#state.setState({ before: this.#state.getState().shown });
  }

  /** Shows the previous numbers again: at once if they belong to the stored sliders, else after a calculation. */
  showBefore(): void {
    this.publish();
    const { before, stored, unsent } = this.#state.getState();
    // Answers in flight belong to a drag or a version that has ended.
    const n = ++this.#n;
    if (before === null || before.curves === null || before.version !== stored.version || unsent > 0) {
      this.ask();
      return;
    }
    this.#state.setState({ shown: { ...before, n }, explanations: new Map(), before: null, isCalculating: false });
    // Reports of hours use the latest calculation, and the change behind these numbers may have been refused since.
    this.#calculator.ask(this.#question(n));
  }

  show(answer: Answer): void {
    const { shown } = this.#state.getState();
    if (shown !== null && answer.n < shown.n) return;
    this.#state.setState({
      shown: answer,
      explanations: new Map(),
      isCalculating: answer.n < this.#n || answer.curves === null,
      fault: null,
    });
  }

  /** Another hour of the answer on the screen. */
  inspected(inspection: Inspection): void {
    const { shown } = this.#state.getState();
    if (shown?.n === inspection.n) this.#state.setState({ shown: { ...shown, inspection } });
  }

  explained(explanation: Explanation): void {
    const { shown, explanations } = this.#state.getState();
    if (shown?.n !== explanation.n) return;
    this.#state.setState({ explanations: new Map([...explanations, [explanation.of, explanation]]) });
  }

  #question(n: number): Question {
    const { base, moves } = this.#state.getState();
    return { n, stored: base, changes: moves, wanted: this.#wanted };
  }
}
