/** etesian.accounts.v1: messages, server definition and client, generated from proto/etesian/accounts/v1. */
export * from "./generated/etesian/accounts/v1/accounts.ts";
