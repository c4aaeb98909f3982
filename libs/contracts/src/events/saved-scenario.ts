/**
 * Events of saved scenarios, stream `saved-scenario-{id}`: entries in people's lists, each with the scenario of its
 * current version. People are represented by IDs.
 */
import { z } from "zod";
import { ROLES } from "../rights.ts";

const person = z.int().positive();

/** A version's scenario at the time it was saved. */
const versionFields = {
  scenario: z.int().positive(),
  /** Version of that scenario when it was saved: the number in its ETag. */
  scenarioVersion: z.int().positive(),
  area: z.string(),
  endYear: z.int(),
  /** Version of the model it was created with. */
  modelVersion: z.string(),
  /** Id of the event that created the scenario; null if it was saved before these ids were stored. */
  creation: z.string().nullable(),
  /**
   * Only in version 1: whether the person who saved the scenario could share it at that time. Rights are now decided
   * when it is shared.
   */
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
      ...versionFields,
      title: z.string(),
      description: z.string().nullable(),
      private: z.boolean(),
    }),
    upcast,
  },
  /** The title or the description changed. */
  SavedScenarioDescribed: v1(z.object({ title: z.string(), description: z.string().nullable() })),
  SavedScenarioMadePrivate: v1(empty),
  SavedScenarioMadePublic: v1(empty),
  /** A new current version, possibly restored from the history; the previous version is added to the history. */
  SavedVersionAdded: {
    version: 3,
    schema: z.object({
      ...versionFields,
      /** Whether the token may share scenarios; if not, no user becomes an owner through this version. */
      mayShare: z.boolean(),
    }),
    upcast: { ...upcast, 2: (old: object) => ({ ...old, mayShare: true }) },
  },
  /** No longer written. A version in the history became current again, and later versions were removed from it. */
  SavedVersionRestored: v1(z.object({ scenario: z.int().positive() })),
  SavedScenarioDiscarded: v1(empty),
  /** Restored from the trash. */
  SavedScenarioRecovered: v1(empty),
  /** A person has a new role, which replaces any previous one. */
  SavedScenarioRoleGranted: v1(z.object({ person, role: z.enum(ROLES) })),
  /** The person left, or was merged into another person (`into`), who has the higher of the two roles. */
  SavedScenarioRoleRemoved: {
    version: 2,
    schema: z.object({ person, into: person.nullable() }),
    upcast: { 1: (old: object) => ({ ...old, into: null }) },
  },
  SavedScenarioDeleted: v1(empty),
  /** Deleted after its time in the trash. */
  SavedScenarioPurged: v1(empty),
} as const;
