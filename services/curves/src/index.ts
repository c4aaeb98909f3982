/** Files of hourly numbers that users upload. */
export { curves } from "./service.ts";
