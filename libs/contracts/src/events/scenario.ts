/**
 * Events of scenarios, stream `scenario-{id}`, as stored and published. When a schema changes so that stored payloads
 * no longer fit, its version goes up and an upcast converts the older ones. Stored events are never rewritten.
 */
import { AREA_ATTRIBUTES } from "@etesian/sliders";
import { z } from "zod";
import { ROLES } from "../rights.ts";

const areaAttribute = z.enum(AREA_ATTRIBUTES);

/** Sliders by input key; text for enum inputs. */
const userValues = z.record(z.string(), z.union([z.number(), z.string()]));
/** Sliders that gave way for others of their share group (%). */
const balancedValues = z.record(z.string(), z.number());

/** Orders by name, of those that are not the default. */
const orders = z.record(z.string(), z.array(z.string()));

/** A file in the scenario's set of curves, as it is attached. */
const attachedFile = z.object({
  /** Of the file, in the set. */
  number: z.int().positive(),
  /** SHA-256 of its numbers. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** Values that it gives to inputs for as long as it is attached. */
  sets: z.record(z.string(), z.number()),
});
/** By key of the curve. */
const curves = z.record(z.string(), attachedFile);

/** Any JSON object; taken as it is. */
const metadata = z.custom<{ readonly [key: string]: unknown }>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  "expected an object",
);

/** By number: events do not say who that is. */
const person = z.int().positive();

/** A role given through a saved scenario before it was noted which: by `service:saved-scenarios`, in schema version 1. */
export const UNKNOWN_SAVED_SCENARIO = 0;
/** The saved scenario through which a person has a role; null: an owner gave it to them. */
const savedScenario = z.int().nonnegative().nullable();

const empty = z.strictObject({});
const v1 = <Schema extends z.ZodType>(schema: Schema) => ({ version: 1, schema });

export const scenarioEvents = {
  ScenarioCreated: {
    version: 3,
    schema: z.object({
      area: z.string(),
      endYear: z.int(),
      /** Scaling of the full region to a small one. */
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
      /** User who owns it; null: anybody may change it. */
      owner: z.int().positive().nullable(),
      /** Application that created it. */
      source: z.string().nullable(),
      private: z.boolean(),
      keepCompatible: z.boolean(),
      readOnly: z.boolean(),
      metadata,
      /** Scenario it was cloned from: its values then are the ones below, and those that sliders are reset to. */
      template: z.int().positive().nullable(),
      userValues,
      balancedValues,
      activeCouplings: z.array(z.string()),
      orders,
      curves,
    }),
    upcast: { 1: (old: object) => ({ ...old, orders: {} }), 2: (old: object) => ({ ...old, curves: {} }) },
  },
  /** Sliders moved or reset, and members of their share groups that were balanced. */
  InputsSet: v1(
    z.object({
      userValues,
      reset: z.array(z.string()),
      balancedValues,
      unbalanced: z.array(z.string()),
    }),
  ),
  CouplingsActivated: v1(z.object({ groups: z.array(z.string()) })),
  /** By hand: they stay inactive until they are coupled again, whether or not inputs of theirs are set. */
  CouplingsUncoupled: v1(z.object({ groups: z.array(z.string()) })),
  /** Neither active nor inactive any more. */
  CouplingsDeactivated: v1(z.object({ groups: z.array(z.string()) })),
  /** A priority list; without keys, the default order is restored. */
  OrderSet: v1(z.object({ name: z.string(), keys: z.array(z.string()) })),
  /** A file takes the place of a curve, or of the file that had: the inputs it sets have its values from now on. */
  CurveAttached: v1(attachedFile.extend({ key: z.string() })),
  /** The inputs it has set have no value any more. */
  CurveDetached: v1(z.object({ key: z.string() })),
  MetadataReplaced: v1(z.object({ metadata })),
  MadePrivate: v1(empty),
  MadePublic: v1(empty),
  /** From now on migrated when the model changes. */
  KeptCompatible: v1(empty),
  CompatibilityDropped: v1(empty),
  MadeReadOnly: v1(empty),
  SourceChanged: v1(z.object({ source: z.string().nullable() })),
  /** Linked to another scenario, whose values at that moment sliders are reset to; or to none. */
  TemplateChanged: v1(
    z.object({
      template: z.object({ id: z.int().positive(), userValues, balancedValues }).nullable(),
    }),
  ),
  /** The state of an earlier version is restored. */
  ScenarioRestored: {
    version: 2,
    schema: z.object({
      version: z.int().positive(),
      userValues,
      balancedValues,
      activeCouplings: z.array(z.string()),
      orders,
      curves,
      metadata,
    }),
    upcast: { 1: (old: object) => ({ ...old, curves: {} }) },
  },
  /** Its values follow the inputs of this version of the model: earlier changes of inputs do not apply to them. */
  ModelVersionNoted: v1(z.object({ version: z.string() })),
  /** Inputs became others in the model, up to a version of it: the values they have now. */
  ScenarioMigrated: {
    version: 2,
    schema: z.object({
      version: z.string(),
      userValues,
      reset: z.array(z.string()),
      balancedValues,
      unbalanced: z.array(z.string()),
      /** Those that sliders are reset to. */
      template: z.object({ userValues, balancedValues }).nullable(),
      /** Values that attached curves give to inputs, by key of the curve; those that are not there keep theirs. */
      sets: z.record(z.string(), z.record(z.string(), z.number())),
    }),
    upcast: { 1: (old: object) => ({ ...old, sets: {} }) },
  },
  /** A public preset from now on, with its titles and descriptions. */
  ScenarioFeatured: {
    version: 2,
    schema: z.object({
      group: z.string(),
      ordering: z.int(),
      titleEn: z.string(),
      titleNl: z.string(),
      /** A sentence or two. */
      descriptionEn: z.string().nullable(),
      descriptionNl: z.string().nullable(),
      author: z.string().nullable(),
    }),
    upcast: { 1: (old: object) => ({ ...old, descriptionEn: null, descriptionNl: null }) },
  },
  ScenarioUnfeatured: v1(empty),
  /** A description of an energy system; a separate stream has its content. */
  EsdlFileAttached: v1(z.object({ name: z.string(), size: z.int(), content: z.string() })),
  /**
   * A person has a role, replacing an earlier one. With `savedScenario` the role comes from that saved scenario and
   * exists beside roles with other reasons. The greatest of them counts.
   */
  RoleGranted: {
    version: 2,
    schema: z.object({ person, role: z.enum(ROLES), savedScenario }),
    upcast: { 1: (old: object) => ({ ...old, savedScenario: null }) },
  },
  /** A person has no role any more; or, with `savedScenario`, none as a user of that saved scenario. */
  RoleRemoved: {
    version: 2,
    schema: z.object({ person, savedScenario }),
    upcast: { 1: (old: object) => ({ ...old, savedScenario: null }) },
  },
  /** A user described the scenario's current version. */
  VersionTagged: v1(z.object({ user: z.int().positive().nullable(), description: z.string() })),
  ScenarioDeleted: v1(empty),
} as const;
