/** etesian.sweeps.v1: messages, server definition and client, generated from proto/etesian/sweeps/v1. */
export * from "./generated/etesian/sweeps/v1/sweeps.ts";
