/** Reports the end of each stage of a calculation to a listener (`npm run bench`). */

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

type Listener = (stage: Stage) => void;

let listener: Listener | null = null;

/** Sets the function called at the end of every stage of this thread's calculations; null removes it. */
export function listenToStages(next: Listener | null): void {
  listener = next;
}

export function endStage(stage: Stage): void {
  listener?.(stage);
}
