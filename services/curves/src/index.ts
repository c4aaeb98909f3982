/** Stores hourly curves that users upload. */
export { hashOf, CurveValueStore } from "./curve-value-store.ts";
export { curves } from "./service.ts";
