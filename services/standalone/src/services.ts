/** All of Etesian in one process: its services, each after those it needs. */
import { accounts } from "@etesian/accounts";
import { compute } from "@etesian/compute";
import { curves } from "@etesian/curves";
import { gateway } from "@etesian/gateway";
import { savedScenarios } from "@etesian/saved-scenarios";
import { scenarios } from "@etesian/scenarios";

export const SERVICES = [curves, compute, scenarios, savedScenarios, accounts, gateway] as const;
