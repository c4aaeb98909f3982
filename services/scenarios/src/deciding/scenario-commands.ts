/** A scenario's commands and their refusals. Commands include the areas, input tables and parent scenario they need. */
import type { Disposition } from "@etesian/contracts/legacy";
import type { Caller, Denial, Role, RoleChange, Scope } from "@etesian/contracts/rights";
import type { Decision } from "@etesian/event-store";
import type { CustomCurve, InputTable } from "@etesian/sliders";
import type { AttachedCurves, AttachedFile } from "./attached-curves.ts";
import type { ModelChange } from "./migration.ts";
import type { FieldProblem, OriginRequest, ServedModel } from "./origin.ts";
import type { PrivacyContext } from "./privacy.ts";
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

export interface CreateScenario extends Pick<PrivacyContext, "privateByDefault"> {
  readonly type: "CreateScenario";
  readonly caller: Caller;
  readonly origin: OriginRequest;
  readonly model: ServedModel;
  /** The scenario to clone; "missing" if it does not exist or the caller may not read it. */
  readonly parent: { readonly id: number; readonly scenario: Scenario } | "missing" | null;
  /** Sliders as received; a clone applies them on top of its parent's. */
  readonly userValues: { readonly [input: string]: unknown };
  /** Inputs of the area; empty when neither the command nor the parent has sliders. */
  readonly table: InputTable;
  /** The parent's curves, with their file numbers in the new scenario's set. */
  readonly curves: AttachedCurves;
  readonly attributes: Attributes;
}

/** Creates a scenario whose contents are derived from others or loaded from a dump. */
export interface ComposeScenario extends PrivacyContext {
  readonly type: "ComposeScenario";
  readonly contents: Contents;
  /** File numbers refer to the new scenario's set. */
  readonly curves: AttachedCurves;
  readonly attributes: Attributes;
  readonly esdlFile: Omit<EsdlFile, "attachedAt"> | null;
  readonly changes: readonly ModelChange[];
}

/** Scenarios to be kept compatible are migrated before they are changed. */
interface ChangesValues {
  readonly changes: readonly ModelChange[];
}

/** Migrates the scenario to the current model; issued by the program. */
export interface MigrateScenario extends ChangesValues {
  readonly type: "MigrateScenario";
}

/** Makes the scenario a preset, or (null) an ordinary scenario; issued by operators. */
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
  /** True creates the tag, false changes its description. */
  readonly isFirst: boolean;
}

export interface UpdateScenario extends ChangesValues {
  readonly type: "UpdateScenario";
  readonly caller: Caller;
  readonly userValues: { readonly [input: string]: unknown };
  /** Removes all slider values first. */
  readonly reset: boolean;
  readonly autobalance: boolean;
  /** Inputs of the area, null if the model no longer has the area; empty if no sliders are moved. */
  readonly table: InputTable | null;
  /** The model's curves; empty if no sliders are moved. */
  readonly customCurves: readonly CustomCurve[];
  readonly attributes: Attributes;
  /** The scenario to link to, or the problem that prevents the link; null removes the link. */
  readonly template?: LinkedScenario | { readonly problem: string } | null | undefined;
}

/** A scenario to link to, with the values to which sliders are reset afterwards. */
export interface LinkedScenario extends Template, Pick<Scenario, "private" | "roles"> {}

/** Attributes that do not affect the calculation; absent fields are left unchanged. */
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
  /** Deactivates all groups and removes the values of all their inputs. */
  readonly force: boolean;
  readonly couplings: ServedModel["couplings"];
}

export interface SetOrder {
  readonly type: "SetOrder";
  readonly caller: Caller;
  readonly name: string;
  /** Members in order of priority; empty restores the default order. */
  readonly keys: readonly string[];
  /** All members in default order. */
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
  /** An earlier version, and the scenario at that version. */
  readonly version: number;
  readonly scenario: Scenario;
}

/** Several changes, all authorized with the rights that the caller had before the first one. */
export interface ChangeRoles {
  readonly type: "ChangeRoles";
  readonly caller: Caller;
  readonly changes: readonly RoleChange[];
  /** People without an account. */
  readonly invited: readonly number[];
}

/**
 * Gives the users of a saved scenario their roles also in this scenario, which is one of its versions. A role is
 * granted on behalf of the caller if they may share the scenario now; revocations always apply.
 */
export interface ShareThroughSaved {
  readonly type: "ShareThroughSaved";
  readonly caller: Caller;
  readonly savedScenario: number;
  /** Id of the event that created the saved scenario's version; null if it was saved before this id was recorded. */
  readonly creation: string | null;
  /** Limits on the role that each person gets through it. */
  readonly members: { readonly [person: number]: SharedRole };
  /** Whether roles of all other people through it are kept or revoked. */
  readonly others: "keep" | "revoke";
}

/**
 * Limits on a person's role through a saved scenario; null for no role. The two differ if the person has two accounts:
 * an event about one account requires at least its role, and keeps a greater role of the other account.
 */
export interface SharedRole {
  readonly atLeast: Role | null;
  readonly atMost: Role | null;
}

/** Two ids belong to one person: the second one gets the greater of their roles. */
export interface CouplePerson {
  readonly type: "CouplePerson";
  readonly person: number;
  readonly into: number;
}

export interface DeleteScenario {
  readonly type: "DeleteScenario";
  readonly caller: Caller;
}

/** Releases an erased person's scenario; a system command, which checks no rights. */
export interface ReleasePerson {
  readonly type: "ReleasePerson";
  readonly person: number;
  /** Disposition if the scenario has no other owner. */
  readonly public: Disposition;
  readonly private: Disposition;
}

/** The reason for which a command was refused. */
export type Refusal =
  /** The id is in use, or belonged to a deleted scenario. */
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
