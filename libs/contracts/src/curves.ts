/** etesian.curves.v1: messages, server definition and client, generated from proto/etesian/curves/v1. */
export * from "./generated/etesian/curves/v1/curves.ts";
