/** The calculation: threads that solve recipes and answer questions about them. */
export { compute } from "./service.ts";
