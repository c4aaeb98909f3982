/**
 * IP address of the current OpenID request, which the provider's library does not pass to its store. Absent for
 * requests from our own pages.
 */
import { AsyncLocalStorage } from "node:async_hooks";

const address = new AsyncLocalStorage<string>();

/** Runs a request handler with the client's IP address. */
export const withClientAddress = <T>(client: string, respond: () => T): T => address.run(client, respond);

export const currentClientAddress = (): string | undefined => address.getStore();
