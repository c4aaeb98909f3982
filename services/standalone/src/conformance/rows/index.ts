/** The rows of all resources. A route that has none fails the check: add them in the file of its resource. */
import type { Resource } from "../row.ts";
import { model } from "./model.ts";
import { scenarios } from "./scenarios.ts";

export const RESOURCES: readonly Resource[] = [scenarios, model];
