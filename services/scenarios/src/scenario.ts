/**
 * The scenario: what can be asked of it (commands), what then happened (events), what it is (state), and the rules
 * between them. Pure: areas, input tables and the scenario to clone come with the command.
 */
import { isDeepStrictEqual } from "node:util";
import type { scenarioEvents } from "@etesian/contracts/events/scenario";
import type { Fate } from "@etesian/contracts/legacy";
import type { Decider, Decision, EventOf } from "@etesian/event-store";
import {
  type Caller,
  denied,
  type Denial,
  isUnowned,
  type Role,
  type RoleChange,
  roleOf,
  roleOfCoupled,
  type RoleProblem,
  roleProblem,
  SCENARIO_RIGHTS,
  type ScenarioOperation,
  type Scope,
} from "@etesian/contracts/rights";
import { isNestedDeeperThan } from "@etesian/service-kit";
import {
  type CustomCurve,
  effectiveOrder,
  type InputTable,
  moveSliders,
  orderProblems,
  type Recipe,
  rescale,
  type SliderState,
  type Values,
} from "@etesian/sliders";
import {
  type AttachedCurves,
  type AttachedFile,
  copyOfCurves,
  curvesOnSliders,
  fileOf,
  valuesOf,
  withCurve,
  withValuesOf,
} from "./attached-curves.ts";
import { migrationOf, type ModelChange, upToDate, versionOf } from "./migration.ts";
import { type ServedModel, type Origin, originOf, type OriginRequest, type FieldProblem } from "./origin.ts";
import { applyChanges, differences } from "./slider-values.ts";

export type ScenarioEvent = EventOf<typeof scenarioEvents>;

// ---- State

export type ScenarioState = { readonly status: "absent" } | Scenario | { readonly status: "deleted" };

export interface Scenario extends Origin, SliderState {
  readonly status: "present";
  /** Who is what to it, by number of the person; nobody: anybody may change it. */
  readonly roles: { readonly [person: number]: Role };
  readonly source: string | null;
  readonly private: boolean;
  readonly keepCompatible: boolean;
  readonly readOnly: boolean;
  readonly metadata: Metadata;
  readonly template: Template | null;
  /** Those that are not the default. */
  readonly orders: Recipe["orders"];
  readonly curves: AttachedCurves;
  readonly versionTag: VersionTag | null;
  /** The version of the model that its values are meant in, as far as that matters: see `migration.ts`. */
  readonly modelVersion: string | null;
  readonly featured: Featured | null;
  readonly esdlFile: EsdlFile | null;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

export type Metadata = { readonly [key: string]: unknown };

/** The scenario this one was cloned from (or linked to), with the values it had then: what sliders are reset to. */
export interface Template extends Sliders {
  readonly id: number;
}

/** What a preset is shown as. */
export interface Featured {
  readonly group: string;
  /** Its place among presets, from 1. */
  readonly ordering: number;
  readonly titleEn: string;
  readonly titleNl: string;
  readonly author: string | null;
}

/** A description of an energy system in a file; its content is kept apart. */
export interface EsdlFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Name of the content. */
  readonly content: string;
  /** ISO 8601. */
  readonly attachedAt: string;
}

type Sliders = Pick<SliderState, "userValues" | "balancedValues">;

// ---- Commands

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
  | ChangeRole
  | CouplePerson
  | MigrateScenario
  | FeatureScenario
  | AttachEsdlFile
  | DeleteScenario
  | ReleasePerson;

export interface CreateScenario {
  readonly type: "CreateScenario";
  readonly caller: Caller;
  readonly origin: OriginRequest;
  readonly model: ServedModel;
  /** The scenario to clone; "missing" when there is none that the caller may read. */
  readonly parent: { readonly id: number; readonly scenario: Scenario } | "missing" | null;
  /** Sliders as received; a clone has those of its parent instead. */
  readonly userValues: { readonly [input: string]: unknown };
  /** Inputs of the area; empty where no sliders come with the command. */
  readonly table: InputTable;
  /** Those of the parent, as they are in the set of the new scenario. */
  readonly curves: AttachedCurves;
  readonly attributes: Attributes;
  /** What the caller wants of new scenarios that do not say it. */
  readonly privateByDefault: boolean;
}

/** What is calculated with. */
export interface Contents extends Origin, SliderState {
  readonly orders: Recipe["orders"];
}

