export type { Backends } from "./backends.ts";
export { createGateway, type GatewayOptions } from "./gateway.ts";
