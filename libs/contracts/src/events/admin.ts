/** Events of admins, stream `admin-{scenario}`: what they did with a scenario that nobody else in their place could. */
import { z } from "zod";
import { SCENARIO_RIGHTS, type ScenarioOperation } from "../rights.ts";

const OPERATIONS = Object.keys(SCENARIO_RIGHTS) as [ScenarioOperation, ...ScenarioOperation[]];

export const adminEvents = {
  /** Noted before it is done; the change itself, where there is one, is an event of the scenario. */
  AdminActed: {
    version: 1,
    schema: z.object({ person: z.int().positive(), scenario: z.int().positive(), operation: z.enum(OPERATIONS) }),
  },
} as const;
