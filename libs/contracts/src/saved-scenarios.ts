/** etesian.saved_scenarios.v1: the messages, server definition and client that proto/etesian/saved_scenarios/v1 describes. */
export * from "./generated/etesian/saved_scenarios/v1/saved_scenarios.ts";
