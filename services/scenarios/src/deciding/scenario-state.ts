/** State of a scenario and its changes by events. Pure. */
import type { scenarioEvents } from "@etesian/contracts/events/scenario";
import type { Role } from "@etesian/contracts/rights";
import type { Envelope, EventOf } from "@etesian/event-store";
import type { Recipe, SliderState } from "@etesian/sliders";
import { type AttachedCurves, withCurve, withSets } from "./attached-curves.ts";
import type { Origin } from "./origin.ts";
import { type Grant, rolesOf, grantingSavedScenario, withGrant, withoutGrants } from "./grants.ts";
import { applyChanges } from "./slider-values.ts";

export type ScenarioEvent = EventOf<typeof scenarioEvents>;

export type ScenarioState = { readonly status: "absent" } | Scenario | { readonly status: "deleted" };

export interface Scenario extends Origin, SliderState {
  readonly status: "present";
  /** Id of the creating event. Unlike the scenario's id, it is not reused after an older backup is restored. */
  readonly creation: string | null;
  /** Greatest role by person id; empty: every caller may change the scenario. */
  readonly roles: { readonly [person: number]: Role };
  /** Reasons for these roles. */
  readonly grants: readonly Grant[];
  /** Coupling groups that a user uncoupled and has not coupled again. */
  readonly uncoupled: readonly string[];
  readonly source: string | null;
  readonly private: boolean;
  readonly keepCompatible: boolean;
  readonly readOnly: boolean;
  readonly metadata: Metadata;
  readonly template: Template | null;
  /** Orders that differ from the default. */
  readonly orders: Recipe["orders"];
  readonly curves: AttachedCurves;
  readonly versionTag: VersionTag | null;
  /** Model version of the scenario's values; see `migration.ts`. */
  readonly modelVersion: string | null;
  readonly featured: Featured | null;
  readonly esdlFile: EsdlFile | null;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Inputs of the calculation. */
export interface Contents extends Origin, SliderState {
  readonly orders: Recipe["orders"];
}

export type Metadata = { readonly [key: string]: unknown };

/** The scenario this one was cloned from or linked to, with its values at that time: the targets of a reset. */
export interface Template extends Sliders {
  readonly id: number;
}

/** Presentation of a preset. */
export interface Featured {
  readonly group: string;
  /** Position among presets, from 1. */
  readonly ordering: number;
  readonly titleEn: string;
  readonly titleNl: string;
  /** One or two sentences. */
  readonly descriptionEn: string | null;
  readonly descriptionNl: string | null;
  readonly author: string | null;
}

/** A file that describes an energy system; its content is stored separately. */
export interface EsdlFile {
  readonly name: string;
  /** Size in bytes. */
  readonly size: number;
  /** Name of the stored content. */
  readonly content: string;
  /** ISO 8601. */
  readonly attachedAt: string;
}

/** A user's description of the current version. */
export interface VersionTag {
  readonly user: number | null;
  readonly description: string;
}

type Sliders = Pick<SliderState, "userValues" | "balancedValues">;

export function evolve(state: ScenarioState, event: ScenarioEvent, time: string, envelope?: Envelope): ScenarioState {
  if (event.type === "ScenarioCreated") {
    const { template, owner, ...data } = event.data;
    const { userValues, balancedValues } = data;
    return {
      ...data,
      status: "present",
      creation: envelope?.id ?? null,
      ...withRoles(owner === null ? [] : [{ person: owner, role: "owner", savedScenario: null }]),
      template: template === null ? null : { id: template, userValues, balancedValues },
      uncoupled: [],
      versionTag: null,
      modelVersion: null,
      featured: null,
      esdlFile: null,
      createdAt: time,
      updatedAt: time,
    };
  }
  if (state.status !== "present") return state;
  if (event.type === "ScenarioDeleted") return { status: "deleted" };
  // Clocks may be set back or differ between machines: later changes never get an earlier time.
  const updatedAt = time > state.updatedAt && !AUTOMATIC_EVENTS.has(event.type) ? time : state.updatedAt;
  return { ...state, ...changeBy(event, state, time, envelope), updatedAt };
}

const withRoles = (grants: readonly Grant[]) => ({ grants, roles: rolesOf(grants) });

/** Changes by the program or an operator do not update `updatedAt`. */
const AUTOMATIC_EVENTS: ReadonlySet<ScenarioEvent["type"]> = new Set([
  "ModelVersionNoted",
  "ScenarioMigrated",
  "ScenarioFeatured",
  "ScenarioUnfeatured",
]);

const withoutGroups = (groups: readonly string[], removedGroups: readonly string[]): readonly string[] =>
  groups.filter((group) => !removedGroups.includes(group));

type Change = Exclude<ScenarioEvent, { type: "ScenarioCreated" | "ScenarioDeleted" }>;

function changeBy(event: Change, scenario: Scenario, time: string, envelope?: Envelope): Partial<Scenario> {
  switch (event.type) {
    case "InputsSet": {
      const { userValues, reset, balancedValues, unbalanced } = event.data;
      return {
        userValues: applyChanges(scenario.userValues, userValues, reset),
        balancedValues: applyChanges(scenario.balancedValues, balancedValues, unbalanced),
      };
    }
    case "ModelVersionNoted":
      return { modelVersion: event.data.version };
    case "ScenarioMigrated": {
      const { version, userValues, reset, balancedValues, unbalanced, template, sets } = event.data;
      return {
        modelVersion: version,
        userValues: applyChanges(scenario.userValues, userValues, reset),
        balancedValues: applyChanges(scenario.balancedValues, balancedValues, unbalanced),
        template: scenario.template && template && { ...scenario.template, ...template },
        curves: withSets(scenario.curves, sets),
      };
    }
    case "ScenarioFeatured":
      return { featured: event.data };
    case "ScenarioUnfeatured":
      return { featured: null };
    case "EsdlFileAttached":
      return { esdlFile: { ...event.data, attachedAt: time } };
    case "CouplingsActivated":
      return {
        activeCouplings: [...scenario.activeCouplings, ...event.data.groups],
        uncoupled: withoutGroups(scenario.uncoupled, event.data.groups),
      };
    case "CouplingsUncoupled":
      return {
        activeCouplings: withoutGroups(scenario.activeCouplings, event.data.groups),
        uncoupled: [...withoutGroups(scenario.uncoupled, event.data.groups), ...event.data.groups],
      };
    case "CouplingsDeactivated":
      return {
        activeCouplings: withoutGroups(scenario.activeCouplings, event.data.groups),
        uncoupled: withoutGroups(scenario.uncoupled, event.data.groups),
      };
    case "OrderSet": {
      const { [event.data.name]: _, ...otherOrders } = scenario.orders;
      return {
        orders: event.data.keys.length === 0 ? otherOrders : { ...otherOrders, [event.data.name]: event.data.keys },
      };
    }
    case "CurveAttached": {
      const { key, ...file } = event.data;
      return withCurve(scenario, key, file);
    }
    case "CurveDetached":
      return withCurve(scenario, event.data.key, null);
    case "MetadataReplaced":
      return { metadata: event.data.metadata };
    case "MadePrivate":
      return { private: true };
    case "MadePublic":
      return { private: false };
    case "KeptCompatible":
      return { keepCompatible: true };
    case "CompatibilityDropped":
      return { keepCompatible: false };
    case "MadeReadOnly":
      return { readOnly: true };
    case "VersionTagged":
      return { versionTag: event.data };
    case "SourceChanged":
      return { source: event.data.source };
    case "ScenarioRestored": {
      const { version: _, uncoupled, ...contents } = event.data;
      return { ...contents, uncoupled: uncoupled ?? withoutGroups(scenario.uncoupled, contents.activeCouplings) };
    }
    case "RoleGranted": {
      const { person, role } = event.data;
      const grant = { person, role, savedScenario: grantingSavedScenario(event.data, envelope) };
      // Before reasons were recorded, an owner's grant replaced every other reason.
      const isThroughSaved = event.data.savedScenario !== null;
      return withRoles(withGrant(isThroughSaved ? scenario.grants : withoutGrants(scenario.grants, person), grant));
    }
    case "RoleRemoved":
      return withRoles(withoutGrants(scenario.grants, event.data.person, event.data.savedScenario));
    case "TemplateChanged":
      return { template: event.data.template };
    default:
      return event satisfies never;
  }
}
