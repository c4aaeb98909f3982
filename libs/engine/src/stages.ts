/** The stages of a calculation, reported to a listener (`npm run bench`). */

/** Stages of `Engine.solve` in order; without an hourly calculation: inputs, pass one and molecules. */
export type Stage =
  | "inputs"
  | "heat matching"
  | "pass one"
  | "heat"
  | "set-up"
  | "hours"
  | "injection"
  | "pass two"
  | "gas"
  | "molecules";

export type StageListener = (stage: Stage) => void;

/** Reports the end of each stage of one engine's calculations. */
export class Stages {
  #listener: StageListener | null = null;

  /** Sets the function that is called at the end of each stage; null removes it. */
  listen(listener: StageListener | null): void {
    this.#listener = listener;
  }

  end(stage: Stage): void {
    this.#listener?.(stage);
  }
}
