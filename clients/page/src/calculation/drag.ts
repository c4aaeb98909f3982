/** A drag of a slider: its moves are a preview, its release is one change, and a cancelled drag has no effect. */
import type { Changes, Value } from "./calculator.ts";
import type { Numbers } from "./numbers.ts";
import type { SessionStore } from "./session-state.ts";

export class Drag {
  readonly #state: SessionStore;
  readonly #numbers: Numbers;
  readonly #onRelease: (changes: Changes) => void;
  #moves: Changes = {};

  constructor(state: SessionStore, numbers: Numbers, onRelease: (changes: Changes) => void) {
    this.#state = state;
    this.#numbers = numbers;
    this.#onRelease = onRelease;
  }

  /** The current values of the dragged slider and of the sliders that move with it. */
  get moves(): Changes {
    return this.#moves;
  }

  /** Starts a drag: the numbers at rest become the ghost. */
  press(key: string): void {
    this.#state.setState({ draggedSlider: key, previousAnswer: this.#numbers.answerAtRest(), refusals: {} });
  }

  /** @param linkedChanges values of sliders that move with it; they replace the previous move's linked changes */
  move(key: string, value: Value, linkedChanges: Changes): void {
    this.#moves = { ...linkedChanges, [key]: value };
    this.#numbers.calculate();
  }

  release(): void {
    const moves = this.#end();
    if (Object.keys(moves).length > 0) this.#onRelease(moves);
  }

  cancel(): void {
    if (this.#state.getState().draggedSlider === null) return;
    this.#end();
    this.#numbers.showPreviousAnswer();
  }

  #end(): Changes {
    const moves = this.#moves;
    this.#moves = {};
    this.#state.setState({ draggedSlider: null });
    return moves;
  }
}
