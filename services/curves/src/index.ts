/** Files of hourly numbers that users upload. */
export { hashOf, Numbers } from "./numbers.ts";
export { curves } from "./service.ts";
