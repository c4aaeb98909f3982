export type * from "./recipe.ts";
export type * from "./scenario/answers.ts";
export type * from "./scenario/curve-source.ts";
export type * from "./scenario/input-table.ts";
export { Engine, Solution, type SharedSolution } from "./scenario/engine.ts";