/** A scenario whose contents were worked out from others, or written down elsewhere. */
export interface ComposeScenario {
  readonly type: "ComposeScenario";
  readonly caller: Caller;
  readonly contents: Contents;
  /** As they are in the set of the new scenario. */
  readonly curves: AttachedCurves;
  /** Private where one of the scenarios it comes from is. */
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

/** Of who runs the service: a preset for everybody, or (null) no longer. */
export interface FeatureScenario {
  readonly type: "FeatureScenario";
  readonly featured: Featured | null;
}

export interface AttachEsdlFile {
  readonly type: "AttachEsdlFile";
  readonly caller: Caller;
  readonly file: Omit<EsdlFile, "attachedAt">;
}

/** What somebody calls the scenario as it stands. */
export interface VersionTag {
  readonly user: number | null;
  readonly description: string;
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
  /** Forget all sliders first. */
  readonly reset: boolean;
  readonly autobalance: boolean;
  /** Inputs of the area, null when the model no longer has it; empty where no sliders are moved. */
  readonly table: InputTable | null;
  /** The model's curves; none where no sliders are moved. */
  readonly customCurves: readonly CustomCurve[];
  readonly attributes: Attributes;
  /** The scenario to link to, or why it cannot be; null to break the link. */
  readonly template?: Template | { readonly problem: string } | null | undefined;
}

/** What is not calculated with; absent fields stay as they are. */
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
  /** Deactivate all groups, and forget the values of all their inputs. */
  readonly force: boolean;
  readonly couplings: ServedModel["couplings"];
}

export interface SetOrder {
  readonly type: "SetOrder";
  readonly caller: Caller;
  readonly name: string;
  /** Who comes first; empty: the default order. */
  readonly keys: readonly string[];
  /** All members, in default order. */
  readonly members: readonly string[];
}

export interface AttachCurve {
  readonly type: "AttachCurve";
  readonly caller: Caller;
  readonly key: string;
  readonly file: AttachedFile;
}

