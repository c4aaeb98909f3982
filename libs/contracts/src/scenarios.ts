/** etesian.scenarios.v1: the messages, server definition and client that proto/etesian/scenarios/v1 describes. */
export * from "./generated/etesian/scenarios/v1/scenarios.ts";
