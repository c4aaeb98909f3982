/** The rows of all resources. A route without a row fails the check; add its row in the resource's file. */
import type { Resource } from "../row.ts";
import { changes } from "./changes.ts";
import { collections } from "./collections.ts";
import { comments } from "./comments.ts";
import { curves } from "./curves.ts";
import { esdl } from "./esdl.ts";
import { exports } from "./exports.ts";
import { featured } from "./featured.ts";
import { inputs } from "./inputs.ts";
import { model } from "./model.ts";
import { orders } from "./orders.ts";
import { savedScenarios } from "./saved.ts";
import { scenarios } from "./scenarios.ts";
import { bulk } from "./bulk.ts";
import { sweeps } from "./sweeps.ts";
import { time } from "./time.ts";
import { users } from "./users.ts";
import { wire } from "./wire.ts";

export const RESOURCES: readonly Resource[] = [
  scenarios,
  changes,
  inputs,
  time,
  comments,
  bulk,
  esdl,
  featured,
  users,
  savedScenarios,
  collections,
  sweeps,
  model,
  wire,
  orders,
  curves,
  exports,
];
