/** etesian.scenarios.v1: messages, server definition and client, generated from proto/etesian/scenarios/v1. */
export * from "./generated/etesian/scenarios/v1/scenarios.ts";
