/** Calls over a network. Apart from the rest, because services within one process need none of it. */
export { connect, type ConnectOptions } from "./client.ts";
export { startRpcServer, type RpcServer } from "./server.ts";
