export type * from "./definition.ts";
export type * from "./dataset.ts";
