/**
 * The numbers on the screen. All of them belong to one answer: during a drag the newest one, otherwise the one for the
 * current slider values.
 */
import { shallow } from "zustand/vanilla/shallow";
import {
  type Answer,
  applyChanges,
  type Calculator,
  type Changes,
  type Explanation,
  type Inspection,
  type Question,
  type ResultRequest,
} from "./calculator.ts";
import type { SessionState, SessionStore } from "./session-state.ts";

/** The user values that a question calculates. */
const valuesOf = ({ scenario, changes }: Question): Changes => applyChanges(scenario.userValues, changes);

export type PendingState = Pick<SessionState, "moves" | "unsentCount" | "canUndo" | "canRedo">;

export class Numbers {
  readonly #state: SessionStore;
  readonly #calculator: Calculator;
  readonly #pending: () => PendingState;
  #request: ResultRequest = { queries: [], curves: [] };
  #n = 0;
  /** The first of the latest questions that all have the current slider values. */
  #firstWithValues: { readonly n: number; readonly values: Changes } = { n: 0, values: {} };

  /** @param pending changes on top of the stored scenario */
  constructor(state: SessionStore, calculator: Calculator, pending: () => PendingState) {
    this.#state = state;
    this.#calculator = calculator;
    this.#pending = pending;
  }

  /** Sets the results that all later answers contain. */
  setRequest(request: ResultRequest): void {
    const { queries, curves } = this.#request;
    if (this.#n > 0 && shallow(request.queries, queries) && shallow(request.curves, curves)) return;
    this.#request = request;
    this.calculate();
  }

  /** Publishes the pending changes without new numbers. */
  publish(): void {
    this.#state.setState(this.#pending());
  }

  /**
   * Publishes the pending changes and calculates their numbers. This is one state update, because each one redraws the
   * screen.
   */
  calculate(): void {
    this.#state.setState({ ...this.#pending(), isCalculating: true });
    const question = this.#question(++this.#n);
    const values = valuesOf(question);
    if (!shallow(values, this.#firstWithValues.values)) this.#firstWithValues = { n: question.n, values };
    this.#calculator.ask(question);
  }

  /**
   * The answer for the current slider values if there is one, otherwise the previous one. Once a change is stored, or
   * when other results are requested, the same values are calculated again; the answer on the screen remains valid.
   */
  answerAtRest(): Answer | null {
    const { answer, previousAnswer } = this.#state.getState();
    return answer !== null && answer.n >= this.#firstWithValues.n ? answer : previousAnswer;
  }

  /** Keeps the numbers on the screen as the ghost of the next change. */
  keepPreviousAnswer(): void {
    this.#state.setState({ previousAnswer: this.#state.getState().answer });
  }

  /**
   * Shows the previous numbers again: immediately if they belong to the stored sliders, otherwise after a calculation.
   */
  showPreviousAnswer(): void {
    this.publish();
    const { previousAnswer, scenario, unsentCount } = this.#state.getState();
    // Answers in flight belong to a drag or a version that has ended.
    const n = ++this.#n;
    const question = this.#question(n);
    this.#firstWithValues = { n, values: valuesOf(question) };
    if (
      previousAnswer === null ||
      previousAnswer.curves === null ||
      previousAnswer.version !== scenario.version ||
      unsentCount > 0
    ) {
      this.calculate();
      return;
    }
    this.#state.setState({
      answer: { ...previousAnswer, n },
      explanations: new Map(),
      previousAnswer: null,
      isCalculating: false,
    });
    // Reports of hours use the latest calculation, which may belong to a cancelled drag or a refused change.
    this.#calculator.ask(question);
  }

  show(answer: Answer): void {
    const { answer: currentAnswer } = this.#state.getState();
    if (currentAnswer !== null && answer.n < currentAnswer.n) return;
    this.#state.setState({
      answer,
      explanations: new Map(),
      isCalculating: answer.n < this.#n || answer.curves === null,
      fault: null,
    });
  }

  /** Sets the report of another hour of the answer on the screen. */
  setInspection(inspection: Inspection): void {
    const { answer } = this.#state.getState();
    if (answer?.n === inspection.n) this.#state.setState({ answer: { ...answer, inspection } });
  }

  addExplanation(explanation: Explanation): void {
    const { answer, explanations } = this.#state.getState();
    if (answer?.n !== explanation.n) return;
    this.#state.setState({ explanations: new Map([...explanations, [explanation.subject, explanation]]) });
  }

  #question(n: number): Question {
    const { base, moves } = this.#state.getState();
    return { n, scenario: base, changes: moves, request: this.#request };
  }
}
