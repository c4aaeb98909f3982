/** The compute service: threads that solve recipes and answer questions about the solutions. */
export { compute } from "./service.ts";
