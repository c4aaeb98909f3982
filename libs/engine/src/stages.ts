/** Tells whoever measures (`npm run bench`) when a stage of a calculation is over; otherwise nobody listens. */

/** Stages of `Engine.solve`, as they follow each other; without hours these are inputs, pass one and molecules. */
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

/** Has a function called at the end of every stage of this thread's calculations; null = no longer. */
export function listenToStages(next: Listener | null): void {
  listener = next;
}

export function endStage(stage: Stage): void {
  listener?.(stage);
}
