/**
 * A typed client for the API. Paths, parameters, bodies and responses come from its OpenAPI document.
 *
 * ```ts
 * const api = connect({ url: "http://127.0.0.1:3000" });
 * const scenario = await dataOf(api.POST("/api/v3/scenarios", { body: { scenario: { end_year: 2040 } } }));
 * ```
 */
import type { components } from "./generated/api.ts";

export { type Change, changesOf, type TeamMessage } from "./changes.ts";
export { type Api, type Connection, connect, dataOf } from "./connect.ts";
export { ApiError, type Errors, UnreachableError } from "./errors.ts";
export { sweepProgress, type SweepProgress } from "./sweeps.ts";
export type { components, paths } from "./generated/api.ts";

type Schemas = components["schemas"];
export type Scenario = Schemas["Scenario"];
export type Input = Schemas["Input"];
export type Area = Schemas["Area"];
