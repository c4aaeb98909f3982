/**
 * Network address of the current OpenID request, because the provider's library does not pass it to its store. Requests of
 * our own pages have none, because they come from a person.
 */
import { AsyncLocalStorage } from "node:async_hooks";

const address = new AsyncLocalStorage<string>();

/** Runs the handling of a request from a network address. */
export const withClientAddress = <T>(client: string, answer: () => T): T => address.run(client, answer);

export const currentClientAddress = (): string | undefined => address.getStore();
