/** etesian.curves.v1: the messages, server definition and client that proto/etesian/curves/v1 describes. */
export * from "./generated/etesian/curves/v1/curves.ts";
