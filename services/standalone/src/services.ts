/** The services of a deployment in start order; a single process also creates the model's examples. */
import { accounts } from "@etesian/accounts";
import { batch } from "@etesian/batch";
import { compute } from "@etesian/compute";
import { curves } from "@etesian/curves";
import { gateway } from "@etesian/gateway";
import { savedScenarios } from "@etesian/saved-scenarios";
import { scenarios } from "@etesian/scenarios";
import { sweeps } from "@etesian/sweeps";
import { examples } from "./examples.ts";

export const SERVICES = [curves, compute, scenarios, savedScenarios, sweeps, accounts, gateway] as const;

/** Services that a deployment with an event bus may also run. */
export const DISTRIBUTED = [...SERVICES, batch] as const;

/** Services of `npm start`. */
export const STANDALONE = [...SERVICES, examples] as const;
