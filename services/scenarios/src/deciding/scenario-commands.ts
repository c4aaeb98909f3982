/** Commands of a scenario, and their refusals. Areas, input tables and the scenario to clone come with the command. */
import type { Disposition } from "@etesian/contracts/legacy";
import type { Caller, Denial, Role, RoleChange, Scope } from "@etesian/contracts/rights";
import type { Decision } from "@etesian/event-store";
import type { CustomCurve, InputTable } from "@etesian/sliders";
import type { AttachedCurves, AttachedFile } from "./attached-curves.ts";
import type { ModelChange } from "./migration.ts";
import type { FieldProblem, OriginRequest, ServedModel } from "./origin.ts";
import type { Making } from "./privacy.ts";
import type { Contents, EsdlFile, Featured, Metadata, Scenario, ScenarioEvent, Template } from "./scenario-state.ts";

export type ScenarioCommand =
  | ComposeScenario
  | TagVersion
  | CreateScenario
  | UpdateScenario
  | ChangeCouplings
  | SetOrder
  | AttachCurve
  | DetachCurve
  | RestoreScenario
  | ChangeRoles
  | ShareThroughSaved
  | CouplePerson
  | MigrateScenario
  | FeatureScenario
  | AttachEsdlFile
  | DeleteScenario
  | ReleasePerson;

export interface CreateScenario extends Pick<Making, "privateByDefault"> {
  readonly type: "CreateScenario";
  readonly caller: Caller;
  readonly origin: OriginRequest;
  readonly model: ServedModel;
  /** The scenario to clone; "missing" when there is none that the caller may read. */
  readonly parent: { readonly id: number; readonly scenario: Scenario } | "missing" | null;
  /** Sliders as received; a clone sets them on top of its parent's. */
  readonly userValues: { readonly [input: string]: unknown };
  /** Inputs of the area; empty where neither the command nor the parent has sliders. */
  readonly table: InputTable;
  /** Those of the parent, as they are in the set of the new scenario. */
  readonly curves: AttachedCurves;
  readonly attributes: Attributes;
}

/** A scenario whose contents were derived from others, or come from a dump. */
export interface ComposeScenario extends Making {
  readonly type: "ComposeScenario";
  readonly contents: Contents;
  /** As they are in the set of the new scenario. */
  readonly curves: AttachedCurves;
  readonly attributes: Attributes;
  readonly esdlFile: Omit<EsdlFile, "attachedAt"> | null;
  readonly changes: readonly ModelChange[];
}

/** Values of scenarios that are to be kept compatible follow the model before they are changed. */
interface ChangesValues {
  readonly changes: readonly ModelChange[];
}

/** The program's own: follow the model. */
export interface MigrateScenario extends ChangesValues {
  readonly type: "MigrateScenario";
}

/** From the operator: a preset, or (null) no longer. */
export interface FeatureScenario {
  readonly type: "FeatureScenario";
  readonly featured: Featured | null;
}

export interface AttachEsdlFile {
  readonly type: "AttachEsdlFile";
  readonly caller: Caller;
  readonly file: Omit<EsdlFile, "attachedAt">;
}

export interface TagVersion {
  readonly type: "TagVersion";
  readonly caller: Caller;
  readonly description: string;
  /** A first tag, or another description. */
  readonly isFirst: boolean;
}

export interface UpdateScenario extends ChangesValues {
  readonly type: "UpdateScenario";
  readonly caller: Caller;
  readonly userValues: { readonly [input: string]: unknown };
  /** Remove all sliders first. */
  readonly reset: boolean;
  readonly autobalance: boolean;
  /** Inputs of the area, null when the model no longer has it; empty where no sliders are moved. */
  readonly table: InputTable | null;
  /** The model's curves; none where no sliders are moved. */
  readonly customCurves: readonly CustomCurve[];
  readonly attributes: Attributes;
  /** The scenario to link to, or why it cannot be; null to break the link. */
  readonly template?: LinkedScenario | { readonly problem: string } | null | undefined;
}

/** A scenario to link to, with the values that sliders are reset to from then on. */
export interface LinkedScenario extends Template, Pick<Scenario, "private" | "roles"> {}

