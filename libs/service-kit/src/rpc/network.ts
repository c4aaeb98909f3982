/** Calls over a network: a separate entry point, because services within one process do not need it. */
export { connect, type ConnectOptions } from "./client.ts";
export { startRpcServer, type RpcServer } from "./server.ts";
