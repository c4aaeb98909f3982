/**
 * Network address of the OpenID request being answered: the provider's library does not pass it to its store. Requests
 * of our own pages have none, because a person acts there.
 */
import { AsyncLocalStorage } from "node:async_hooks";

const address = new AsyncLocalStorage<string>();

/** Answers a request that comes from an address. */
export const answerFrom = <T>(client: string, answer: () => T): T => address.run(client, answer);

export const addressUnderWay = (): string | undefined => address.getStore();
