/** All of Etesian in one process: its services, each after those it needs. */
import { accounts } from "@etesian/accounts";
import { compute } from "@etesian/compute";
import { curves } from "@etesian/curves";
import { gateway } from "@etesian/gateway";
import { savedScenarios } from "@etesian/saved-scenarios";
import { scenarios } from "@etesian/scenarios";
import { examples } from "./examples.ts";

export const SERVICES = [curves, compute, scenarios, savedScenarios, accounts, gateway, examples] as const;