export interface DetachCurve {
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

export interface ChangeRole extends RoleChange {
  readonly type: "ChangeRole";
  readonly caller: Caller;
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

/** A person is erased: nobody asks for it here, so that no rights are looked at. */
export interface ReleasePerson {
  readonly type: "ReleasePerson";
  readonly person: number;
  /** What becomes of the scenario where nobody else owns it. */
  readonly public: Fate;
  readonly private: Fate;
}

/** Why a command was not carried out. */
export type Refusal =
  /** An id in use, by a scenario or by one that was deleted. */
  | { readonly reason: "taken" }
  | { readonly reason: "unknown" }
  /** About the role of one person. */
  | { readonly reason: RoleProblem }
  | { readonly reason: Exclude<Denial, "missing_scope"> }
  | { readonly reason: "missing_scope"; readonly scopes: readonly Scope[] }
  | { readonly reason: "not_tagged" }
  | { readonly reason: "not_attached" }
  | { readonly reason: "invalid"; readonly problems: readonly FieldProblem[] };

type ScenarioDecision = Decision<ScenarioEvent, Refusal>;

// ---- Who may do what

/** Whether a caller has a role in a scenario: such people see what happened while it was private. */
export const takesPart = (caller: Caller, scenario: Scenario): boolean =>
  denied("read", caller, { ...scenario, private: true }) === null;

/** The scenario as a caller may use it, or why not. */
export function checkUse(
  operation: ScenarioOperation,
  caller: Caller,
  state: ScenarioState,
): { readonly scenario: Scenario } | { readonly refusal: Refusal } {
  if (state.status !== "present") return { refusal: { reason: "unknown" } };
  const reason = denied(operation, caller, state);
  if (reason === null) return { scenario: state };
  if (reason === "missing_scope") return { refusal: { reason, scopes: SCENARIO_RIGHTS[operation].scopes } };
  return { refusal: { reason } };
}

// ---- Decisions

function decide(command: ScenarioCommand, state: ScenarioState): ScenarioDecision {
  if (command.type === "CreateScenario" || command.type === "ComposeScenario") {
    if (state.status !== "absent") return { refusal: { reason: "taken" } };
    return command.type === "CreateScenario" ? create(command) : compose(command);
  }
  if (command.type === "CouplePerson") return couple(command, state);
  if (command.type === "ReleasePerson") return { events: release(command, state) };
  if (command.type === "MigrateScenario" || command.type === "FeatureScenario") {
    if (state.status !== "present") return { refusal: { reason: "unknown" } };
    return command.type === "MigrateScenario" ? follow(command, state) : feature(command, state);
  }
  const seen = checkUse(RIGHTS[command.type], command.caller, state);
  if ("refusal" in seen) return seen;
  switch (command.type) {
    case "UpdateScenario":
    case "ChangeCouplings":
    case "RestoreScenario":
      return changeUpToDate(command, seen.scenario);
    case "SetOrder":
      return setOrder(command, seen.scenario);
    case "AttachCurve":
      return attachCurve(command);
    case "DetachCurve":
      return detachCurve(command, seen.scenario);
    case "AttachEsdlFile":
      return attach(command, seen.scenario);
    case "ChangeRole":
      return changeRole(command, seen.scenario);
    case "TagVersion":
      return tag(command, seen.scenario);
    case "DeleteScenario":
      return { events: [{ type: "ScenarioDeleted", data: {} }] };
    default:
      return command satisfies never;
  }
}

/** What has to be allowed for a command. */
export const RIGHTS = {
  UpdateScenario: "update",
  ChangeCouplings: "couple",
  SetOrder: "update",
  AttachEsdlFile: "update",
  AttachCurve: "update",
  DetachCurve: "update",
  RestoreScenario: "update",
  ChangeRole: "share",
  TagVersion: "update",
  DeleteScenario: "delete",
} as const satisfies {
  readonly [T in Exclude<ScenarioCommand, OfNobody>["type"]]: ScenarioOperation;
};
/** Commands about a scenario that is not there yet, and those of the program itself. */
type OfNobody = CreateScenario | ComposeScenario | CouplePerson | ReleasePerson | MigrateScenario | FeatureScenario;

type ChangingCommand = UpdateScenario | ChangeCouplings | RestoreScenario;

/** A scenario that has not followed the model yet does so first, where anything is changed at all. */
function changeUpToDate(command: ChangingCommand, scenario: Scenario): ScenarioDecision {
  const decision = change(command, upToDate(scenario, command.changes));
  if ("refusal" in decision || decision.events.length === 0) return decision;
  const migration = migrationOf(scenario, command.changes);
  return migration === null ? decision : { events: [migration, ...decision.events] };
}

function change(command: ChangingCommand, scenario: Scenario): ScenarioDecision {
  switch (command.type) {
    case "UpdateScenario":
      return update(command, scenario);
    case "ChangeCouplings":
      return changeCouplings(command, scenario);
    case "RestoreScenario":
      return restore(command, scenario);
    default:
      return command satisfies never;
  }
}

function follow({ changes }: MigrateScenario, scenario: Scenario): ScenarioDecision {
  const migration = migrationOf(scenario, changes);
  return { events: migration === null ? [] : [migration] };
}

function feature({ featured }: FeatureScenario, scenario: Scenario): ScenarioDecision {
  if (featured !== null && scenario.private) return invalid([PRIVATE_PRESET]);
  if (isDeepStrictEqual(featured, scenario.featured)) return { events: [] };
  if (featured === null) return { events: [{ type: "ScenarioUnfeatured", data: {} }] };
  return { events: [{ type: "ScenarioFeatured", data: featured }] };
}

const PRIVATE_PRESET: FieldProblem = { attribute: "private", message: "can not be true on a featured scenario" };

const attach = ({ file }: AttachEsdlFile, { esdlFile }: Scenario): ScenarioDecision => ({
  events: esdlFile?.content === file.content && esdlFile.name === file.name ? [] : [attached(file)],
});

const attached = ({ name, size, content }: Omit<EsdlFile, "attachedAt">): ScenarioEvent => ({
  type: "EsdlFileAttached",
  data: { name, size, content },
});

/** What a scenario's values are meant in, where it is to follow the model from now on. */
function noted(keepCompatible: boolean, changes: readonly ModelChange[]): ScenarioEvent[] {
  const version = versionOf(changes);
  return keepCompatible && version !== null ? [{ type: "ModelVersionNoted", data: { version } }] : [];
}

function create(command: CreateScenario): ScenarioDecision {
  const { caller, parent, attributes, table } = command;
  if (parent === "missing") return invalid([{ attribute: "scenario_id", message: "does not exist" }]);
  const owner = caller.person;
  const origin = originOf(command.origin, command.model, parent?.scenario ?? null);
  const metadata = newMetadata({}, attributes);
  const isPrivate = attributes.private ?? (owner !== null && isPrivateByDefault(command));

  const problems = [
    ...("problems" in origin ? origin.problems : []),
    ...attributeProblems({ unowned: owner === null, private: isPrivate, metadata, source: attributes.source ?? null }),
  ];
  if ("problems" in origin || problems.length > 0) return invalid(problems);

  const sliders = parent === null ? firstSliders(command) : rescale(parent.scenario, origin.scaling, table);
  if ("errors" in sliders) return invalid(sliders.errors.map(aboutBase));
  const readOnly = attributes.readOnly ?? false;
  const keepCompatible = compatibility(attributes, false);
  const esdlFile = parent?.scenario.esdlFile ?? null;
  return {
    events: [
      {
        type: "ScenarioCreated",
        data: {
          ...origin,
          owner,
          source: attributes.source ?? null,
          private: isPrivate,
          keepCompatible,
          readOnly,
          metadata: metadata ?? {},
          template: parent?.id ?? null,
          userValues: { ...sliders.userValues },
          balancedValues: { ...sliders.balancedValues },
          activeCouplings: [...sliders.activeCouplings],
          orders: copyOfOrders(parent?.scenario.orders ?? {}),
          curves: copyOfCurves(command.curves),
        },
      },
      ...noted(keepCompatible, command.model.changes),
      ...(esdlFile === null ? [] : [attached(esdlFile)]),
    ],
  };
}

function changeRole(change: ChangeRole, { roles }: Scenario): ScenarioDecision {
  const { person, role } = change;
  const problem = roleProblem(roles, change);
  if (problem !== null) return { refusal: { reason: problem } };
  if (role === (roles[person] ?? null)) return { events: [] };
  return {
    events: [
      role === null ? { type: "RoleRemoved", data: { person } } : { type: "RoleGranted", data: { person, role } },
    ],
  };
}

/** Nobody's consent is asked: who is the same person may do the same. */
function couple({ person, into }: CouplePerson, state: ScenarioState): ScenarioDecision {
  const roles: Scenario["roles"] = state.status === "present" ? state.roles : {};
  const role = roleOfCoupled(roles, person, into);
  if (role === null) return { events: [] };
  return {
    events: [
      ...(role === roles[into] ? [] : [{ type: "RoleGranted", data: { person: into, role } } as const]),
      { type: "RoleRemoved", data: { person } },
    ],
  };
}

/** What another owner keeps stays as it is; else it goes to an heir, to everybody, or for good. */
function release({ person, ...fates }: ReleasePerson, state: ScenarioState): readonly ScenarioEvent[] {
  if (state.status !== "present" || !Object.hasOwn(state.roles, person)) return [];
  const remove = (person: number): ScenarioEvent => ({ type: "RoleRemoved", data: { person } });
  const others = Object.entries(state.roles).filter(([member]) => Number(member) !== person);
  if (others.some(([, role]) => role === "owner")) return [remove(person)];
  const { choice, to } = state.private ? fates.private : fates.public;
  if (choice === "hand_over" && to !== null && to !== person) {
    return [{ type: "RoleGranted", data: { person: to, role: "owner" } }, remove(person)];
  }
  // Whoever may change what is nobody's needs no role. What is private never becomes everybody's.
  if (choice === "leave" && !state.private)
    return [...others.map(([member]) => remove(Number(member))), remove(person)];
  return [{ type: "ScenarioDeleted", data: {} }];
}

/** A clone is as private as what it was cloned from, where that is one's own; of nobody's scenario it is public. */
function isPrivateByDefault({ caller, parent, privateByDefault }: CreateScenario): boolean {
  if (parent === null || parent === "missing") return privateByDefault;
  if (isUnowned(parent.scenario)) return false;
  return roleOf(caller, parent.scenario) === "owner" ? parent.scenario.private : privateByDefault;
}

function compose({ caller, contents, curves, attributes, esdlFile, changes }: ComposeScenario): ScenarioDecision {
  const owner = caller.person;
  const adopted = withValuesOf(curves, contents.userValues);
  const { source = null, private: isPrivate = false, readOnly = false } = attributes;
  const metadata = newMetadata({}, attributes) ?? {};
  const keepCompatible = compatibility(attributes, false);
  const problems = attributeProblems({ unowned: owner === null, private: isPrivate, metadata, source });
  if (problems.length > 0) return invalid(problems);
  return {
    events: [
      {
        type: "ScenarioCreated",
        data: {
          ...contents,
          userValues: { ...contents.userValues, ...valuesOf(adopted) },
          balancedValues: { ...contents.balancedValues },
          activeCouplings: [...contents.activeCouplings],
          orders: copyOfOrders(contents.orders),
          curves: copyOfCurves(adopted),
          owner,
          source,
          private: isPrivate,
          keepCompatible,
          readOnly,
          metadata,
          template: null,
        },
      },
      ...noted(keepCompatible, changes),
      ...(esdlFile === null ? [] : [attached(esdlFile)]),
    ],
  };
}

const TAG_LENGTH = 60_000;

function tag({ caller, description, isFirst }: TagVersion, { versionTag }: Scenario): ScenarioDecision {
  if (!isFirst && versionTag === null) return { refusal: { reason: "not_tagged" } };
  if (isFirst && versionTag !== null) return invalid([aboutBase("A version was already tagged")]);
  if (description.length > TAG_LENGTH) {
    return invalid([aboutBase(`Description is too long (maximum is ${TAG_LENGTH} characters)`)]);
  }
  const after = { user: caller.person, description };
  return { events: isDeepStrictEqual(after, versionTag) ? [] : [{ type: "VersionTagged", data: after }] };
}

const UNTOUCHED: SliderState = { userValues: {}, balancedValues: {}, activeCouplings: [] };

function firstSliders({ userValues, table }: CreateScenario): SliderState | { readonly errors: readonly string[] } {
  if (Object.keys(userValues).length === 0) return UNTOUCHED;
  const moved = moveSliders(table, UNTOUCHED, { values: userValues });
  return "errors" in moved ? moved : moved.state;
}

/** All or nothing: sliders first, then the attributes, then what follows from both. */
function update(command: UpdateScenario, scenario: Scenario): ScenarioDecision {
  const { attributes, table, template } = command;
  if (table === null) return invalid([{ attribute: "area_code", message: "is unknown or not supported" }]);

  const events: ScenarioEvent[] = [];
  if (command.reset || Object.keys(command.userValues).length > 0) {
    const moved = moveSliders(table, scenario, {
      values: command.userValues,
      reset: command.reset,
      autobalance: command.autobalance,
      parent: scenario.template,
      curves: curvesOnSliders(scenario.curves, command.customCurves),
    });
    if ("errors" in moved) return invalid(moved.errors.map(aboutBase));
    events.push(...sliderEvents(scenario, moved.state));
  }

  const metadata = newMetadata(scenario.metadata, attributes);
  const problems = attributeProblems({
    unowned: isUnowned(scenario),
    private: attributes.private ?? scenario.private,
    metadata,
    source: attributes.source ?? null,
  });
  if (attributes.private === true && scenario.featured !== null) problems.push(PRIVATE_PRESET);
  if (template && "problem" in template) problems.push({ attribute: "scenario_id", message: template.problem });
  if (problems.length > 0 || (template && "problem" in template)) return invalid(problems);

  const keepCompatible = compatibility(attributes, scenario.keepCompatible);
  const { source = scenario.source, readOnly = false } = attributes;
  const isPrivate = attributes.private ?? scenario.private;
  if (metadata !== null && JSON.stringify(metadata) !== JSON.stringify(scenario.metadata)) {
    events.push({ type: "MetadataReplaced", data: { metadata } });
  }
  if (source !== scenario.source) events.push({ type: "SourceChanged", data: { source } });
  if (isPrivate !== scenario.private) events.push({ type: isPrivate ? "MadePrivate" : "MadePublic", data: {} });
  if (template !== undefined && template?.id !== scenario.template?.id) {
    events.push({ type: "TemplateChanged", data: { template: template && copyOf(template) } });
  }
  if (keepCompatible !== scenario.keepCompatible) {
    events.push({ type: keepCompatible ? "KeptCompatible" : "CompatibilityDropped", data: {} });
    events.push(...noted(keepCompatible, command.changes));
  }
  if (readOnly) events.push({ type: "MadeReadOnly", data: {} });
  return { events };
}

function changeCouplings(
  { activate, deactivate, force, couplings }: ChangeCouplings,
  scenario: Scenario,
): ScenarioDecision {
  const known = new Set([...couplings.values()].flatMap(({ couplingGroups }) => couplingGroups));
  if (activate.some((group) => !known.has(group))) {
    return invalid([{ attribute: "coupling_groups", message: "invalid coupling" }]);
  }
  const { userValues, balancedValues, activeCouplings } = scenario;
  const kept = force ? [] : activeCouplings.filter((group) => !deactivate.includes(group));
  const after: SliderState = {
    userValues: force ? withoutInputs(userValues, couplings) : userValues,
    balancedValues: force ? withoutInputs(balancedValues, couplings) : balancedValues,
    activeCouplings: [...new Set([...kept, ...activate])],
  };
  const gone = activeCouplings.filter((group) => !after.activeCouplings.includes(group));
  const deactivated: ScenarioEvent[] =
    gone.length > 0 ? [{ type: "CouplingsDeactivated", data: { groups: gone } }] : [];
  return { events: [...deactivated, ...sliderEvents(scenario, after)] };
}

/** The values of inputs that belong to no coupling group. */
const withoutInputs = <V extends Values>(values: V, couplings: ServedModel["couplings"]): V =>
  Object.fromEntries(
    Object.entries(values).filter(([key]) => (couplings.get(key)?.couplingGroups.length ?? 0) === 0),
  ) as V;

function setOrder({ name, keys, members }: SetOrder, scenario: Scenario): ScenarioDecision {
  const problems = orderProblems(keys, members);
  if (problems.length > 0) return invalid(problems.map(aboutBase));
  const wanted = effectiveOrder(keys, members);
  const isDefault = wanted.every((member, index) => member === members[index]);
  const after = isDefault ? [] : [...wanted];
  const before = scenario.orders[name] ?? [];
  const isSame = before.length === after.length && before.every((member, index) => member === after[index]);
  return { events: isSame ? [] : [{ type: "OrderSet", data: { name, keys: after } }] };
}

const attachCurve = ({ key, file: { number, hash, sets } }: AttachCurve): ScenarioDecision => ({
  events: [{ type: "CurveAttached", data: { key, number, hash, sets: { ...sets } } }],
});

const detachCurve = ({ key }: DetachCurve, { curves }: Scenario): ScenarioDecision =>
  fileOf(curves, key) === null
    ? { refusal: { reason: "not_attached" } }
    : { events: [{ type: "CurveDetached", data: { key } }] };

/** What is calculated with, and the metadata, as they were; who may see and change the scenario is of today. */
function restore({ version, scenario: earlier }: RestoreScenario, scenario: Scenario): ScenarioDecision {
  const contentsOf = (of: Scenario) => ({
    userValues: { ...of.userValues },
    balancedValues: { ...of.balancedValues },
    activeCouplings: [...of.activeCouplings],
    orders: copyOfOrders(of.orders),
    curves: copyOfCurves(of.curves),
    metadata: of.metadata,
  });
  if (isDeepStrictEqual(contentsOf(earlier), contentsOf(scenario))) return { events: [] };
  return { events: [{ type: "ScenarioRestored", data: { version, ...contentsOf(earlier) } }] };
}

const copyOfOrders = (orders: Recipe["orders"]): { [name: string]: string[] } =>
  Object.fromEntries(Object.entries(orders).map(([name, keys]) => [name, [...keys]]));

const invalid = (problems: readonly FieldProblem[]): ScenarioDecision => ({ refusal: { reason: "invalid", problems } });
const aboutBase = (message: string): FieldProblem => ({ attribute: "base", message });
const copyOf = ({ id, userValues, balancedValues }: Template) => ({
  id,
  userValues: { ...userValues },
  balancedValues: { ...balancedValues },
});

/** What has changed between two positions of the sliders; no event when nothing has. */
function sliderEvents(before: SliderState, after: SliderState): ScenarioEvent[] {
  const user = differences(before.userValues, after.userValues);
  const balanced = differences(before.balancedValues, after.balancedValues);
  const groups = after.activeCouplings.filter((group) => !before.activeCouplings.includes(group));
  const events: ScenarioEvent[] = [];
  if (groups.length > 0) events.push({ type: "CouplingsActivated", data: { groups } });
  if (
    [user.set, balanced.set].some((set) => Object.keys(set).length > 0) ||
    user.removed.length + balanced.removed.length > 0
  ) {
    const data = {
      userValues: user.set,
      reset: user.removed,
      balancedValues: balanced.set,
      unbalanced: balanced.removed,
    };
    events.push({ type: "InputsSet", data });
  }
  return events;
}

/** The metadata with a request's; null when it stays as it is. A title is kept in it, in place of the one it has. */
function newMetadata(present: Metadata, { metadata, title }: Attributes): Metadata | null {
  return title === undefined ? (metadata ?? null) : { ...(metadata ?? present), title };
}

/** What is said wins; what may no longer be changed is kept compatible. */
const compatibility = ({ keepCompatible, readOnly = false }: Attributes, present: boolean): boolean =>
  keepCompatible ?? (readOnly || present);

const METADATA_BYTES = 64 * 1024;
/** Levels of lists and objects: far more than people nest, far fewer than exhaust a stack. */
const METADATA_LEVELS = 32;
const SOURCE_LENGTH = 255;

function attributeProblems(after: {
  readonly unowned: boolean;
  readonly private: boolean;
  readonly metadata: Metadata | null;
  readonly source: string | null;
}): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (after.private && after.unowned) {
    problems.push({ attribute: "private", message: "can not be true on an unowned scenario" });
  }
  if (after.metadata !== null && isNestedDeeperThan(METADATA_LEVELS, after.metadata)) {
    problems.push({ attribute: "metadata", message: `can not be nested deeper than ${METADATA_LEVELS} levels` });
  } else if (after.metadata !== null && Buffer.byteLength(JSON.stringify(after.metadata)) > METADATA_BYTES) {
    problems.push({ attribute: "metadata", message: "can not exceed 64Kb" });
  }
  if (after.source !== null && after.source.length > SOURCE_LENGTH) {
    problems.push({ attribute: "source", message: `is too long (maximum is ${SOURCE_LENGTH} characters)` });
  }
  return problems;
}

// ---- What events make of the state

function evolve(state: ScenarioState, event: ScenarioEvent, time: string): ScenarioState {
  if (event.type === "ScenarioCreated") {
    const { template, owner, ...data } = event.data;
    const { userValues, balancedValues } = data;
    return {
      ...data,
      status: "present",
      roles: owner === null ? {} : { [owner]: "owner" },
      template: template === null ? null : { id: template, userValues, balancedValues },
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
  // Clocks are set back, and those of two machines differ; what comes later is not older.
  const updatedAt = time > state.updatedAt && !NOT_BY_PEOPLE.has(event.type) ? time : state.updatedAt;
  return { ...state, ...changeBy(event, state, time), updatedAt };
}

/** What the program, or who runs it, does to a scenario is no update. */
const NOT_BY_PEOPLE: ReadonlySet<ScenarioEvent["type"]> = new Set([
  "ModelVersionNoted",
  "ScenarioMigrated",
  "ScenarioFeatured",
  "ScenarioUnfeatured",
]);

type Change = Exclude<ScenarioEvent, { type: "ScenarioCreated" | "ScenarioDeleted" }>;

function changeBy(event: Change, scenario: Scenario, time: string): Partial<Scenario> {
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
      const { version, userValues, reset, balancedValues, unbalanced, template } = event.data;
      return {
        modelVersion: version,
        userValues: applyChanges(scenario.userValues, userValues, reset),
        balancedValues: applyChanges(scenario.balancedValues, balancedValues, unbalanced),
        template: scenario.template && template && { ...scenario.template, ...template },
      };
    }
    case "ScenarioFeatured":
      return { featured: event.data };
    case "ScenarioUnfeatured":
      return { featured: null };
    case "EsdlFileAttached":
      return { esdlFile: { ...event.data, attachedAt: time } };
    case "CouplingsActivated":
      return { activeCouplings: [...scenario.activeCouplings, ...event.data.groups] };
    case "CouplingsDeactivated":
      return { activeCouplings: scenario.activeCouplings.filter((group) => !event.data.groups.includes(group)) };
    case "OrderSet": {
      const { [event.data.name]: _, ...others } = scenario.orders;
      return { orders: event.data.keys.length === 0 ? others : { ...others, [event.data.name]: event.data.keys } };
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
      const { version: _, ...contents } = event.data;
      return contents;
    }
    case "RoleGranted":
      return { roles: { ...scenario.roles, [event.data.person]: event.data.role } };
    case "RoleRemoved": {
      const { [event.data.person]: _, ...roles } = scenario.roles;
      return { roles };
    }
    case "TemplateChanged":
      return { template: event.data.template };
    default:
      return event satisfies never;
  }
}

export const scenario: Decider<ScenarioState, ScenarioCommand, ScenarioEvent, Refusal> = {
  initial: { status: "absent" },
  decide,
  evolve,
};
