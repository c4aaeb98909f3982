/**
 * Events of scenarios, stream `scenario-{id}`, as stored and published. If a schema change makes stored payloads
 * invalid, its version increases and an upcast converts the older payloads. Stored events are never rewritten.
 */
import { AREA_ATTRIBUTES } from "@etesian/sliders";
import { z } from "zod";
import { ROLES } from "../rights.ts";

const areaAttribute = z.enum(AREA_ATTRIBUTES);

/** Values of inputs by key; text for enum inputs. */
const userValues = z.record(z.string(), z.union([z.number(), z.string()]));
/** Values of inputs that balancing changed (%). */
const balancedValues = z.record(z.string(), z.number());

/** Orders that differ from the default, by name. */
const orders = z.record(z.string(), z.array(z.string()));

/** An attached file from the scenario's curve set. */
const attachedFile = z.object({
  /** Number of the file in the set. */
  number: z.int().positive(),
  /** SHA-256 of its values. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** Values that it sets for inputs while it is attached. */
  sets: z.record(z.string(), z.number()),
});
/** Attached files by curve key. */
const curves = z.record(z.string(), attachedFile);

/** Any JSON object; stored unchanged. */
const metadata = z.custom<{ readonly [key: string]: unknown }>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  "expected an object",
);

/** A person's ID; events contain no names. */
const person = z.int().positive();

/** Roles granted by `service:saved-scenarios` in schema version 1, which did not store the saved scenario. */
export const UNKNOWN_SAVED_SCENARIO = 0;
/** The saved scenario that grants the role; null if an owner granted it. */
const savedScenario = z.int().nonnegative().nullable();

const empty = z.strictObject({});
const v1 = <Schema extends z.ZodType>(schema: Schema) => ({ version: 1, schema });

export const scenarioEvents = {
  ScenarioCreated: {
    version: 3,
    schema: z.object({
      area: z.string(),
      endYear: z.int(),
      /** Scaling of a full region to a small one. */
      scaling: z
        .object({
          areaAttribute,
          value: z.number(),
          baseValue: z.number(),
          hasAgriculture: z.boolean(),
          hasIndustry: z.boolean(),
          hasEnergy: z.boolean(),
        })
        .nullable(),
      /** The owner; null if anyone may change the scenario. */
      owner: z.int().positive().nullable(),
      /** Application that created it. */
      source: z.string().nullable(),
      private: z.boolean(),
      keepCompatible: z.boolean(),
      readOnly: z.boolean(),
      metadata,
      /**
       * Scenario that it was cloned from. The values below are its values at that time; resetting a slider restores
       * them.
       */
      template: z.int().positive().nullable(),
      userValues,
      balancedValues,
      activeCouplings: z.array(z.string()),
      orders,
      curves,
    }),
    upcast: { 1: (old: object) => ({ ...old, orders: {} }), 2: (old: object) => ({ ...old, curves: {} }) },
  },
  /** Inputs were set, reset or balanced. */
  InputsSet: v1(
    z.object({
      userValues,
      reset: z.array(z.string()),
      balancedValues,
      unbalanced: z.array(z.string()),
    }),
  ),
  CouplingsActivated: v1(z.object({ groups: z.array(z.string()) })),
  /** Uncoupled by a user: the groups stay inactive until they are coupled again, even if their inputs are set. */
  CouplingsUncoupled: v1(z.object({ groups: z.array(z.string()) })),
  /** Groups are no longer active or uncoupled. */
  CouplingsDeactivated: v1(z.object({ groups: z.array(z.string()) })),
  /** A priority list was set or, without keys, reset to the default order. */
  OrderSet: v1(z.object({ name: z.string(), keys: z.array(z.string()) })),
  /** A file replaced a curve or the previous file, and set the values of the curve's inputs. */
  CurveAttached: v1(attachedFile.extend({ key: z.string() })),
  /** The inputs that the curve set no longer have a value. */
  CurveDetached: v1(z.object({ key: z.string() })),
  MetadataReplaced: v1(z.object({ metadata })),
  MadePrivate: v1(empty),
  MadePublic: v1(empty),
  /** The scenario will be migrated when the model changes. */
  KeptCompatible: v1(empty),
  CompatibilityDropped: v1(empty),
  MadeReadOnly: v1(empty),
  SourceChanged: v1(z.object({ source: z.string().nullable() })),
  /**
   * The template changed: a reset now restores another scenario's current values, or start values if there is no
   * template.
   */
  TemplateChanged: v1(
    z.object({
      template: z.object({ id: z.int().positive(), userValues, balancedValues }).nullable(),
    }),
  ),
  /** The state of an earlier version was restored. */
  ScenarioRestored: {
    version: 3,
    schema: z.object({
      version: z.int().positive(),
      userValues,
      balancedValues,
      activeCouplings: z.array(z.string()),
      /** Null before schema version 3: uncoupled groups stayed uncoupled unless they became active. */
      uncoupled: z.array(z.string()).nullable(),
      orders,
      curves,
      metadata,
    }),
    upcast: { 1: (old: object) => ({ ...old, curves: {} }), 2: (old: object) => ({ ...old, uncoupled: null }) },
  },
  /** Its values refer to the inputs of this model version: earlier changes to inputs do not apply to them. */
  ModelVersionNoted: v1(z.object({ version: z.string() })),
  /** Inputs changed in the model; the values were migrated to this version of the model. */
  ScenarioMigrated: {
    version: 2,
    schema: z.object({
      version: z.string(),
      userValues,
      reset: z.array(z.string()),
      balancedValues,
      unbalanced: z.array(z.string()),
      /** Values to which sliders are reset. */
      template: z.object({ userValues, balancedValues }).nullable(),
      /** Values that attached curves set for inputs, by curve key; curves without an entry are unchanged. */
      sets: z.record(z.string(), z.record(z.string(), z.number())),
    }),
    upcast: { 1: (old: object) => ({ ...old, sets: {} }) },
  },
  /** The scenario became a public preset, with its presentation. */
  ScenarioFeatured: {
    version: 2,
    schema: z.object({
      group: z.string(),
      ordering: z.int(),
      titleEn: z.string(),
      titleNl: z.string(),
      /** One or two sentences. */
      descriptionEn: z.string().nullable(),
      descriptionNl: z.string().nullable(),
      author: z.string().nullable(),
    }),
    upcast: { 1: (old: object) => ({ ...old, descriptionEn: null, descriptionNl: null }) },
  },
  ScenarioUnfeatured: v1(empty),
  /** A description of an energy system was attached; its content is in a separate stream. */
  EsdlFileAttached: v1(z.object({ name: z.string(), size: z.int(), content: z.string() })),
  /**
   * A person has a role, replacing an earlier one. With `savedScenario`, the role comes from that saved scenario and
   * coexists with roles from other sources. The highest role applies.
   */
  RoleGranted: {
    version: 2,
    schema: z.object({ person, role: z.enum(ROLES), savedScenario }),
    upcast: { 1: (old: object) => ({ ...old, savedScenario: null }) },
  },
  /** A person no longer has a role or, with `savedScenario`, no role through that saved scenario. */
  RoleRemoved: {
    version: 2,
    schema: z.object({ person, savedScenario }),
    upcast: { 1: (old: object) => ({ ...old, savedScenario: null }) },
  },
  /** A user described the scenario's current version. */
  VersionTagged: v1(z.object({ user: z.int().positive().nullable(), description: z.string() })),
  ScenarioDeleted: v1(empty),
} as const;
