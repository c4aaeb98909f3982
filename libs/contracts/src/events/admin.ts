/**
 * Events of admins, stream `admin-{scenario}`: changes to a scenario that require admin rights. Changes to saved
 * scenarios and collections are in streams `admin-saved-scenario-{id}` and `admin-collection-{id}`.
 */
import { z } from "zod";
import {
  COLLECTION_RIGHTS,
  type CollectionOperation,
  SAVED_RIGHTS,
  type SavedOperation,
  SCENARIO_RIGHTS,
  type ScenarioOperation,
} from "../rights.ts";

const OPERATIONS = Object.keys(SCENARIO_RIGHTS) as [ScenarioOperation, ...ScenarioOperation[]];
const SAVED_OPERATIONS = Object.keys({ ...SAVED_RIGHTS, ...COLLECTION_RIGHTS }) as [
  SavedOperation,
  ...(SavedOperation | CollectionOperation)[],
];

export const adminEvents = {
  /** Stored before the change, which is an event of the scenario itself. */
  AdminActed: {
    version: 4,
    schema: z.object({ person: z.int().positive(), scenario: z.int().positive(), operation: z.enum(OPERATIONS) }),
    // Version 1 lacks the operation "settings", versions 1 and 2 lack "users", and versions 1 to 3 lack the operations
    // on comments.
    upcast: { 1: (old: object) => old, 2: (old: object) => old, 3: (old: object) => old },
  },
  /** Stored before a change to a saved scenario or a collection, which its stream identifies. */
  AdminActedOnKept: {
    version: 2,
    schema: z.object({ person: z.int().positive(), stream: z.string(), operation: z.enum(SAVED_OPERATIONS) }),
    // Version 2 added operations.
    upcast: { 1: (old: object) => old },
  },
} as const;
