/** The saved scenario: commands, events, state and rules. Pure: commands include the details of scenarios. */
import type { savedScenarioEvents } from "@etesian/contracts/events/saved-scenario";
import type { Disposition } from "@etesian/contracts/legacy";
import { SAVED } from "@etesian/contracts/limits";
import {
  type Caller,
  denialOf,
  type Denial,
  type Role,
  type RoleChange,
  type RoleChanges,
  mergedRole,
  roleProblem,
  SAVED_RIGHTS,
  tokenAllows,
  type SavedOperation,
  type Scope,
} from "@etesian/contracts/rights";
import type { Aggregates, Decider, Decision, EventOf } from "@etesian/event-store";

export type SavedScenarioEvent = EventOf<typeof savedScenarioEvents>;

// ---- State

export type SavedScenarioState = { readonly status: "absent" } | SavedScenario | { readonly status: "deleted" };

export interface SavedScenario {
  readonly status: "present";
  readonly title: string;
  readonly description: string | null;
  readonly private: boolean;
  readonly currentVersion: Version;
  /** Versions before the current one, oldest first. */
  readonly history: readonly Version[];
  /** Roles by person id; at least one person is an owner. */
  readonly roles: { readonly [person: number]: Role };
  /** By id of a coupled account: the id of the account it was coupled with. */
  readonly coupled: { readonly [person: number]: number };
  /** Time when it was moved to the trash (ISO 8601), or null. */
  readonly discardedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Facts about a scenario at the time it was saved. */
export interface VersionDetails {
  readonly scenario: number;
  /** Event version of that scenario. */
  readonly scenarioVersion: number;
  readonly area: string;
  readonly endYear: number;
  readonly modelVersion: string;
  /**
   * Id of the event that created the scenario, because its number may be reused after a restore. Null if the program
   * version that saved the scenario did not record this id.
   */
  readonly creation: string | null;
}

export interface Version extends VersionDetails {
  /** ISO 8601. */
  readonly savedAt: string;
}

// ---- Commands

export type SavedScenarioCommand =
  | SaveScenario
  | Update
  | ChangeRoles
  | CouplePerson
  | ReleasePerson
  | { readonly type: "Discard"; readonly caller: Caller }
  | { readonly type: "Delete"; readonly caller: Caller }
  | Purge;

export interface SaveScenario {
  readonly type: "Save";
  readonly owner: number;
  readonly version: VersionDetails;
  readonly title: string;
  readonly description: string | null;
  readonly private: boolean;
}

/** Absent fields are left unchanged. */
export interface Update {
  readonly type: "Update";
  readonly caller: Caller;
  readonly version?: VersionDetails | undefined;
  readonly title?: string | undefined;
  readonly description?: string | null | undefined;
  readonly private?: boolean | undefined;
  readonly discarded?: boolean | undefined;
}

/** Several changes, all authorized with the rights that the caller had before the first one. */
export interface ChangeRoles {
  readonly type: "ChangeRoles";
  readonly caller: Caller;
  readonly changes: readonly RoleChange[];
  /** People without an account. */
  readonly invited: readonly number[];
}

/** Two ids belong to one person: the second one gets the higher of their roles. */
export interface CouplePerson {
  readonly type: "CouplePerson";
  readonly person: number;
  readonly into: number;
}

/** Disposition of an erased person's saved scenario if it has no other owner. */
export interface ReleasePerson {
  readonly type: "ReleasePerson";
  readonly person: number;
  readonly disposition: Disposition;
}

/** Deletes the saved scenario if it was moved to the trash before a time (ISO 8601). */
export interface Purge {
  readonly type: "Purge";
  readonly discardedBefore: string;
}

/** Why a command was refused. */
export type Refusal =
  /** The id is in use. */
  | { readonly reason: "taken" }
  | { readonly reason: "unknown" }
  /** It is not in the trash, or has not been there long enough. */
  | { readonly reason: "not_due" }
  | { readonly reason: Exclude<Denial, "missing_scope" | "read_only"> }
  | { readonly reason: "missing_scope"; readonly scopes: readonly Scope[] };

type SavedScenarioDecision = Decision<SavedScenarioEvent, Refusal>;

// ---- Rights

/** Returns the saved scenario if the caller may use it, and a refusal otherwise. */
export function checkSavedScenarioUse(
  operation: SavedOperation,
  caller: Caller,
  state: SavedScenarioState,
): { readonly savedScenario: SavedScenario } | { readonly refusal: Refusal } {
  if (state.status !== "present") return { refusal: { reason: "unknown" } };
  const reason = denialOf(operation, caller, { ...state, readOnly: false });
  if (reason === null || reason === "read_only") return { savedScenario: state };
  if (reason === "missing_scope") return { refusal: { reason, scopes: SAVED_RIGHTS[operation].scopes } };
  return { refusal: { reason } };
}

/** The operations for which an update needs rights: trash and privacy need separate rights on all routes. */
export function operationsOf(
  { private: isPrivate, discarded }: Pick<Update, "private" | "discarded">,
  savedScenario: SavedScenario,
): readonly SavedOperation[] {
  const isTrashChanged = discarded !== undefined && discarded !== (savedScenario.discardedAt !== null);
  const isPrivacyChanged = isPrivate !== undefined && isPrivate !== savedScenario.private;
  return [
    "saved-update",
    ...(isPrivacyChanged || (isTrashChanged && !discarded) ? (["saved-settings"] as const) : []),
    ...(isTrashChanged && discarded ? (["saved-delete"] as const) : []),
  ];
}

// ---- Decisions

const RIGHTS = {
  ChangeRoles: "saved-share",
  Discard: "saved-delete",
  Delete: "saved-delete",
} as const satisfies {
  readonly [
    T in Exclude<SavedScenarioCommand, SaveScenario | Update | Purge | CouplePerson | ReleasePerson>["type"]
  ]: SavedOperation;
};

function decide(command: SavedScenarioCommand, state: SavedScenarioState): SavedScenarioDecision {
  if (command.type === "Save") {
    const { type: _, version, ...fields } = command;
    if (state.status !== "absent") return { refusal: { reason: "taken" } };
    return { events: [{ type: "ScenarioSaved", data: { ...fields, ...version } }] };
  }
  if (command.type === "Purge") {
    const discardedAt = state.status === "present" ? state.discardedAt : null;
    if (discardedAt === null || discardedAt >= command.discardedBefore) return { refusal: { reason: "not_due" } };
    return { events: [{ type: "SavedScenarioPurged", data: {} }] };
  }
  if (command.type === "CouplePerson") return { events: couple(command, state) };
  if (command.type === "ReleasePerson") return { events: release(command, state) };
  if (command.type === "Update") {
    if (state.status !== "present") return { refusal: { reason: "unknown" } };
    for (const operation of operationsOf(command, state)) {
      const access = checkSavedScenarioUse(operation, command.caller, state);
      if ("refusal" in access) return access;
    }
    return { events: update(command, state) };
  }
  const access = checkSavedScenarioUse(RIGHTS[command.type], command.caller, state);
  if ("refusal" in access) return access;
  switch (command.type) {
    case "ChangeRoles":
      return { events: changeRoles(command, access.savedScenario).events };
    case "Discard":
      return { events: trash(true, access.savedScenario) };
    case "Delete":
      return { events: [{ type: "SavedScenarioDeleted", data: {} }] };
    default:
      return command satisfies never;
  }
}

/** Whether both are the same scenario; the number alone may have been reused. */
const isSameScenario = (one: VersionDetails, other: VersionDetails): boolean =>
  one.scenario === other.scenario &&
  (one.creation === null || other.creation === null || one.creation === other.creation);

function update(command: Update, savedScenario: SavedScenario): readonly SavedScenarioEvent[] {
  const { version, title = savedScenario.title, description = savedScenario.description, discarded } = command;
  const isPrivate = command.private ?? savedScenario.private;
  const events: SavedScenarioEvent[] = [];
  if (version !== undefined && version.scenario !== savedScenario.currentVersion.scenario) {
    events.push({ type: "SavedVersionAdded", data: { ...version, mayShare: tokenAllows("share", command.caller) } });
  }
  if (title !== savedScenario.title || description !== savedScenario.description) {
    events.push({ type: "SavedScenarioDescribed", data: { title, description } });
  }
  if (isPrivate !== savedScenario.private) {
    events.push({ type: isPrivate ? "SavedScenarioMadePrivate" : "SavedScenarioMadePublic", data: {} });
  }
  return discarded === undefined ? events : [...events, ...trash(discarded, savedScenario)];
}

function trash(discarded: boolean, { discardedAt }: SavedScenario): readonly SavedScenarioEvent[] {
  if (discarded === (discardedAt !== null)) return [];
  return [{ type: discarded ? "SavedScenarioDiscarded" : "SavedScenarioRecovered", data: {} }];
}

/** Applies changes in order, each to the result of the previous ones. */
export function changeRoles(
  { changes, invited }: Pick<ChangeRoles, "changes" | "invited">,
  { roles: previousRoles }: Pick<SavedScenario, "roles">,
): RoleChanges<SavedScenarioEvent> {
  const events: SavedScenarioEvent[] = [];
  let roles = previousRoles;
  const problems = changes.map((change) => {
    const problem = roleProblem(roles, change, new Set(invited));
    const { person, role } = change;
    if (problem !== null || role === (roles[person] ?? null)) return problem;
    const { [person]: _, ...others } = roles;
    roles = role === null ? others : { ...others, [person]: role };
    events.push(
      role === null ? roleRemovedEvent(person) : { type: "SavedScenarioRoleGranted", data: { person, role } },
    );
    return null;
  });
  return { events, problems };
}

const roleRemovedEvent = (person: number, into: number | null = null): SavedScenarioEvent => ({
  type: "SavedScenarioRoleRemoved",
  data: { person, into },
});

/** Needs no consent, because both accounts belong to one person. */
function couple({ person, into }: CouplePerson, state: SavedScenarioState): readonly SavedScenarioEvent[] {
  const roles: SavedScenario["roles"] = state.status === "present" ? state.roles : {};
  const role = mergedRole(roles, person, into);
  if (role === null) return [];
  return [
    ...(role === roles[into] ? [] : [{ type: "SavedScenarioRoleGranted", data: { person: into, role } } as const]),
    roleRemovedEvent(person, into),
  ];
}

function release({ person, disposition }: ReleasePerson, state: SavedScenarioState): readonly SavedScenarioEvent[] {
  if (state.status !== "present" || !Object.hasOwn(state.roles, person)) return [];
  if (roleProblem(state.roles, { person, role: null, isMember: true }) === null) return [roleRemovedEvent(person)];
  const { choice, to } = disposition;
  if (choice !== "hand_over" || to === null || to === person) return [{ type: "SavedScenarioDeleted", data: {} }];
  return [{ type: "SavedScenarioRoleGranted", data: { person: to, role: "owner" } }, roleRemovedEvent(person)];
}

// ---- Events to state

function evolve(state: SavedScenarioState, event: SavedScenarioEvent, time: string): SavedScenarioState {
  if (event.type === "ScenarioSaved") {
    const { owner, title, description, private: isPrivate, ...version } = event.data;
    return {
      status: "present",
      title,
      description,
      private: isPrivate,
      currentVersion: { ...version, savedAt: time },
      history: [],
      roles: { [owner]: "owner" },
      coupled: {},
      discardedAt: null,
      createdAt: time,
      updatedAt: time,
    };
  }
  if (state.status !== "present") return state;
  if (event.type === "SavedScenarioDeleted" || event.type === "SavedScenarioPurged") return { status: "deleted" };
  const change = toFieldChanges(event, state, time);
  // Moving to or from the trash and changing users do not update `updatedAt`. It never decreases, even if the clock was
  // set back.
  const isContentChange = !["discardedAt", "roles"].some((field) => Object.hasOwn(change, field));
  return { ...state, ...change, ...(isContentChange && time > state.updatedAt ? { updatedAt: time } : {}) };
}

type Change = Exclude<SavedScenarioEvent, { type: "ScenarioSaved" | "SavedScenarioDeleted" | "SavedScenarioPurged" }>;

function toFieldChanges(event: Change, savedScenario: SavedScenario, time: string): Partial<SavedScenario> {
  const { currentVersion, history, roles, coupled } = savedScenario;
  switch (event.type) {
    case "SavedScenarioDescribed":
      return event.data;
    case "SavedScenarioMadePrivate":
      return { private: true };
    case "SavedScenarioMadePublic":
      return { private: false };
    case "SavedVersionAdded": {
      const { mayShare: _, ...version } = event.data;
      // A version that becomes current again is no longer in the history.
      const others = history.filter((item) => !isSameScenario(item, version));
      return {
        currentVersion: { ...version, savedAt: time },
        history: [...others, currentVersion].slice(-SAVED.versions),
      };
    }
    // Earlier versions of the program removed the versions after the restored one.
    case "SavedVersionRestored": {
      const index = history.findIndex(({ scenario }) => scenario === event.data.scenario);
      return index === -1 ? {} : { currentVersion: history[index]!, history: history.slice(0, index) };
    }
    case "SavedScenarioDiscarded":
      return { discardedAt: time };
    case "SavedScenarioRecovered":
      return { discardedAt: null };
    case "SavedScenarioRoleGranted":
      return { roles: { ...roles, [event.data.person]: event.data.role } };
    case "SavedScenarioRoleRemoved": {
      const { person, into } = event.data;
      const { [person]: _, ...others } = roles;
      return { roles: others, ...(into === null ? {} : { coupled: { ...coupled, [person]: into } }) };
    }
    default:
      return event satisfies never;
  }
}

export const savedScenario: Decider<SavedScenarioState, SavedScenarioCommand, SavedScenarioEvent, Refusal> = {
  initial: { status: "absent" },
  decide,
  evolve,
};

export type SavedScenarios = Aggregates<SavedScenarioState, SavedScenarioCommand, SavedScenarioEvent, Refusal>;
