export { loadWriter, type TableWriter } from "./writers.ts";
