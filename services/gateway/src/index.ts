/** The HTTP/JSON interface for clients. */
export { gateway } from "./service.ts";
