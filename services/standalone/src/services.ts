/** A deployment runs six services, each after those it needs; one process has the examples of the model, too. */
import { accounts } from "@etesian/accounts";
import { compute } from "@etesian/compute";
import { curves } from "@etesian/curves";
import { gateway } from "@etesian/gateway";
import { savedScenarios } from "@etesian/saved-scenarios";
import { scenarios } from "@etesian/scenarios";
import { examples } from "./examples.ts";

export const SERVICES = [curves, compute, scenarios, savedScenarios, accounts, gateway] as const;

/** `npm start`. */
export const STANDALONE = [...SERVICES, examples] as const;
