/**
 * etesian.saved_scenarios.v1: messages, server definition and client, generated from
 * proto/etesian/saved_scenarios/v1.
 */
export * from "./generated/etesian/saved_scenarios/v1/saved_scenarios.ts";
