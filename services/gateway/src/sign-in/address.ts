/**
 * From which address of the network the request of the OpenID protocol comes that is answered: its library does not tell those who
 * remember something for it. Requests of our own pages have none, because somebody decides there.
 */
import { AsyncLocalStorage } from "node:async_hooks";

const address = new AsyncLocalStorage<string>();

/** Answers a request that comes from an address. */
export const answerFrom = <T>(client: string, answer: () => T): T => address.run(client, answer);

export const addressUnderWay = (): string | undefined => address.getStore();