/** Attributes that do not enter the calculation; absent fields stay as they are. */
export interface Attributes {
  readonly source?: string | null | undefined;
  readonly title?: string | undefined;
  readonly private?: boolean | undefined;
  readonly keepCompatible?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
  readonly metadata?: Metadata | undefined;
}

export interface ChangeCouplings extends ChangesValues {
  readonly type: "ChangeCouplings";
  readonly caller: Caller;
  readonly activate: readonly string[];
  readonly deactivate: readonly string[];
  /** Deactivate all groups, and remove the values of all their inputs. */
  readonly force: boolean;
  readonly couplings: ServedModel["couplings"];
}

export interface SetOrder {
  readonly type: "SetOrder";
  readonly caller: Caller;
  readonly name: string;
  /** Members in order of priority; empty: the default order. */
  readonly keys: readonly string[];
  /** All members, in default order. */
  readonly members: readonly string[];
}

export interface AttachCurve extends ChangesValues {
  readonly type: "AttachCurve";
  readonly caller: Caller;
  readonly key: string;
  readonly file: AttachedFile;
}

export interface DetachCurve extends ChangesValues {
  readonly type: "DetachCurve";
  readonly caller: Caller;
  readonly key: string;
}

export interface RestoreScenario extends ChangesValues {
  readonly type: "RestoreScenario";
  readonly caller: Caller;
  /** An earlier version, and the scenario as it was then. */
  readonly version: number;
  readonly scenario: Scenario;
}

/** Several changes, decided with the rights that the caller has before the first one. */
export interface ChangeRoles {
  readonly type: "ChangeRoles";
  readonly caller: Caller;
  readonly changes: readonly RoleChange[];
  /** People without an account. */
  readonly invited: readonly number[];
}

/**
 * Users of a saved scenario that has this one as a version have its roles here, too. A role is given on behalf of the
 * caller, if they may share the scenario now; revocations of the saved scenario apply in any case.
 */
export interface ShareThroughSaved {
  readonly type: "ShareThroughSaved";
  readonly caller: Caller;
  readonly savedScenario: number;
  /** The scenario that was saved, by the event that created it; null: it was saved before that was noted. */
  readonly creation: string | null;
  /** Limits of the role that each is to have through it. */
  readonly members: { readonly [person: number]: SharedRole };
  /** Of all others. */
  readonly others: "keep" | "take back";
}

/**
 * Limits of the role that a person is to have through a saved scenario; null: none. They differ where two accounts are
 * one person: an event about one account gives its role at least, and leaves a greater one of the other account.
 */
export interface SharedRole {
  readonly atLeast: Role | null;
  readonly atMost: Role | null;
}

/** Two people are one: the greater of their roles is that of the second one. */
export interface CouplePerson {
  readonly type: "CouplePerson";
  readonly person: number;
  readonly into: number;
}

export interface DeleteScenario {
  readonly type: "DeleteScenario";
  readonly caller: Caller;
}

/** A person is erased: a command of the system, without a check of rights. */
export interface ReleasePerson {
  readonly type: "ReleasePerson";
  readonly person: number;
  /** Disposition of the scenario where it has no other owner. */
  readonly public: Disposition;
  readonly private: Disposition;
}

/** Why a command was not carried out. */
export type Refusal =
  /** An id in use, by a scenario or by one that was deleted. */
  | { readonly reason: "taken" }
  | { readonly reason: "unknown" }
  | { readonly reason: Exclude<Denial, "missing_scope"> }
  | { readonly reason: "missing_scope"; readonly scopes: readonly Scope[] }
  | { readonly reason: "not_tagged" }
  | { readonly reason: "not_attached" }
  | { readonly reason: "invalid"; readonly problems: readonly FieldProblem[] };

export type ScenarioDecision = Decision<ScenarioEvent, Refusal>;

export const invalid = (problems: readonly FieldProblem[]): ScenarioDecision => ({
  refusal: { reason: "invalid", problems },
});

export const aboutBase = (message: string): FieldProblem => ({ attribute: "base", message });
