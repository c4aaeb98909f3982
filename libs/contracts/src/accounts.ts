/** etesian.accounts.v1: the messages, server definition and client that proto/etesian/accounts/v1 describes. */
export * from "./generated/etesian/accounts/v1/accounts.ts";
