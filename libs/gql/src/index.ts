export type * from "./world.ts";
export { GqlError } from "./world.ts";
