/** The HTTP API for clients. */
export { gateway } from "./service.ts";
