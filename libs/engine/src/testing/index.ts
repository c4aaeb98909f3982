/** For tests of those who use the engine. */
export { inputTable } from "./input-table.ts";
