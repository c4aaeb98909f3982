/**
 * Events of saved scenarios, stream `saved-scenario-{id}`: titles that people keep, each pointing to the scenario that is
 * its present version. People are numbers.
 */
import { z } from "zod";
import { ROLES } from "../rights.ts";

const person = z.int().positive();

/** A scenario as it was saved. */
const saved = {
  scenario: z.int().positive(),
  /** Of that scenario at the time: the number in its ETag. */
  scenarioVersion: z.int().positive(),
  area: z.string(),
  endYear: z.int(),
  /** Version of the model it was made with. */
  modelVersion: z.string(),
  /** Whether its users are to be those of the saved scenario: who saved it might decide that. */
  shared: z.boolean(),
};

const empty = z.strictObject({});
const v1 = <Schema extends z.ZodType>(schema: Schema) => ({ version: 1, schema });

export const savedScenarioEvents = {
  ScenarioSaved: v1(
    z.object({
      owner: person,
      ...saved,
      title: z.string(),
      description: z.string().nullable(),
      private: z.boolean(),
    }),
  ),
  /** Another title or description. */
  SavedScenarioDescribed: v1(z.object({ title: z.string(), description: z.string().nullable() })),
  SavedScenarioMadePrivate: v1(empty),
  SavedScenarioMadePublic: v1(empty),
  /** A new version; the one before enters the history. */
  SavedVersionAdded: v1(z.object(saved)),
  /** A version of the history is the present one again; what came after it leaves the history. */
  SavedVersionRestored: v1(z.object({ scenario: z.int().positive() })),
  SavedScenarioDiscarded: v1(empty),
  /** Back from the trash. */
  SavedScenarioRecovered: v1(empty),
  /** A person has a role, whatever it was before. */
  SavedScenarioRoleGranted: v1(z.object({ person, role: z.enum(ROLES) })),
  SavedScenarioRoleRemoved: v1(z.object({ person })),
  SavedScenarioDeleted: v1(empty),
  /** Deleted because it had been in the trash for long enough. */
  SavedScenarioPurged: v1(empty),
} as const;
