/**
 * Events of saved scenarios, stream `saved-scenario-{id}`: titles in people's lists, each pointing to the scenario of
 * its current version. People are numbers.
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
  /** Id of the event that created the scenario; null: it was saved before that was noted. */
  creation: z.string().nullable(),
  /** Until version 1: whether the person who saved it could share it then. Rights are decided when it is shared. */
  shared: z.boolean().optional(),
};

const upcast = { 1: (old: object) => ({ ...old, creation: null }) };

const empty = z.strictObject({});
const v1 = <Schema extends z.ZodType>(schema: Schema) => ({ version: 1, schema });

export const savedScenarioEvents = {
  ScenarioSaved: {
    version: 2,
    schema: z.object({
      owner: person,
      ...saved,
      title: z.string(),
      description: z.string().nullable(),
      private: z.boolean(),
    }),
    upcast,
  },
  /** Another title or description. */
  SavedScenarioDescribed: v1(z.object({ title: z.string(), description: z.string().nullable() })),
  SavedScenarioMadePrivate: v1(empty),
  SavedScenarioMadePublic: v1(empty),
  /** A new version, or one of the history that is the current one again; the version before enters the history. */
  SavedVersionAdded: {
    version: 3,
    schema: z.object({
      ...saved,
      /** Whether the token that was shown may share scenarios: without that, no user becomes an owner through this version. */
      mayShare: z.boolean(),
    }),
    upcast: { ...upcast, 2: (old: object) => ({ ...old, mayShare: true }) },
  },
  /** No longer written: a version of the history is the current one again, and later ones leave the history. */
  SavedVersionRestored: v1(z.object({ scenario: z.int().positive() })),
  SavedScenarioDiscarded: v1(empty),
  /** Back from the trash. */
  SavedScenarioRecovered: v1(empty),
  /** A person has a role, in place of any earlier one. */
  SavedScenarioRoleGranted: v1(z.object({ person, role: z.enum(ROLES) })),
  /** They have left, or turned out to be another person, who has the greater role of the two (`into`). */
  SavedScenarioRoleRemoved: {
    version: 2,
    schema: z.object({ person, into: person.nullable() }),
    upcast: { 1: (old: object) => ({ ...old, into: null }) },
  },
  SavedScenarioDeleted: v1(empty),
  /** Deleted because it had been in the trash for long enough. */
  SavedScenarioPurged: v1(empty),
} as const;
