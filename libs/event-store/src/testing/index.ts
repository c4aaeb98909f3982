/**
 * Test helpers: empty stores of all available kinds, which are deleted afterwards; building blocks for other adapters;
 * a network that loses messages.
 */
export { checkAppend, PAGE, type Snapshot } from "../event-store.ts";
export { checkStore } from "../check.ts";
export { allEvents } from "../copy.ts";
export { AppendSignal, follow } from "../following/follow.ts";
export { Proxy } from "./proxy.ts";
export { EventStoreDbProtocolServer } from "./eventstoredb-protocol.ts";
export { findPostgres, storesOfRun, testEventStores, testStores, type TestStore } from "./stores.ts";
export { EventStoreDbNode, eventStoreDbCommand, freeNodePort } from "@etesian/testing/eventstoredb-node";
